import { MOST_TOKENS, TOKEN_PREFIX, type TokenScope } from '@coffer/contract/access-tokens'
import type { SessionActor, UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { newToken, tokenHash } from '../../lib/tokens.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import { requireSession } from '../auth/index.ts'
import * as tokens from './access-tokens.repository.ts'
import {
  type Ask,
  expiryAfter,
  isUseRecordDue,
  refusalOf,
  SHOWN_EXPIRED_MS,
  scopesOfGrant,
} from './access-tokens.rules.ts'

type TokenDeps = Pick<Deps, 'db' | 'now'>
type NotifyDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>

/** Who comes with a token, and with which: both are gone once it is revoked. */
export interface TokenHolder {
  tokenId: string
  actor: UserActor
}

/**
 * On the way of every request that brings a token: one query, so that what is revoked, or no longer
 * an administrator's, is refused at once.
 * @throws AppError `token.unknown`, and what `refusalOf` says
 */
export async function authenticateToken(
  { db, now: clock }: TokenDeps,
  token: string,
  ask: Ask,
): Promise<TokenHolder> {
  const now = clock().getTime()
  const known = token.startsWith(TOKEN_PREFIX)
    ? await tokens.findLiveToken(db, tokenHash(token), now)
    : undefined
  if (!known) throw new AppError('token.unknown')
  if (isUseRecordDue(known.last_used_at, now)) await tokens.recordUse(db, known, now)
  const refusal = refusalOf(ask, known)
  if (refusal) throw new AppError(refusal)
  const { user_id: userId, role, name } = known
  const hasTwoFactor = known.two_factor_confirmed_at !== null
  const actor: UserActor = { kind: 'user', userId, role, name, sessionId: null, hasTwoFactor }
  return { tokenId: known.id, actor }
}

/** Those whose tokens go on. */
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

/** The token is told to whoever asked, and forgotten. */
export async function createToken(
  deps: NotifyDeps,
  actor: SessionActor,
  { name, scopes, expires_in_days }: NewToken,
): Promise<{ row: tokens.TokenRow; token: string }> {
  const { transact, now: clock, newId } = deps
  const { userId, role } = actor
  const grant = scopesOfGrant(scopes)
  if (grant.may_administer && role !== 'admin') throw new AppError('auth.forbidden')
  const now = clock().getTime()
  const row = {
    ...{ id: newId(), name, ...grant },
    ...{ created_at: now, expires_at: expiryAfter(expires_in_days, now), last_used_at: null },
  }
  const token = `${TOKEN_PREFIX}${newToken()}`
  await transact(async tx => {
    await requireSession(tx, actor)
    await tokens.insertToken(tx, { ...row, user_id: userId, token_hash: tokenHash(token) })
    if ((await tokens.countTokens(tx, userId)) > MOST_TOKENS)
      throw new AppError('token.too_many', { values: { limit: MOST_TOKENS } })
    await notifyOwner(tx, deps, userId, { type: 'token_made', params: { name } })
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

/** With a password that may not have been its owner's alone; told once for all of them. */
export async function revokeTokensOf(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
): Promise<void> {
  if (await tokens.deleteTokensOf(tx, userId))
    await notifyOwner(tx, deps, userId, { type: 'tokens_revoked' })
}

export const clearExpiredTokens = ({ db, now }: TokenDeps): Promise<void> =>
  tokens.deleteExpiredTokens(db, now().getTime() - SHOWN_EXPIRED_MS)
