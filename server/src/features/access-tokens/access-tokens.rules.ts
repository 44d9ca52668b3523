import { type Endpoint, type ErrorCode, requiresSession } from '@coffer/contract'
import type { TokenScope } from '@coffer/contract/access-tokens'
import { DAY_MS } from '@coffer/contract/durations'
import type { UserActor } from '../../actor.ts'

const USE_RECORD_INTERVAL_MS = 60_000
const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The properties of a request that decide whether a token may make it. */
export interface TokenRequest extends Pick<Endpoint, 'access' | 'isSessionOnly'> {
  changesData: boolean
  /** The method as sent: a POST counts as a change even when `_method` overrides it. */
  method: string
}

/** The scopes of a token; every token may read. */
export interface Grant {
  may_write: 0 | 1
  may_administer: 0 | 1
}

export const grantOf = (scopes: readonly TokenScope[]): Grant => ({
  may_write: scopes.includes('write') ? 1 : 0,
  may_administer: scopes.includes('admin') ? 1 : 0,
})

export const scopesOf = ({ may_write, may_administer }: Grant): TokenScope[] => [
  'read',
  ...(may_write ? (['write'] as const) : []),
  ...(may_administer ? (['admin'] as const) : []),
]

/** Decides whether a token may make a request; null means that it may. */
export function tokenErrorCode(
  request: TokenRequest,
  token: Grant & Pick<UserActor, 'role'>,
): ErrorCode | null {
  const { access, method, changesData } = request
  const changes = changesData || !READ_METHODS.has(method)
  // Sign-in, account security and what moves money need a session.
  if (requiresSession(request) || (access === 'public' && changes)) return 'token.session_only'
  if (changes && !token.may_write) return 'token.read_only'
  if (access !== 'admin') return null
  if (!token.may_administer) return 'token.not_admin'
  return token.role === 'admin' ? null : 'auth.forbidden'
}

/** Limits the writes that reads cause to one a minute. */
export const isUseRecordDue = (lastUsedAt: number | null, now: number): boolean =>
  lastUsedAt === null || now - lastUsedAt >= USE_RECORD_INTERVAL_MS

export const expiryAfter = (days: number, now: number): number => now + days * DAY_MS

/** Expired tokens stay listed for this long, so that their owner sees why a script stopped. */
export const EXPIRED_VISIBLE_MS = 30 * DAY_MS
