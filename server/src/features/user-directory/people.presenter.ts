import type { Person } from '@coffer/contract/users'
import { avatarOf } from '../avatars/index.ts'

interface PersonRow {
  id: string
  name: string
  email: string
  color: string
  avatar_key: string | null
}

export const presentPerson = ({ id, name, email, color, avatar_key }: PersonRow): Person => ({
  id,
  type: 'user',
  attributes: { name, email, color, avatar: avatarOf(avatar_key) },
})

type OwnerRow = { user_id: string | null } & {
  [Column in Exclude<keyof PersonRow, 'id'>]: PersonRow[Column] | null
}

/** The user of a record of billing, joined to it; null if they were deleted. */
export function presentOwner({ user_id: id, name, email, color, ...row }: OwnerRow): Person | null {
  if (id === null || name === null || email === null) return null
  return presentPerson({ ...row, id, name, email, color: color ?? '' })
}
