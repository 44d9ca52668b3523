import { z } from 'zod'
import { AVATAR_SIZES } from './picture-sizes.ts'

export const AvatarSize = z.enum(AVATAR_SIZES)
export type AvatarSize = z.infer<typeof AvatarSize>

export const AVATAR_MAX_BYTES = 10_000_000
/** Accepted image types of avatars; the content decides, not the declared type. */
export const AVATAR_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
] as const

/** ACC-21: URLs of a user's avatar in three sizes; null without an avatar. */
export const Avatar = z.object({ xs: z.string(), sm: z.string(), md: z.string() }).nullable()
export type Avatar = z.infer<typeof Avatar>
