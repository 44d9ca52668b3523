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
