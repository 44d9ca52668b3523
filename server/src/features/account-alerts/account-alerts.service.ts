import { HOUR_MS } from '@coffer/contract/durations'
import type { AccountAlert } from '@coffer/contract/notifications'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { countSince, notify } from '../notifications/index.ts'
import { recordAlert } from './alert-audit.ts'

/** Emails of one type to a user in an hour; notifications and audit log have all of them. */
const MAX_EMAILS_PER_HOUR = 5

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
  const since = deps.now().getTime() - HOUR_MS
  const isEmailed = (await countSince(tx, { userId, type, since })) < MAX_EMAILS_PER_HOUR
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
    ...(isEmailed && {
      email: { template: 'account-alert', data: { type, params, at: deps.now().toISOString() } },
    }),
  })
}
