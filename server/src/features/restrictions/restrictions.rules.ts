import type { RestrictionReason } from '@coffer/contract/account'
import type { UserRestrictionRow } from '../../db/schema-quotas.ts'
import type { Settings } from '../settings/index.ts'

export const ABILITIES = [
  'canUpload',
  'canDownload',
  'canCreateFolder',
  'canCreateTeamFolder',
] as const
export type Ability = (typeof ABILITIES)[number]

/** Whose data something is: restrictions are always those of its owner, whoever is at it. */
export interface Owned {
  owner_id: string
  /** Whether anything was imposed on him. */
  owner_restricted: 0 | 1
}

/** Why each thing is withheld; what is not named is free to do. */
export type Withheld = Partial<Record<Ability, RestrictionReason>>

/** All that an account is judged by. */
export interface Standing {
  used_bytes: number
  /** Null means no limit. */
  capacity_bytes: number | null
  /** What was imposed on it, the oldest first. */
  imposed: readonly Omit<UserRestrictionRow, 'user_id' | 'created_at'>[]
}

/** One for each way of paying. What billing knows of somebody becomes a part of his standing. */
interface Driver {
  /** Bytes that a new account may keep; null means no limit. */
  capacityOf: (settings: Settings) => number | null
  withheldBy: (standing: Standing) => Withheld
}

const isFull = ({ used_bytes, capacity_bytes }: Standing): boolean =>
  capacity_bytes !== null && used_bytes >= capacity_bytes

const NOTHING: Withheld = {}

/** Nothing is deleted and nothing else stops: what takes more room has to wait. */
const unlessFull =
  (reason: RestrictionReason) =>
  (standing: Standing): Withheld =>
    isFull(standing) ? { canUpload: reason } : NOTHING

const none: Driver = {
  capacityOf: ({ storage_limitation, default_max_storage_amount }) =>
    storage_limitation ? default_max_storage_amount : null,
  withheldBy: unlessFull('storage_full'),
}

const fixed: Driver = {
  capacityOf: ({ default_max_storage_amount }) => default_max_storage_amount,
  withheldBy: unlessFull('plan_full'),
}

/** What is kept is paid for. A capacity that somebody was given all the same holds. */
const metered: Driver = {
  capacityOf: () => null,
  withheldBy: unlessFull('storage_full'),
}

export type SubscriptionType = Settings['subscription_type']

const DRIVERS: Record<SubscriptionType, Driver> = { none, fixed, metered }

export const capacityFor = (settings: Settings): number | null =>
  DRIVERS[settings.subscription_type].capacityOf(settings)

const FLAGS = {
  canUpload: 'can_upload',
  canDownload: 'can_download',
  canCreateFolder: 'can_create_folder',
  canCreateTeamFolder: 'can_create_team_folder',
} as const satisfies Record<Ability, keyof Standing['imposed'][number]>

/** What was imposed comes before what only room is missing for. */
export function withheldFrom(type: SubscriptionType, standing: Standing): Withheld {
  const withheld = { ...DRIVERS[type].withheldBy(standing) }
  for (const ability of ABILITIES) {
    const imposed = standing.imposed.find(one => one[FLAGS[ability]] === 0)
    if (imposed) withheld[ability] = imposed.reason
  }
  return withheld
}

const isOfRoom = (reason: RestrictionReason): boolean =>
  reason === 'storage_full' || reason === 'plan_full'

/** The one reason that is told where several hold. */
export function reasonOf(withheld: Withheld): RestrictionReason | null {
  const reasons = ABILITIES.flatMap(ability => withheld[ability] ?? [])
  return reasons.find(reason => !isOfRoom(reason)) ?? reasons[0] ?? null
}

/** What a refused call is answered with. */
export function refusalOf(ability: Ability, reason: RestrictionReason) {
  switch (ability) {
    case 'canUpload':
      return isOfRoom(reason) ? 'upload.quota_exceeded' : 'upload.restricted'
    case 'canDownload':
      return 'download.restricted'
    case 'canCreateFolder':
    case 'canCreateTeamFolder':
      return 'folder.restricted'
  }
}
