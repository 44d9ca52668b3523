import type { Avatar, AvatarSize } from '@coffer/contract/avatar'
import { AVATAR_SIZES } from '@coffer/contract/picture-sizes'

export type AvatarBytes = Record<AvatarSize, number>

/** Returns the URLs of an avatar. A new picture has new URLs, so that responses can be cached forever. */
export const avatarOf = (key: string | null): Avatar =>
  key === null
    ? null
    : { xs: `/avatar/${key}/xs`, sm: `/avatar/${key}/sm`, md: `/avatar/${key}/md` }

/** Returns the byte range of a size in the blob, which holds all sizes one after the other. */
export function rangeOf(bytes: AvatarBytes, size: AvatarSize): { start: number; end: number } {
  const before = AVATAR_SIZES.slice(0, AVATAR_SIZES.indexOf(size))
  const start = before.reduce((sum, smaller) => sum + bytes[smaller], 0)
  return { start, end: start + bytes[size] - 1 }
}
