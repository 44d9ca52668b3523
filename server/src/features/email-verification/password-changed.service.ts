import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import { deleteEmailChange } from './email-changes.repository.ts'
import { deleteLinks } from './email-links.repository.ts'

/** Notifies the user of a new password and invalidates pending reset links and changes of email. */
export async function notifyPasswordChanged(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
): Promise<void> {
  await deleteLinks(tx, userId, 'password_reset')
  // Another person may have requested it before the owner chose a new password.
  await deleteEmailChange(tx, userId)
  await notifyOwner(tx, deps, userId, { type: 'password_changed' })
}
