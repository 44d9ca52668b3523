import type { Abilities, ItemRef } from '@coffer/contract/items'
import { type Actor, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { inBatches } from '../../lib/batches.ts'
import { quotas } from '../quotas/index.ts'
import { findWithAncestors, type ItemWithAncestors } from './items.repository.ts'
import { abilitiesWithin, isHome, visibleAncestors } from './items.rules.ts'

export interface AccessibleItem {
  item: ItemWithAncestors
  /** The item, then every folder above it that is visible to the actor. */
  ancestors: ItemWithAncestors[]
}

/**
 * Hidden and missing items get the same error, so that the existence of hidden items does not leak.
 */
function requireVisible(actor: Actor, ancestors: ItemWithAncestors[] | undefined): AccessibleItem {
  const visible = visibleAncestors(actor, ancestors ?? [])
  const [item] = visible
  if (!item) throw new AppError('item.not_found')
  return { item, ancestors: visible }
}

/** Answers 403 only for visible items. A home answers as missing. */
function requireAbility(
  actor: Actor,
  ancestors: ItemWithAncestors[] | undefined,
  ability?: keyof Abilities,
): AccessibleItem {
  const accessible = requireVisible(actor, ancestors)
  if (isHome(accessible.item)) throw new AppError('item.not_found')
  if (ability && !abilitiesWithin(actor, accessible.item)[ability])
    throw new AppError('auth.forbidden')
  return accessible
}

/**
 * Loads an item and checks that the actor has the ability.
 * @throws AppError `item.not_found` when it is missing, hidden or a home, and `auth.forbidden` when
 *   it is visible but the ability is missing
 */
export async function requireItem(
  db: Db,
  actor: Actor,
  id: string,
  ability?: keyof Abilities,
): Promise<AccessibleItem> {
  const ancestorsById = await findWithAncestors(db, [id], viewerOf(actor))
  return requireAbility(actor, ancestorsById.get(id), ability)
}

/** Some calls also send the type of an item; a different type is rejected. */
type Ref = Pick<ItemRef, 'id'> & Partial<ItemRef>

/** SQLite and PostgreSQL limit the number of parameters per statement. */
const IDS_PER_QUERY = 1000

async function loadAncestors(
  db: Db,
  ids: readonly string[],
  viewerId: string,
): Promise<Map<string, ItemWithAncestors[]>> {
  if (ids.length <= IDS_PER_QUERY) return findWithAncestors(db, ids, viewerId)
  const ancestorsById = new Map<string, ItemWithAncestors[]>()
  for (const batch of inBatches(ids, IDS_PER_QUERY))
    for (const [id, ancestors] of await findWithAncestors(db, batch, viewerId))
      ancestorsById.set(id, ancestors)
  return ancestorsById
}

/**
 * Loads items and checks the ability on each; throws when any check fails. One query per thousand
 * items.
 */
export async function requireItems(
  db: Db,
  actor: Actor,
  refs: readonly Ref[],
  ability: keyof Abilities,
): Promise<AccessibleItem[]> {
  const unique = new Map(refs.map(ref => [ref.id, ref]))
  const ancestorsById = await loadAncestors(db, [...unique.keys()], viewerOf(actor))
  return [...unique.values()].map(ref => {
    const accessible = requireAbility(actor, ancestorsById.get(ref.id), ability)
    if (ref.type && accessible.item.type !== ref.type) throw new AppError('item.wrong_type')
    return accessible
  })
}

/**
 * Returns the items that are visible to the actor, in order, each with its ancestors. One query.
 */
export async function findVisible(
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<AccessibleItem[]> {
  const ancestorsById = await findWithAncestors(db, ids, viewerOf(actor))
  return [...ancestorsById.values()].flatMap(all => {
    const ancestors = visibleAncestors(actor, all)
    const [item] = ancestors
    return item && !isHome(item) ? [{ item, ancestors }] : []
  })
}

/**
 * Locks items until the transaction ends. Checks the ability before locking, so that callers cannot
 * lock trees that they cannot see, and again afterwards, on the locked state.
 */
export async function lockItems(
  tx: Db,
  actor: Actor,
  refs: readonly Ref[],
  ability: keyof Abilities,
): Promise<AccessibleItem[]> {
  const visible = await requireItems(tx, actor, refs, ability)
  const owners = visible.map(({ item }) => item.owner_id)
  await quotas.lockOwners(tx, owners)
  const locked = await requireItems(tx, actor, refs, ability)
  requireSameOwners(
    owners,
    locked.map(({ item }) => item),
  )
  return locked
}

/** Throws when an item has changed owners since the owners' trees were locked. */
export function requireSameOwners(
  locked: readonly string[],
  now: readonly Pick<ItemWithAncestors, 'owner_id'>[],
): void {
  if (now.some(({ owner_id }) => !locked.includes(owner_id)))
    throw new AppError('item.moved_concurrently')
}

/** Locks one item; see `lockItems`. */
export async function lockItem(
  tx: Db,
  actor: Actor,
  id: string,
  ability: keyof Abilities,
): Promise<AccessibleItem> {
  const { item } = await requireItem(tx, actor, id, ability)
  await quotas.lockOwners(tx, [item.owner_id])
  const locked = await requireItem(tx, actor, id, ability)
  requireSameOwners([item.owner_id], [locked.item])
  return locked
}

/** The owner of the tree that the actor works in. */
export function rootOwnerId(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return actor.userId
    case 'share':
      return actor.share.owner_id
    case 'request':
      return actor.request.owner_id
  }
}

/** The folder that `null` and `all` stand for: the actor's home or their access root. */
export const rootFolderId = (actor: Actor): string => {
  switch (actor.kind) {
    case 'user':
      return actor.userId
    case 'share':
      return actor.share.item_id
    case 'request':
      return actor.request.folder_id
  }
}

/**
 * Loads a live folder whose content the actor may list. Homes of other users answer as missing.
 * @param id null stands for the actor's root folder
 * @throws AppError `item.not_found`, or `item.wrong_type` for a file
 */
export async function requireReadableFolder(
  db: Db,
  actor: Actor,
  id: string | null,
): Promise<{ folder: ItemWithAncestors; ancestors: ItemWithAncestors[] }> {
  const folderId = id ?? rootFolderId(actor)
  const ancestorsById = await findWithAncestors(db, [folderId], viewerOf(actor))
  const { item, ancestors } = requireVisible(actor, ancestorsById.get(folderId))
  const isForeignHome = isHome(item) && item.id !== rootFolderId(actor)
  if (item.trashed_at !== null || isForeignHome) throw new AppError('item.not_found')
  // The share of a file has no root folder.
  if (item.type !== 'folder') throw new AppError(id === null ? 'item.not_found' : 'item.wrong_type')
  return { folder: item, ancestors }
}

/**
 * Loads a live folder and checks that the actor has the ability on it.
 * @param id null stands for the actor's root folder
 * @throws AppError `auth.forbidden`, and those of `requireReadableFolder`
 */
export async function requireFolder(
  db: Db,
  actor: Actor,
  id: string | null,
  ability: keyof Abilities = 'add',
): Promise<{ folder: ItemWithAncestors; ancestors: ItemWithAncestors[] }> {
  const { folder, ancestors } = await requireReadableFolder(db, actor, id)
  if (!abilitiesWithin(actor, folder)[ability]) throw new AppError('auth.forbidden')
  return { folder, ancestors }
}

/** Loads a live folder and locks its tree until the transaction ends. */
export async function lockFolder(
  tx: Db,
  actor: Actor,
  id: string | null,
): Promise<{ folder: ItemWithAncestors; ancestors: ItemWithAncestors[] }> {
  const { folder } = await requireFolder(tx, actor, id)
  await quotas.lockOwners(tx, [folder.owner_id])
  const locked = await requireFolder(tx, actor, id)
  requireSameOwners([folder.owner_id], [locked.folder])
  return locked
}

/** Locks items and their target folder until the transaction ends. */
export async function lockTransfer(
  tx: Db,
  actor: Actor,
  refs: readonly ItemRef[],
  ability: keyof Abilities,
  toId: string | null,
): Promise<{
  sources: AccessibleItem[]
  folder: ItemWithAncestors
  ancestors: ItemWithAncestors[]
}> {
  const visible = await requireItems(tx, actor, refs, ability)
  const { folder } = await requireFolder(tx, actor, toId)
  // Lock all owners at once: two transfers in opposite directions would otherwise deadlock.
  const owners = [...visible.map(({ item }) => item.owner_id), folder.owner_id]
  await quotas.lockOwners(tx, owners)
  const sources = await requireItems(tx, actor, refs, ability)
  const target = await requireFolder(tx, actor, toId)
  requireSameOwners(owners, [...sources.map(({ item }) => item), target.folder])
  return { sources, ...target }
}

/**
 * Checks the ability for all children of a folder at once: children inherit their rights from it.
 */
export function requireChildren(
  actor: Actor,
  [folder]: readonly ItemWithAncestors[],
  ability: keyof Abilities,
): void {
  if (!folder) throw new AppError('item.not_found')
  const child = { ...folder, id: '', parent_id: folder.id }
  const can = (type: 'file' | 'folder') => abilitiesWithin(actor, { ...child, type })[ability]
  if (!can('file') || !can('folder')) throw new AppError('auth.forbidden')
}
