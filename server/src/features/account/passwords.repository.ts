import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'

/** Sets the Argon2id hash; inserts it for users who so far only signed in by a provider. */
export async function setPassword(
  db: Db,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password: passwordHash, updated_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await insertPassword(db, userId, passwordHash, now)
}

/** Reports whether the account still has exactly this hash. */
export async function hasPassword(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const query = db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('password', '=', passwordHash)
  return (await query.executeTakeFirst()) !== undefined
}

/** Removes two-factor sign-in from the tables and columns of Better Auth. */
export async function removeTwoFactor(db: Db, userId: string): Promise<void> {
  await sql`delete from two_factors where user_id = ${userId}`.execute(db)
  await db.deleteFrom('used_codes').where('user_id', '=', userId).execute()
  await sql`update users set two_factor_enabled = (1 = 0), two_factor_confirmed_at = null
    where id = ${userId}`.execute(db)
  recordChange(db, 'account', [userId])
}

/** Deletes the password, linked providers, passkeys and second factor of a user. */
export async function deleteCredentials(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('accounts').where('user_id', '=', userId).execute()
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await removeTwoFactor(db, userId)
}

/** @param passwordHash Argon2id */
export async function insertPassword(
  db: Db,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      id: randomUUIDv7(),
      user_id: userId,
      provider_id: 'credential',
      account_id: userId,
      password: passwordHash,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .execute()
}
