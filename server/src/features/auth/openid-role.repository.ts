import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'

/** The user whom a provider knows by its id. */
export const findLinkedUser = (db: Db, provider: string, subject: string) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['users.id', 'users.role'])
    .where('accounts.provider_id', '=', provider)
    .where('accounts.account_id', '=', subject)
    .executeTakeFirst()

export async function updateRole(
  db: Db,
  id: string,
  { role, now }: { role: 'admin' | 'user'; now: Date },
): Promise<void> {
  const change = { role, updated_at: now.toISOString() }
  await db.updateTable('users').set(change).where('id', '=', id).execute()
  recordChange(db, 'account', [id])
}
