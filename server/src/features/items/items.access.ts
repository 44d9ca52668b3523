import type { Abilities, ItemRef } from '@coffer/contract/items'
import { type Actor, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { quotas } from '../quotas/index.ts'
import { findWithAncestors, type ItemWithAncestors } from './items.repository.ts'
import { abilitiesWithin, isHome, visibleAncestors } from './items.rules.ts'

export interface AccessibleItem {
  item: ItemWithAncestors
  /** The item, then every folder above it that the actor may know of. */
  ancestors: ItemWithAncestors[]
}

/** Hidden and missing answer alike. */
function requireVisible(actor: Actor, ancestors: ItemWithAncestors[] | undefined): AccessibleItem {
  const visible = visibleAncestors(actor, ancestors ?? [])
  const [item] = visible
  if (!item) throw new AppError('item.not_found')
  return { item, ancestors: visible }
}

/** 403 only to whoever may see the item anyway; a home is no item. */
function judge(
  actor: Actor,
  ancestors: ItemWithAncestors[] | undefined,
  ability?: keyof Abilities,
): AccessibleItem {
  const found = requireVisible(actor, ancestors)
  if (isHome(found.item)) throw new AppError('item.not_found')
  if (ability && !abilitiesWithin(actor, found.item)[ability]) throw new AppError('auth.forbidden')
  return found
}

/**
 * @throws AppError `item.not_found` when it is missing, hidden or somebody's home, and
 *   `auth.forbidden` when it may be seen but not changed
 */
export async function requireItem(
  db: Db,
  actor: Actor,
  id: string,
  ability?: keyof Abilities,
): Promise<AccessibleItem> {
  const ancestorsById = await findWithAncestors(db, [id], viewerOf(actor))
  return judge(actor, ancestorsById.get(id), ability)
}

/** Some calls name the kind of an item too, and are refused when it is another one. */
type Ref = Pick<ItemRef, 'id'> & Partial<ItemRef>

/** Statements take only so many parameters. */
const ASKED_AT_ONCE = 1000

async function loadAncestors(
  db: Db,
  ids: readonly string[],
  viewerId: string,
): Promise<Map<string, ItemWithAncestors[]>> {
  if (ids.length <= ASKED_AT_ONCE) return findWithAncestors(db, ids, viewerId)
  const ancestorsById = new Map<string, ItemWithAncestors[]>()
  for (let start = 0; start < ids.length; start += ASKED_AT_ONCE)
    for (const [id, ancestors] of await findWithAncestors(
      db,
      ids.slice(start, start + ASKED_AT_ONCE),
      viewerId,
    ))
      ancestorsById.set(id, ancestors)
  return ancestorsById
}

/** All of them or none, in one query for each thousand. */
export async function requireItems(
  db: Db,
  actor: Actor,
  refs: readonly Ref[],
  ability: keyof Abilities,
): Promise<AccessibleItem[]> {
  const unique = new Map(refs.map(ref => [ref.id, ref]))
  const ancestorsById = await loadAncestors(db, [...unique.keys()], viewerOf(actor))
  return [...unique.values()].map(ref => {
    const found = judge(actor, ancestorsById.get(ref.id), ability)
    if (ref.type && found.item.type !== ref.type) throw new AppError('item.wrong_type')
    return found
  })
}

/** Those of the items that the actor may see, in their order, each with its line; one query. */
export async function findVisible(
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<AccessibleItem[]> {
  const ancestorsById = await findWithAncestors(db, ids, viewerOf(actor))
  return [...ancestorsById.values()].flatMap(whole => {
    const ancestors = visibleAncestors(actor, whole)
    const [item] = ancestors
    return item && !isHome(item) ? [{ item, ancestors }] : []
  })
}

/**
 * Items that nobody else can change before the transaction ends. Judged before, so that nobody holds
 * a tree he can't see, and once more as they are by then.
 */
export async function lockItems(
  tx: Db,
  actor: Actor,
  refs: readonly Ref[],
  ability: keyof Abilities,
): Promise<AccessibleItem[]> {
  const seen = await requireItems(tx, actor, refs, ability)
  const owners = seen.map(({ item }) => item.owner_id)
  await quotas.lockOwners(tx, owners)
  const held = await requireItems(tx, actor, refs, ability)
  loadForUpdate(
    owners,
    held.map(({ item }) => item),
  )
  return held
}

/** What changed hands meanwhile lies in a tree that is not held. */
export function loadForUpdate(
  locked: readonly string[],
  now: readonly Pick<ItemWithAncestors, 'owner_id'>[],
): void {
  if (now.some(({ owner_id }) => !locked.includes(owner_id)))
    throw new AppError('item.moved_concurrently')
}

/** One of them. */
export async function lockItem(
  tx: Db,
  actor: Actor,
  id: string,
  ability: keyof Abilities,
): Promise<AccessibleItem> {
  const { item } = await requireItem(tx, actor, id, ability)
  await quotas.lockOwners(tx, [item.owner_id])
  const held = await requireItem(tx, actor, id, ability)
  loadForUpdate([item.owner_id], [held.item])
  return held
}

/** In whose tree somebody is at home, or a guest. */
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

/** What `null` and `all` stand for: one's home, or where one was let in. */
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
 * A live folder whose content the actor may look at. Other people's homes are nobody's to open.
 * @param id null stands for the actor's home
 */
export async function requireReadableFolder(
  db: Db,
  actor: Actor,
  id: string | null,
): Promise<{ folder: ItemWithAncestors; ancestors: ItemWithAncestors[] }> {
  const folderId = id ?? rootFolderId(actor)
  const ancestorsById = await findWithAncestors(db, [folderId], viewerOf(actor))
  const { item, ancestors } = requireVisible(actor, ancestorsById.get(folderId))
  const isStrange = isHome(item) && item.id !== rootFolderId(actor)
  if (item.trashed_at !== null || isStrange) throw new AppError('item.not_found')
  // A link to a file opens no folder.
  if (item.type !== 'folder') throw new AppError(id === null ? 'item.not_found' : 'item.wrong_type')
  return { folder: item, ancestors }
}

/**
 * A live folder that things can be put into, or that something else can be done with.
 * @param id null stands for the actor's home
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

/** A live folder that stays as it is until the transaction ends. */
export async function lockFolder(
  tx: Db,
  actor: Actor,
  id: string | null,
): Promise<{ folder: ItemWithAncestors; ancestors: ItemWithAncestors[] }> {
  const { folder } = await requireFolder(tx, actor, id)
  await quotas.lockOwners(tx, [folder.owner_id])
  const held = await requireFolder(tx, actor, id)
  loadForUpdate([folder.owner_id], [held.folder])
  return held
}

/** Items and the folder they are for, all of which stay as they are until the transaction ends. */
export async function lockTransfer(
  tx: Db,
  actor: Actor,
  refs: readonly ItemRef[],
  ability: keyof Abilities,
  toId: string | null,
): Promise<{ found: AccessibleItem[]; folder: ItemWithAncestors; ancestors: ItemWithAncestors[] }> {
  const seen = await requireItems(tx, actor, refs, ability)
  const { folder } = await requireFolder(tx, actor, toId)
  // At once, so that two transfers the other way round never wait for each other.
  const owners = [...seen.map(({ item }) => item.owner_id), folder.owner_id]
  await quotas.lockOwners(tx, owners)
  const found = await requireItems(tx, actor, refs, ability)
  const target = await requireFolder(tx, actor, toId)
  loadForUpdate(owners, [...found.map(({ item }) => item), target.folder])
  return { found, ...target }
}

/** What holds for everything in a folder, without asking for each: rights come from above. */
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
