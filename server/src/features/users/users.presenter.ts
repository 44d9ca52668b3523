import type { Locale } from '@coffer/contract'
import {
  type AdminRestrictions,
  type AdminUser,
  type AdminUserDetail,
  type ListedUser,
  STORAGE_LEVELS,
  USER_STATES,
} from '@coffer/contract/admin-users'
import { PROVIDERS } from '@coffer/contract/social'
import { usedPercentage } from '../account/index.ts'
import { avatarOf } from '../avatars/index.ts'
import { presentRestrictions } from '../restrictions/index.ts'
import type { RunningPlans } from './running-plans.service.ts'
import type { countFacts, UserDetailRow, UserRow } from './users.repository.ts'

const iso = (time: number | string | Date): string => new Date(time).toISOString()

function presentAttributes(row: UserRow, now: Date): AdminUser['attributes'] {
  const { used_bytes, capacity_bytes, has_own_capacity } = row
  return {
    name: row.name,
    email: row.email,
    color: row.color,
    avatar: avatarOf(row.avatar_key),
    role: row.invited_role ?? row.role,
    state: USER_STATES[row.state] ?? 'active',
    has_two_factor: row.two_factor_confirmed_at !== null,
    storage: {
      used_bytes,
      capacity_bytes,
      has_own_capacity: has_own_capacity === 1,
      percentage: usedPercentage(row),
      level: STORAGE_LEVELS[row.storage_level] ?? 'in_use',
    },
    last_seen_at: row.last_seen_at === 0 ? null : iso(row.last_seen_at),
    created_at: iso(row.created_at),
    invitation:
      row.invited_at === null || row.invitation_expires_at === null
        ? null
        : {
            role: row.invited_role ?? 'user',
            sent_at: iso(row.invited_at),
            expires_at: iso(row.invitation_expires_at),
            is_expired: row.invitation_expires_at <= now.getTime(),
          },
    suspension:
      row.suspended_at === null
        ? null
        : { reason: row.suspension_reason ?? '', since: iso(row.suspended_at) },
  }
}

export const presentAdminUser = (row: UserRow, now: Date): AdminUser => ({
  id: row.id,
  type: 'user',
  attributes: presentAttributes(row, now),
})

export const presentListedUser = (
  row: UserRow,
  plans: RunningPlans | null,
  now: Date,
): ListedUser => ({
  ...presentAdminUser(row, now),
  meta: plans?.get(row.id) ?? { plan: null, cost: null },
})

interface Detail {
  row: UserDetailRow
  counts: Awaited<ReturnType<typeof countFacts>>
  active: Parameters<typeof presentRestrictions>[0]
  byAdministrator: AdminRestrictions
  isSelf: boolean
  isLastAdministrator: boolean
}

export function presentAdminUserDetail(
  { row, counts, active, byAdministrator, isSelf, isLastAdministrator }: Detail,
  locale: Locale,
  now: Date,
): AdminUserDetail {
  const methods = new Set(row.sign_in_methods?.split(','))
  const isPending = row.pending_until !== null && row.pending_until > now.getTime()
  return {
    id: row.id,
    type: 'user',
    attributes: {
      ...presentAttributes(row, now),
      first_name: row.first_name,
      last_name: row.last_name,
      language: row.language,
      timezone: row.timezone,
      is_email_verified: Boolean(row.email_verified),
      pending_email: isPending ? row.pending_email : null,
      has_password: methods.has('credential'),
      providers: PROVIDERS.filter(provider => methods.has(provider)),
      two_factor_confirmed_at: row.two_factor_confirmed_at && iso(row.two_factor_confirmed_at),
    },
    meta: {
      is_self: isSelf,
      is_last_administrator: isLastAdministrator,
      has_open_invoices: row.has_open_invoices === 1,
      has_balance: row.has_balance === 1,
      restrictions: presentRestrictions(active, locale),
      admin_restrictions: byAdministrator,
      counts,
    },
  }
}
