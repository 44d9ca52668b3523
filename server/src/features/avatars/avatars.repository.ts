import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { AvatarBytes } from './avatars.rules.ts'

export interface KeptAvatar {
  key: string
  bytes: AvatarBytes
}

/** @returns where the picture before lies, if there was one; expects that its owner is held */
export async function replaceAvatar(
  db: Db,
  userId: string,
  avatar: KeptAvatar | null,
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

export const findAvatar = (db: Db, key: string): Promise<AvatarBytes | undefined> =>
  db
    .selectFrom('user_settings')
    .select(['avatar_xs_bytes as xs', 'avatar_sm_bytes as sm', 'avatar_md_bytes as md'])
    .where('avatar_key', '=', key)
    .$narrowType<AvatarBytes>()
    .executeTakeFirst()
