import { randomUUIDv7 } from 'node:crypto'
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

/** Deletes the password, linked providers and passkeys of a user. */
export async function deleteCredentials(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('accounts').where('user_id', '=', userId).execute()
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
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
