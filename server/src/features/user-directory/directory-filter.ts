import type { AdminUserFilter } from '@coffer/contract/admin-users'
import { STORAGE_LEVELS, USER_STATES } from '@coffer/contract/admin-users'
import { searchTokens } from '../../lib/directory-keys.ts'

const ROLES = ['admin', 'user'] as const
const TWO_FACTOR = ['off', 'on'] as const

/** Role, state, two-factor and storage level as the triggers combine them. */
const facetOf = (role: number, state: number, twoFactor: number, level: number): number =>
  role * 32 + state * 8 + twoFactor * 4 + level

const positions = <T>(all: readonly T[], wanted: T | undefined): number[] =>
  wanted === undefined ? [...all.keys()] : [all.indexOf(wanted)]

/** A range of times in milliseconds, both ends included. */
export interface TimeRange {
  from?: number | undefined
  to?: number | undefined
}

/** The conditions that listed users meet. */
export interface DirectoryFilter {
  /** Null for all. */
  facets: readonly number[] | null
  /** Beginnings of words that all have to match, the longest first; null for all. */
  tokens: readonly string[] | null
  seen: TimeRange | null
  created: TimeRange | null
  /** The id of the running plan, or `NO_PLAN`; null for all. */
  plan: string | null
  /** Only these users. */
  ids?: readonly string[] | undefined
}

function seenRange({ seen, seen_from, seen_to }: AdminUserFilter): TimeRange | null {
  if (seen === 'never') return { from: 0, to: 0 }
  if (seen === undefined && seen_from === undefined && seen_to === undefined) return null
  return { from: Math.max(seen_from ?? 1, 1), to: seen_to }
}

/** Translates the filters of the list into those of the directory. */
export function directoryFilter(filter: AdminUserFilter): DirectoryFilter {
  const { role, state, two_factor, storage, created_from: from, created_to: to } = filter
  const isFaceted = [role, state, two_factor, storage].some(value => value !== undefined)
  const facets = positions(ROLES, role).flatMap(r =>
    positions(USER_STATES, state).flatMap(s =>
      positions(TWO_FACTOR, two_factor).flatMap(t =>
        positions(STORAGE_LEVELS, storage).map(level => facetOf(r, s, t, level)),
      ),
    ),
  )
  const tokens = searchTokens(filter.query).toSorted((a, b) => b.length - a.length)
  return {
    facets: isFaceted ? facets : null,
    // A query without letters and digits matches no user.
    tokens: filter.query === '' ? null : tokens.length > 0 ? tokens : ['\u{10FFFF}'],
    seen: seenRange(filter),
    created: from === undefined && to === undefined ? null : { from, to },
    plan: filter.plan ?? null,
  }
}
