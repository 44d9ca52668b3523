import type { AccountAlert } from '@coffer/contract/notifications'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { notify } from '../notifications/index.ts'

export interface AccountEvent {
  type: AccountAlert
  params?: Record<string, string>
}

/**
 * Tells somebody what has become of the ways into his account, in case it was not he (ASVS 6.3.7), in
 * the transaction that changes them: there is no change without its letter.
 */
export const notifyOwner = (
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
  { type, params = {} }: AccountEvent,
): Promise<void> =>
  notify(tx, deps, [userId], {
    ...{ type, params, category: type === 'new_device' ? 'sign-in-alert' : 'account-alert' },
    action: {
      ...{ type: 'url', url: '/user/settings/password' },
      ...{ target: 'self', button: 'notification.button.look' },
    },
    email: { template: 'account-alert', data: { type, params, at: deps.now().toISOString() } },
  })
