import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Argon2id; nothing while he gets in by other ways alone. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const query = db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
  return (await query.executeTakeFirst())?.password ?? null
}

export async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('users').select('two_factor_confirmed_at').where('id', '=', userId)
  return (await query.executeTakeFirstOrThrow()).two_factor_confirmed_at !== null
}

/** As they are stored, of whoever has two-factor sign-in on. Better Auth's own table. */
export async function findRecoveryCodes(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ backup_codes: string }>`
    select two_factors.backup_codes from two_factors
    inner join users on users.id = two_factors.user_id
    where users.id = ${userId} and users.two_factor_confirmed_at is not null
  `.execute(db)
  return rows[0]?.backup_codes
}

/** What a sign-in is about to be judged by. */
export interface PasswordInUse {
  userId: string
  hash: string | null
  hasTwoFactor: boolean
}

const passwordsInUse = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('accounts', join =>
      join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', 'credential'),
    )
    .select(['users.id as userId', 'accounts.password as hash', 'users.two_factor_confirmed_at'])

type Query = ReturnType<typeof passwordsInUse>

async function first(query: Query): Promise<PasswordInUse | undefined> {
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const { userId, hash, two_factor_confirmed_at: confirmedAt } = row
  return { userId, hash, hasTwoFactor: confirmedAt !== null }
}

export const findPasswordByAddress = (db: Db, email: string): Promise<PasswordInUse | undefined> =>
  first(passwordsInUse(db).where('users.email', '=', email))

export const findPasswordOf = (db: Db, userId: string): Promise<PasswordInUse | undefined> =>
  first(passwordsInUse(db).where('users.id', '=', userId))

/** Of whoever's second step is due. */
export const findPasswordByStep = (db: Db, step: string): Promise<PasswordInUse | undefined> =>
  first(
    passwordsInUse(db).where('users.id', 'in', eb =>
      eb.selectFrom('verifications').select('value').where('identifier', '=', step),
    ),
  )
