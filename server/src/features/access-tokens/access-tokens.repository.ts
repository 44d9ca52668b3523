import type { Insertable, Selectable } from 'kysely'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { firstOf, isChanged, prepared } from '../../db/prepared.ts'
import type { AccessTokenTable } from '../../db/schema-access.ts'

export type TokenRow = Omit<Selectable<AccessTokenTable>, 'token_hash' | 'user_id'>

export type LiveToken = Omit<Selectable<AccessTokenTable>, 'token_hash' | 'created_at' | 'name'> &
  Pick<UserActor, 'role' | 'name'> & {
    two_factor_confirmed_at: string | Date | null
    token_name: string
  }

/** Runs on every request with a token, so the query is built once. */
const tokenWithUser = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('access_tokens as t')
    .innerJoin('users', 'users.id', 't.user_id')
    .select(['t.id', 't.name as token_name', 't.user_id', 't.may_write', 't.may_administer'])
    .select(['t.expires_at', 't.last_used_at'])
    .select(['users.role', 'users.name', 'users.two_factor_confirmed_at'])
    .where('t.token_hash', '=', hash)
    .where('users.suspended_at', 'is', null),
)

/** Reads the token and its user in one query; undefined when it is unknown or expired. */
export async function findLiveToken(
  db: Db,
  hash: string,
  now: number,
): Promise<LiveToken | undefined> {
  const token = await firstOf(tokenWithUser(db, { hash }))
  // Compared in code: SQLite re-plans a query with a range condition for every value.
  return token && token.expires_at > now ? token : undefined
}

const updateLastUse = prepared(
  (db, { id, now, before }: { id: string; now: number; before: number }) =>
    db
      .updateTable('access_tokens')
      .set({ last_used_at: now })
      .where('id', '=', id)
      .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)])),
)

/** Records the use of a token, unless a concurrent request has recorded one. */
export const recordUse = (db: Db, { id, last_used_at }: LiveToken, now: number): Promise<boolean> =>
  isChanged(updateLastUse(db, { id, now, before: last_used_at ?? 0 }))

/** Returns the ids of those tokens that still exist and have not expired. */
export async function filterLive(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select('access_tokens.id')
    .where('access_tokens.id', 'in', ids)
    .where('access_tokens.expires_at', '>', now)
    .where('users.suspended_at', 'is', null)
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

/** @returns the name of the deleted token; undefined when the user has no such token */
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

/** @returns whether the user had any tokens */
export async function deleteAllTokens(db: Db, userId: string): Promise<boolean> {
  const query = db.deleteFrom('access_tokens').where('user_id', '=', userId)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

export const deleteExpiredTokens = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('access_tokens').where('expires_at', '<=', before).execute()
}
