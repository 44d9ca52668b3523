import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/items'
import { type Actor, creatorOf, requestGuestId, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { disallowedRename } from '../../lib/file-blacklist.ts'
import { nameKey } from '../../lib/item-names.ts'
import {
  type Classification,
  classifyForUpdate,
  columnsOf,
  NO_DOCUMENT,
} from '../document-types/index.ts'
import { findExif } from '../previews/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { requireDepth } from './depth.service.ts'
import { type FolderCapacity, folderCapacity } from './folder-capacity.service.ts'
import { lockFolder, lockItem, requireItem } from './items.access.ts'
import * as items from './items.repository.ts'
import { abilitiesWithin, canReplace, isVisibleTo } from './items.rules.ts'
import { freeNameIn, subtractFromParents } from './name-conflicts.service.ts'
import { replaceByMove } from './replacing.service.ts'
import { replacementContext } from './transfer-strategies.service.ts'

type ItemDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId'>

/**
 * Returns an item that the actor may see, with the EXIF data of its content if they may download
 * it.
 */
export async function getItem({ db }: Pick<Deps, 'db'>, actor: Actor, id: string) {
  const { item } = await requireItem(db, actor, id)
  const isReadable = abilitiesWithin(actor, item).download
  const exif =
    isReadable && item.preview_key && item.blob_id ? await findExif({ db }, item.blob_id) : null
  return { item, exif }
}

/** Creates a folder. @throws AppError `item.name_taken` with `skip`, `item.too_deep` */
export const createFolder = (
  { transact, now, newId }: ItemDeps,
  actor: Actor,
  input: Input<typeof contract.createFolder>['body'],
): Promise<items.ItemView> =>
  transact(async tx => {
    const { folder: parent } = await lockFolder(tx, actor, input.parent_id)
    const { classification } = await classifyForUpdate(tx, input)
    const id = await makeFolder(tx, { newId, now }, actor, parent, { ...input, classification })
    return items.requireView(tx, id, viewerOf(actor))
  })

/**
 * Creates a folder, numbering a taken name when `on_conflict` is `rename`. Expects a locked parent.
 */
export async function makeFolder(
  tx: Db,
  deps: Pick<Deps, 'newId' | 'now'>,
  actor: Actor,
  parent: FolderParent,
  { on_conflict, ...folder }: NewFolder & { on_conflict: 'rename' | 'skip' },
): Promise<string> {
  const namesake = await items.findByName(tx, parent.id, folder.name)
  if (namesake && isVisibleTo(actor, namesake) && on_conflict === 'skip')
    throw new AppError('item.name_taken')
  const name = namesake ? await freeNameIn(tx, parent.id, folder.name) : folder.name
  return insertFolder(tx, deps, actor, parent, { ...folder, name })
}

type FolderParent = Pick<
  items.ItemWithAncestors,
  'id' | 'owner_id' | 'owner_restricted' | 'team_id' | 'depth'
>
export interface NewFolder {
  name: string
  emoji?: string | null
  color?: string | null
  classification?: Classification
  /** The restriction that must not apply to the owner; `canCreateFolder` by default. */
  takes?: 'canCreateFolder' | 'canCreateTeamFolder'
  /** Shared by all folders of one call; by default that of this folder alone. */
  capacity?: FolderCapacity
}

/** Inserts a folder. Expects a locked parent and a free name. */
export async function insertFolder(
  tx: Db,
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  actor: Actor,
  parent: FolderParent,
  {
    name,
    emoji = null,
    color = null,
    classification = NO_DOCUMENT,
    takes,
    capacity = folderCapacity(tx, actor),
  }: NewFolder,
): Promise<string> {
  await requireUnrestricted(tx, actor, [parent], takes ?? 'canCreateFolder')
  requireDepth(parent.depth + 1)
  await capacity()
  const id = newId()
  const at = now().getTime()
  await items.insertItem(tx, {
    id,
    owner_id: parent.owner_id,
    parent_id: parent.id,
    type: 'folder',
    name,
    emoji,
    color,
    ...columnsOf(classification),
    creator_id: creatorOf(actor).id,
    guest_id: requestGuestId(actor),
    team_id: parent.team_id,
    created_at: at,
    updated_at: at,
  })
  await items.addToCounts(tx, parent.id, { folders: 1, files: 0 })
  return id
}

/**
 * Renames an item and changes a folder's emoji and colour.
 * @throws AppError `item.renamed_concurrently` when the name is not the one that the caller saw,
 *   `upload.type_not_allowed`, and `item.name_taken` with `skip`
 */
export const renameItem = (
  deps: Omit<ItemDeps, 'db'>,
  actor: Actor,
  id: string,
  input: Input<typeof contract.renameItem>['body'],
): Promise<items.ItemView> =>
  deps.transact(async tx => {
    const { item, ancestors } = await lockItem(tx, actor, id, 'edit')
    requireUnchanged(item, input)
    await requireAllowedName(tx, item, input.name)
    const namesake = await findNamesake(tx, item, input.name)
    const isKnown = namesake !== undefined && isVisibleTo(actor, namesake)
    if (isKnown && input.on_conflict === 'skip')
      throw new AppError('item.name_taken', { errors: { name: ['errors.item.name_taken.detail'] } })
    if (isKnown && input.on_conflict === 'replace' && canReplace(ancestors, namesake)) {
      const context = await replacementContext(tx, deps, actor, item.owner_id)
      await replaceByMove(tx, [{ sourceId: id, targetId: namesake.id }], context)
      await subtractFromParents(tx, [item])
      return items.requireView(tx, namesake.id, viewerOf(actor))
    }
    await items.updateItem(tx, id, {
      name: namesake ? await freeNameIn(tx, item.parent_id ?? '', input.name) : input.name,
      // The modification time of a file is that of its content, so a rename keeps it.
      ...(item.type === 'folder' && { updated_at: deps.now().getTime() }),
      ...appearanceOf(item, input),
    })
    return { ...item, ...(await items.requireView(tx, id, viewerOf(actor))) }
  })

/** Rejects a rename when the item was renamed since the caller loaded it. */
function requireUnchanged(
  { type, name }: items.ItemView,
  input: Input<typeof contract.renameItem>['body'],
): void {
  if (type !== input.type) throw new AppError('item.wrong_type')
  if ((input.seen_name ?? name) !== name)
    throw new AppError('item.renamed_concurrently', { values: { name } })
}

/** Rejects a name that gives a file a type on the blacklist; one that it has already may stay. */
async function requireAllowedName(
  tx: Db,
  { type, name: before }: items.ItemView,
  after: string,
): Promise<void> {
  if (type !== 'file') return
  const { mimetypes_blacklist: list } = await readSettings(tx)
  const disallowed = disallowedRename(list, before, after)
  if (disallowed) throw new AppError('upload.type_not_allowed', { values: { type: disallowed } })
}

/** Finds another item with the name. A different spelling of the item's own name is always free. */
async function findNamesake(tx: Db, item: items.ItemView, name: string) {
  if (nameKey(item.name) === nameKey(name)) return undefined
  return items.findByName(tx, item.parent_id ?? '', name)
}

/** Only folders have an emoji and a colour. */
const appearanceOf = (
  { type }: items.ItemView,
  { emoji, color }: Input<typeof contract.renameItem>['body'],
) =>
  type === 'folder'
    ? { ...(emoji !== undefined && { emoji }), ...(color !== undefined && { color }) }
    : {}
