import type { RestrictionReason } from '@coffer/contract/account'
import { limitsStorage } from '@coffer/contract/account-limits'
import type { UserRestrictionRow } from '../../db/schema-quotas.ts'
import type { Settings } from '../settings/index.ts'

export const RESTRICTION_FLAGS = [
  'canUpload',
  'canDownload',
  'canCreateFolder',
  'canCreateTeamFolder',
] as const
export type RestrictionFlag = (typeof RESTRICTION_FLAGS)[number]

/** The owner of some data; their restrictions apply to every caller (ACC-28). */
export interface Owned {
  owner_id: string
  /** 1 when the owner has an imposed restriction. */
  owner_restricted: 0 | 1
}

/** The reason of each restriction in force; an absent flag means that the action is allowed. */
export type ActiveRestrictions = Partial<Record<RestrictionFlag, RestrictionReason>> & {
  /** Text of an administrator, instead of the default one. */
  message?: string
  /** Further reasons, which withhold only what an older restriction withholds already. */
  further?: RestrictionReason[]
}

/** The text of an administrator for a restriction with this reason, where there is one. */
export const messageFor = (
  { message }: ActiveRestrictions,
  reason: RestrictionReason | null,
): string | undefined => (reason === 'administrator' && message) || undefined

/** Everything that decides the restrictions of an account. */
export interface AccountState {
  used_bytes: number
  /** Null means no limit. */
  capacity_bytes: number | null
  /** Imposed restrictions, the oldest first. */
  imposed: readonly (Omit<UserRestrictionRow, 'user_id' | 'created_at' | 'message'> & {
    message?: string | null
  })[]
}

const isFull = ({ used_bytes, capacity_bytes }: AccountState): boolean =>
  capacity_bytes !== null && used_bytes >= capacity_bytes

const NO_RESTRICTIONS: ActiveRestrictions = {}

/** A full account loses nothing but uploads (Q4). */
const blockUploadsWhenFull =
  (reason: RestrictionReason) =>
  (state: AccountState): ActiveRestrictions =>
    isFull(state) ? { canUpload: reason } : NO_RESTRICTIONS

export type SubscriptionType = Settings['subscription_type']

const RESTRICTIONS: Record<SubscriptionType, (state: AccountState) => ActiveRestrictions> = {
  none: blockUploadsWhenFull('storage_full'),
  fixed: blockUploadsWhenFull('plan_full'),
  // There is no default capacity; an explicit one still applies.
  metered: blockUploadsWhenFull('storage_full'),
}

/** The storage of accounts without a plan or a limit of their own; null means no limit. */
export const capacityFor = (settings: Settings): number | null =>
  limitsStorage(settings) ? settings.default_max_storage_amount : null

const FLAG_COLUMNS = {
  canUpload: 'can_upload',
  canDownload: 'can_download',
  canCreateFolder: 'can_create_folder',
  canCreateTeamFolder: 'can_create_team_folder',
} as const satisfies Record<RestrictionFlag, keyof AccountState['imposed'][number]>

const withholds = (row: AccountState['imposed'][number]): boolean =>
  RESTRICTION_FLAGS.some(flag => row[FLAG_COLUMNS[flag]] === 0)

/** The reasons that the actions themselves show. */
const shownReasons = (active: ActiveRestrictions): RestrictionReason[] =>
  RESTRICTION_FLAGS.flatMap(flag => active[flag] ?? [])

/** Combines storage limits with imposed restrictions; an imposed reason takes precedence. */
export function activeRestrictions(
  type: SubscriptionType,
  state: AccountState,
): ActiveRestrictions {
  const active = { ...RESTRICTIONS[type](state) }
  const reasons = shownReasons(active)
  for (const row of state.imposed)
    if (row.reason !== 'suspended' && withholds(row)) reasons.push(row.reason)
  for (const flag of RESTRICTION_FLAGS) {
    const imposed = state.imposed.find(row => row[FLAG_COLUMNS[flag]] === 0)
    // A suspension ends sign-in and links, and leaves team folders to their members.
    if (!imposed || imposed.reason === 'suspended') continue
    active[flag] = imposed.reason
    if (imposed.message) active.message = imposed.message
  }
  const shown = new Set(shownReasons(active))
  const further = reasons.filter(reason => !shown.has(reason))
  if (further.length > 0) active.further = further
  return active
}

const isStorageReason = (reason: RestrictionReason): boolean =>
  reason === 'storage_full' || reason === 'plan_full'

/** Chooses the reason to show when several apply: an imposed one before a storage limit. */
export function primaryReason(active: ActiveRestrictions): RestrictionReason | null {
  const reasons = shownReasons(active)
  return reasons.find(reason => !isStorageReason(reason)) ?? reasons[0] ?? null
}

/** Those that the user resolves by paying come first. */
const REASON_ORDER = [
  'unpaid',
  'spending_cap',
  'administrator',
  'storage_full',
  'plan_full',
] as const satisfies readonly RestrictionReason[]

/** Lists every reason in force, also those that no action shows. */
export function allReasons(active: ActiveRestrictions): RestrictionReason[] {
  const reasons = new Set([...shownReasons(active), ...(active.further ?? [])])
  return REASON_ORDER.filter(reason => reasons.has(reason))
}

/** Maps a refused action and its reason to the error code of the answer. */
export function restrictionErrorCode(flag: RestrictionFlag, reason: RestrictionReason) {
  switch (flag) {
    case 'canUpload':
      return isStorageReason(reason) ? 'upload.quota_exceeded' : 'upload.restricted'
    case 'canDownload':
      return 'download.restricted'
    case 'canCreateFolder':
    case 'canCreateTeamFolder':
      return 'folder.restricted'
  }
}
