import type { Generated, Selectable } from 'kysely'

type Millis = number
type Flag = 0 | 1

export interface UserQuotaTable {
  user_id: string
  /** Counts every file: current content, versions and trash. */
  used_bytes: number
  /** Reserved for uploads in progress, so that concurrent uploads cannot exceed the capacity. */
  reserved_bytes: number
  /** Null means no limit. */
  capacity_bytes: number | null
  /** The capacity was given by an administrator: plans and the subscription type don't change it. */
  has_own_capacity: Generated<Flag>
}

/** Restrictions of a user, one row per reason. */
export interface UserRestrictionTable {
  user_id: string
  reason: 'administrator' | 'unpaid' | 'spending_cap' | 'suspended'
  can_upload: Flag
  can_download: Flag
  can_create_folder: Flag
  can_create_team_folder: Flag
  /** Text for the user instead of the default one. */
  message: string | null
  created_at: Millis
}

export interface TrafficTable {
  user_id: string
  /** YYYY-MM-DD in UTC. */
  day: string
  upload_bytes: number
  download_bytes: number
}

export type UserRestrictionRow = Selectable<UserRestrictionTable>
