import type { Insertable, Selectable } from 'kysely'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { firstOf, isChanged, prepared } from '../../db/prepared.ts'
import type { AccessTokenTable } from '../../db/schema-access.ts'

export type TokenRow = Omit<Selectable<AccessTokenTable>, 'token_hash' | 'user_id'>

export type KnownToken = Omit<Selectable<AccessTokenTable>, 'token_hash' | 'created_at' | 'name'> &
  Pick<UserActor, 'role' | 'name'> & { two_factor_confirmed_at: string | Date | null }

/** On the way of every request that brings a token, so it is built once. */
const tokenWithUser = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('access_tokens as t')
    .innerJoin('users', 'users.id', 't.user_id')
    .select(['t.id', 't.user_id', 't.may_write', 't.may_administer'])
    .select(['t.expires_at', 't.last_used_at'])
    .select(['users.role', 'users.name', 'users.two_factor_confirmed_at'])
    .where('t.token_hash', '=', hash),
)

/** The token and its user in one query; nothing when it is unknown or over. */
export async function findLiveToken(
  db: Db,
  hash: string,
  now: number,
): Promise<KnownToken | undefined> {
  const token = await firstOf(tokenWithUser(db, { hash }))
  // Compared here: for a range SQLite plans the query anew with every value.
  return token && token.expires_at > now ? token : undefined
}

const notedUse = prepared((db, { id, now, before }: { id: string; now: number; before: number }) =>
  db
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)])),
)

/** Notes that a token is in use, unless another request has just done so. */
export const recordUse = (
  db: Db,
  { id, last_used_at }: KnownToken,
  now: number,
): Promise<boolean> => isChanged(notedUse(db, { id, now, before: last_used_at ?? 0 }))

/** Which of these tokens go on. */
export async function filterLive(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('id', 'in', ids)
    .where('expires_at', '>', now)
    .execute()
  return new Set(rows.map(row => row.id))
}

export const listTokens = (db: Db, userId: string): Promise<TokenRow[]> =>
  db
    .selectFrom('access_tokens')
    .select(['id', 'name', 'may_write', 'may_administer'])
    .select(['created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export async function countTokens(db: Db, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('access_tokens')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const insertToken = async (db: Db, token: Insertable<AccessTokenTable>): Promise<void> => {
  await db.insertInto('access_tokens').values(token).execute()
}

/** @returns what it was, if there was one */
export const deleteToken = (
  db: Db,
  userId: string,
  id: string,
): Promise<{ name: string } | undefined> =>
  db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

/** @returns whether there were any */
export async function deleteTokensOf(db: Db, userId: string): Promise<boolean> {
  const query = db.deleteFrom('access_tokens').where('user_id', '=', userId)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

export const deleteExpiredTokens = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('access_tokens').where('expires_at', '<=', before).execute()
}
