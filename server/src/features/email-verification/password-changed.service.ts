import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import { deleteLinks } from './email-links.repository.ts'

/** Its owner hears of it, in case it was not he, and letters for a new one are worth nothing any more. */
export async function notifyPasswordChanged(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
): Promise<void> {
  await deleteLinks(tx, userId, 'recovery')
  await notifyOwner(tx, deps, userId, { type: 'password_changed' })
}
