import type { AccountAlert } from '@coffer/contract/notifications'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { notify } from '../notifications/index.ts'
import { recordAlert } from './alert-audit.ts'

export interface AccountEvent {
  type: AccountAlert
  params?: Record<string, string>
}

/**
 * Notifies users of changes to their sign-in methods, in case someone else made them (ASVS 6.3.7).
 * Runs in the transaction of the change, so that no change commits without its email and its entry
 * in the audit log.
 */
export async function notifyOwner(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
  { type, params = {} }: AccountEvent,
): Promise<void> {
  await recordAlert(tx, userId, { type, params })
  await notify(tx, deps, [userId], {
    type,
    params,
    category: type === 'new_device' ? 'sign-in-alert' : 'account-alert',
    action: {
      type: 'url',
      url: '/user/settings/password',
      target: 'self',
      button: 'notification.button.review',
    },
    email: { template: 'account-alert', data: { type, params, at: deps.now().toISOString() } },
  })
}
