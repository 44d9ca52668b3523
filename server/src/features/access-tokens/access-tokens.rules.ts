import type { Endpoint, ErrorCode } from '@coffer/contract'
import type { TokenScope } from '@coffer/contract/access-tokens'
import type { UserActor } from '../../actor.ts'

const USED_MS = 60_000
const DAY_MS = 86_400_000
const LOOKS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** What is asked for, as far as it decides whether a token will do. */
export interface Ask {
  access: Endpoint['access']
  /** As it was sent: a POST changes something, whatever method it stands for. */
  method: string
}

/** What a token is good for: whoever may change may also look. */
export interface Grant {
  may_write: 0 | 1
  may_administer: 0 | 1
}

export const scopesOfGrant = (scopes: readonly TokenScope[]): Grant => ({
  may_write: scopes.includes('write') ? 1 : 0,
  may_administer: scopes.includes('admin') ? 1 : 0,
})

export const scopesOf = ({ may_write, may_administer }: Grant): TokenScope[] => [
  'read',
  ...(may_write ? (['write'] as const) : []),
  ...(may_administer ? (['admin'] as const) : []),
]

/** The one place that decides what a token may ask for; null when it may. */
export function refusalOf(
  { access, method }: Ask,
  token: Grant & Pick<UserActor, 'role'>,
): ErrorCode | null {
  const changes = !LOOKS.has(method)
  // Ways in and the safety of the account are for people.
  if (access === 'session' || (access === 'public' && changes)) return 'token.session_only'
  if (changes && !token.may_write) return 'token.read_only'
  if (access !== 'admin') return null
  if (!token.may_administer) return 'token.not_admin'
  return token.role === 'admin' ? null : 'auth.forbidden'
}

/** Once a minute is often enough: a read should not become a write. */
export const isUseRecordDue = (lastUsedAt: number | null, now: number): boolean =>
  lastUsedAt === null || now - lastUsedAt >= USED_MS

export const expiryAfter = (days: number, now: number): number => now + days * DAY_MS

/** Those that are over stay in sight for a while, so that their owner sees why a script stopped. */
export const SHOWN_EXPIRED_MS = 30 * DAY_MS
