import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Reads the Argon2id hash; null when the user has no password. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const query = db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
  return (await query.executeTakeFirst())?.password ?? null
}

/** Records that the user of a session confirmed their identity. */
export const markReauthenticated = async (db: Db, sessionId: string, at: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ reauthenticated_at: at })
    .where('id', '=', sessionId)
    .execute()
}

/** Reads the stored recovery codes of a user with two-factor sign-in, from a table of Better Auth. */
export async function findRecoveryCodes(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ backup_codes: string }>`
    select two_factors.backup_codes from two_factors
    inner join users on users.id = two_factors.user_id
    where users.id = ${userId} and users.two_factor_confirmed_at is not null
  `.execute(db)
  return rows[0]?.backup_codes
}

/** The stored state that a sign-in is checked against. */
export interface PasswordState {
  userId: string
  hash: string | null
  hasTwoFactor: boolean
}

const selectPasswordStates = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('accounts', join =>
      join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', 'credential'),
    )
    .select(['users.id as userId', 'accounts.password as hash', 'users.two_factor_confirmed_at'])

type Query = ReturnType<typeof selectPasswordStates>

async function firstState(query: Query): Promise<PasswordState | undefined> {
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const { userId, hash, two_factor_confirmed_at: confirmedAt } = row
  return { userId, hash, hasTwoFactor: confirmedAt !== null }
}

export const findPasswordStateByEmail = (
  db: Db,
  email: string,
): Promise<PasswordState | undefined> =>
  firstState(selectPasswordStates(db).where('users.email', '=', email))

export const findPasswordState = (db: Db, userId: string): Promise<PasswordState | undefined> =>
  firstState(selectPasswordStates(db).where('users.id', '=', userId))

/** @param step the identifier of the pending second step */
export const findPasswordStateBySecondStep = (
  db: Db,
  step: string,
): Promise<PasswordState | undefined> =>
  firstState(
    selectPasswordStates(db).where('users.id', 'in', eb =>
      eb.selectFrom('verifications').select('value').where('identifier', '=', step),
    ),
  )
