import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'

/** The user whom a provider knows by its id. */
export const findLinkedUser = (db: Db, provider: string, subject: string) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['users.id', 'users.role', 'accounts.id as account_id', 'accounts.gives_admin'])
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

export async function updateGivesAdmin(db: Db, accountId: string, gives: boolean): Promise<void> {
  const gives_admin = gives ? 1 : 0
  await db.updateTable('accounts').set({ gives_admin }).where('id', '=', accountId).execute()
}
