import type { Input } from '@coffer/contract'
import type { ListQuery } from '@coffer/contract/browse'
import type * as contract from '@coffer/contract/shares'
import type { UserActor } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { ShareRow, ShareWithItem } from '../../db/schema-sharing.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { newToken, tokenHash } from '../../lib/tokens.ts'
import { recordAudit } from '../audit/index.ts'
import { sendMails } from '../emails/index.ts'
import { endGuestUploads } from '../guest-uploads/index.ts'
import { lockItem } from '../items/index.ts'
import * as shares from './shares.repository.ts'
import { expiryFrom } from './shares.rules.ts'

type ShareDeps = Pick<Deps, 'db' | 'transact' | 'hashPassword' | 'now' | 'newId' | 'jobs'>
export type OwnShare = ShareRow & Pick<ShareWithItem, 'type' | 'name'>

const sharedItem = ({ item_id: id, name }: { item_id: string; name: string | null }) => ({
  type: 'item',
  id,
  name,
})

/** The state of a share in the audit log. */
const rightsOf = ({ permission, password_hash, expires_at, download_limit }: OwnShare) => ({
  permission,
  has_password: password_hash !== null,
  expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
  download_limit,
})

/** Shares an item and emails the link. @throws AppError `share.exists`, `item.wrong_type` */
export const createShare = async (
  deps: ShareDeps,
  actor: UserActor,
  input: Input<typeof contract.createShare>['body'],
): Promise<OwnShare> => {
  // Hash outside the transaction: Argon2 takes tens of milliseconds and would block other writers.
  const password_hash = input.password === null ? null : await deps.hashPassword(input.password)
  return deps.transact(async tx => {
    const { item } = await lockItem(tx, actor, input.id, 'share')
    if (item.type !== input.type) throw new AppError('item.wrong_type')
    if (await shares.findByItem(tx, item.id)) throw new AppError('share.exists')
    const at = deps.now()
    const token = newToken()
    const row = await shares.insertShare(tx, {
      id: deps.newId(),
      item_id: item.id,
      owner_id: item.owner_id,
      token,
      token_hash: tokenHash(token),
      // SHARE-1: a link to a file is always visitor.
      permission: item.type === 'file' ? 'visitor' : input.permission,
      password_hash,
      unlock_key: newToken(),
      expires_in_hours: input.expiration,
      expires_at: expiryFrom(at, input.expiration),
      download_limit: input.download_limit,
      created_at: at.getTime(),
      updated_at: at.getTime(),
    })
    const share = { ...row, type: item.type, name: item.name }
    await mailLink(tx, deps, actor, share, input.emails)
    recordAudit(tx, { action: 'share.created', target: sharedItem(share), after: rightsOf(share) })
    recordChange(tx, 'share', [item.id])
    return share
  })
}

/** Returns not_found for other users' shares so that their existence does not leak. */
export async function requireOwn(db: Db, actor: UserActor, token: string): Promise<OwnShare> {
  const share = await shares.findOwn(db, actor.userId, tokenHash(token))
  if (!share) throw new AppError('share.not_found')
  return share
}

/** Returns one of the caller's shares. @throws AppError `share.not_found` */
export const getShare = ({ db }: Pick<Deps, 'db'>, actor: UserActor, token: string) =>
  requireOwn(db, actor, token)

type Change = Input<typeof contract.updateShare>['body']

/** A new unlock key invalidates every unlock cookie (SHARE-4). */
async function lockOf(
  { hashPassword }: Pick<Deps, 'hashPassword'>,
  { protected: isProtected, password }: Change,
) {
  if (isProtected === false) return { password_hash: null, unlock_key: newToken() }
  if (password == null) return {}
  return { password_hash: await hashPassword(password), unlock_key: newToken() }
}

/** Changes a share; a reduced permission ends the uploads of its guests. */
export async function updateShare(
  deps: ShareDeps,
  actor: UserActor,
  token: string,
  change: Change,
): Promise<OwnShare> {
  const lock = await lockOf(deps, change)
  return deps.transact(async tx => {
    const share = await requireOwn(tx, actor, token)
    if (change.protected && !('password_hash' in lock) && share.password_hash === null)
      throw new AppError('request.invalid', { errors: { password: ['validation.required'] } })
    const { permission, expiration, download_limit } = change
    const now = deps.now()
    const row = await shares.updateShare(tx, share.id, {
      ...lock,
      ...(permission && share.type === 'folder' && { permission }),
      ...(expiration !== undefined && {
        expires_in_hours: expiration,
        expires_at: expiryFrom(now, expiration),
      }),
      ...(download_limit !== undefined && { download_limit }),
      updated_at: now.getTime(),
    })
    if (!row) throw new AppError('share.not_found')
    recordAudit(tx, {
      action: 'share.changed',
      target: sharedItem(share),
      before: rightsOf(share),
      after: rightsOf({ ...share, ...row }),
    })
    recordChange(tx, 'share', [share.item_id])
    if (share.permission === 'editor' && row.permission === 'visitor')
      await endGuestUploads(tx, deps, [share.id])
    return { ...share, ...row }
  })
}

/** Revokes those shares that belong to the caller and returns their number. */
export const revokeShares = (
  deps: Pick<Deps, 'transact' | 'jobs'>,
  actor: UserActor,
  tokens: readonly string[],
): Promise<number> =>
  deps.transact(async tx => {
    const ended = await shares.deleteOwn(tx, actor.userId, tokens.map(tokenHash))
    recordChange(
      tx,
      'item',
      ended.map(share => share.item_id),
    )
    for (const share of ended)
      recordAudit(tx, { action: 'share.revoked', target: sharedItem(share) })
    await endGuestUploads(
      tx,
      deps,
      ended.map(share => share.id),
    )
    return ended.length
  })

function mailLink(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'newId'>,
  actor: UserActor,
  share: OwnShare,
  emails: readonly string[],
): Promise<void> {
  const recipients = [...new Set(emails)].map(to => ({ to, language: null }))
  return sendMails(tx, deps, recipients, {
    template: 'share-link',
    data: {
      sender: actor.name,
      item: share.name,
      protected: share.password_hash !== null,
      expires_at: share.expires_at === null ? null : new Date(share.expires_at).toISOString(),
      path: `/share/${share.token}`,
    },
  })
}

/** Emails the link of the caller's share, once per address. */
export const mailShare = (
  deps: ShareDeps,
  actor: UserActor,
  token: string,
  emails: readonly string[],
): Promise<void> =>
  deps.transact(async tx => mailLink(tx, deps, actor, await requireOwn(tx, actor, token), emails))

/** A page of the items that the caller has shared. */
export async function browseShares(
  { db }: Pick<Deps, 'db'>,
  { userId }: UserActor,
  query: ListQuery,
) {
  const total = await shares.countShared(db, userId)
  const items = await shares.listShared(db, userId, query)
  return { folder: null, ancestors: [], items, total, page: query }
}
