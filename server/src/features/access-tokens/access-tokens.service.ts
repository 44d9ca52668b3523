import { MAX_ACCESS_TOKENS, TOKEN_PREFIX, type TokenScope } from '@coffer/contract/access-tokens'
import type { SessionActor, UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { newToken, tokenHash } from '../../lib/tokens.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import { requireSession } from '../auth/index.ts'
import * as tokens from './access-tokens.repository.ts'
import {
  EXPIRED_VISIBLE_MS,
  expiryAfter,
  grantOf,
  isUseRecordDue,
  type TokenRequest,
  tokenErrorCode,
} from './access-tokens.rules.ts'

type TokenDeps = Pick<Deps, 'db' | 'now'>
type NotifyDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>

/** The actor of a request with a token, and the id of that token. */
export interface TokenHolder {
  tokenId: string
  actor: UserActor
}

/**
 * Authenticates a request by its token. It reads the token and the user's role on every request, so
 * that a revoked token or a removed admin role takes effect at once.
 * @throws AppError `token.unknown`, and the codes of `tokenErrorCode`
 */
export async function authenticateToken(
  { db, now: clock }: TokenDeps,
  token: string,
  request: TokenRequest,
): Promise<TokenHolder> {
  const now = clock().getTime()
  const liveToken = token.startsWith(TOKEN_PREFIX)
    ? await tokens.findLiveToken(db, tokenHash(token), now)
    : undefined
  if (!liveToken) throw new AppError('token.unknown')
  if (isUseRecordDue(liveToken.last_used_at, now)) await tokens.recordUse(db, liveToken, now)
  const errorCode = tokenErrorCode(request, liveToken)
  if (errorCode) throw new AppError(errorCode)
  const actor: UserActor = {
    kind: 'user',
    userId: liveToken.user_id,
    // Without the admin scope, the calls of users show and change no more than for any other user.
    role: liveToken.may_administer ? liveToken.role : 'user',
    name: liveToken.name,
    sessionId: null,
    hasTwoFactor: liveToken.two_factor_confirmed_at !== null,
    tokenName: liveToken.token_name,
  }
  return { tokenId: liveToken.id, actor }
}

/** Returns the holders whose tokens are still valid. */
export async function filterValidTokens(
  { db, now }: TokenDeps,
  holders: readonly TokenHolder[],
): Promise<ReadonlySet<TokenHolder>> {
  const ids = [...new Set(holders.map(holder => holder.tokenId))]
  const live = await tokens.filterLive(db, ids, now().getTime())
  return new Set(holders.filter(holder => live.has(holder.tokenId)))
}

export const listTokens = ({ db }: Pick<Deps, 'db'>, { userId }: SessionActor) =>
  tokens.listTokens(db, userId)

interface NewToken {
  name: string
  scopes: readonly TokenScope[]
  expires_in_days: number
}

/**
 * Creates a token. Only its hash is stored, so the returned token can't be shown again (ACC-16).
 * @throws AppError `auth.forbidden` for the admin scope of a user who is no admin, `token.too_many`
 */
export async function createToken(
  deps: NotifyDeps,
  actor: SessionActor,
  { name, scopes, expires_in_days }: NewToken,
): Promise<{ row: tokens.TokenRow; token: string }> {
  const { transact, now: clock, newId } = deps
  const { userId, role } = actor
  const grant = grantOf(scopes)
  if (grant.may_administer && role !== 'admin') throw new AppError('auth.forbidden')
  const now = clock().getTime()
  const row = {
    id: newId(),
    name,
    ...grant,
    created_at: now,
    expires_at: expiryAfter(expires_in_days, now),
    last_used_at: null,
  }
  const token = `${TOKEN_PREFIX}${newToken()}`
  await transact(async tx => {
    await requireSession(tx, actor)
    await tokens.insertToken(tx, { ...row, user_id: userId, token_hash: tokenHash(token) })
    if ((await tokens.countTokens(tx, userId)) > MAX_ACCESS_TOKENS)
      throw new AppError('token.too_many', { values: { limit: MAX_ACCESS_TOKENS } })
    await notifyOwner(tx, deps, userId, { type: 'token_created', params: { name } })
  })
  return { row, token }
}

/** @throws AppError `token.not_found` */
export const revokeToken = (
  deps: NotifyDeps,
  { userId }: SessionActor,
  id: string,
): Promise<void> =>
  deps.transact(async tx => {
    const revoked = await tokens.deleteToken(tx, userId, id)
    if (!revoked) throw new AppError('token.not_found')
    const params = { name: revoked.name }
    await notifyOwner(tx, deps, userId, { type: 'token_revoked', params })
  })

/** Revokes all tokens of a user and notifies them once. */
export async function revokeAllTokens(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
): Promise<void> {
  if (await tokens.deleteAllTokens(tx, userId))
    await notifyOwner(tx, deps, userId, { type: 'tokens_revoked' })
}

/** Deletes tokens that expired 30 days ago. */
export const clearExpiredTokens = ({ db, now }: TokenDeps): Promise<void> =>
  tokens.deleteExpiredTokens(db, now().getTime() - EXPIRED_VISIBLE_MS)
