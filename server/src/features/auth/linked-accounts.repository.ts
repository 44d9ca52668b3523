import { PROVIDERS, type Provider } from '@coffer/contract/social'
import type { Db } from '../../db/open.ts'

export type LinkedAccountRow = Awaited<ReturnType<typeof listLinkedAccounts>>[number]
export const listLinkedAccounts = (db: Db, userId: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'provider_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('provider_id', 'in', PROVIDERS)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** @param subject the provider's id of the user */
export async function isLinked(db: Db, provider: Provider, subject: string): Promise<boolean> {
  const query = db
    .selectFrom('accounts')
    .select('id')
    .where('provider_id', '=', provider)
    .where('account_id', '=', subject)
  return (await query.executeTakeFirst()) !== undefined
}

/** Lists the ids of the password and the linked providers. A passkey requires a password beside it. */
export async function listSignInMethodIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').where('user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/** @returns the deleted account; undefined when the user has no such account */
export async function deleteLinkedAccount(
  db: Db,
  userId: string,
  id: string,
): Promise<{ provider_id: string; gives_admin: 0 | 1 } | undefined> {
  const query = db
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', 'in', PROVIDERS)
    .where('id', '=', id)
    .returning(['provider_id', 'gives_admin'])
  return query.executeTakeFirst()
}
