import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** The encrypted key of a user's authenticator app. */
export interface TwoFactorKey {
  id: string
  secret: string
}

export async function listTwoFactorKeys(
  db: Db,
  after: string,
  limit: number,
): Promise<readonly TwoFactorKey[]> {
  const { rows } = await sql<TwoFactorKey>`
    select id, secret from two_factors where id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}

/** Replaces keys with one statement; expects at most some hundred. */
export async function replaceTwoFactorKeys(db: Db, keys: readonly TwoFactorKey[]): Promise<void> {
  if (keys.length === 0) return
  const values = keys.map(({ id, secret }) => sql`when ${id} then ${secret}`)
  await sql`
    update two_factors set secret = case id ${sql.join(values, sql` `)} end
    where id in (${sql.join(keys.map(({ id }) => id))})`.execute(db)
}
