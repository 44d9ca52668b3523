import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { AvatarBytes } from './avatars.rules.ts'

export interface StoredAvatar {
  key: string
  bytes: AvatarBytes
}

/** Requires the lock of the user. @returns the key of the previous picture, or null */
export async function replaceAvatar(
  db: Db,
  userId: string,
  avatar: StoredAvatar | null,
): Promise<string | null> {
  const { avatar_key } = await db
    .selectFrom('user_settings')
    .select('avatar_key')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('user_settings')
    .set({
      avatar_key: avatar?.key ?? null,
      avatar_xs_bytes: avatar?.bytes.xs ?? null,
      avatar_sm_bytes: avatar?.bytes.sm ?? null,
      avatar_md_bytes: avatar?.bytes.md ?? null,
    })
    .where('user_id', '=', userId)
    .execute()
  recordChange(db, 'account', [userId])
  return avatar_key
}

/** Returns the byte lengths of an avatar's sizes, which lie one after the other in its blob. */
export const findAvatar = (db: Db, key: string): Promise<AvatarBytes | undefined> =>
  db
    .selectFrom('user_settings')
    .select(['avatar_xs_bytes as xs', 'avatar_sm_bytes as sm', 'avatar_md_bytes as md'])
    .where('avatar_key', '=', key)
    .$narrowType<AvatarBytes>()
    .executeTakeFirst()
