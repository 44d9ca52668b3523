import type { Db } from '../../db/open.ts'

const FIELDS = ['id', 'name', 'created_at', 'last_used_at'] as const

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]
export const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(FIELDS)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const renamePasskey = (
  db: Db,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(FIELDS)
    .executeTakeFirst()

/** @returns the name of the deleted passkey; undefined when the user has no such passkey */
export const deletePasskey = (
  db: Db,
  userId: string,
  id: string,
): Promise<{ name: string | null } | undefined> =>
  db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

/** @returns false when the passkey does not exist */
export async function recordPasskeyUse(db: Db, credentialId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ last_used_at: now.toISOString() })
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findUserByPasskey(db: Db, credentialId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select('user_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row?.user_id
}
