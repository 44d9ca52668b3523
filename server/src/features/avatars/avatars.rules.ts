import { AVATAR_SIZES, type Avatar, type AvatarSize } from '@coffer/contract/avatar'

export type AvatarBytes = Record<AvatarSize, number>

/** An address changes with its picture, so that it may be kept for ever. */
export const avatarOf = (key: string | null): Avatar =>
  key === null
    ? null
    : { xs: `/avatar/${key}/xs`, sm: `/avatar/${key}/sm`, md: `/avatar/${key}/md` }

/** All sizes of a picture lie behind each other under one key. */
export function rangeOf(bytes: AvatarBytes, size: AvatarSize): { start: number; end: number } {
  const before = AVATAR_SIZES.slice(0, AVATAR_SIZES.indexOf(size))
  const start = before.reduce((sum, one) => sum + bytes[one], 0)
  return { start, end: start + bytes[size] - 1 }
}
