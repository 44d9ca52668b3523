import type { Input } from '@coffer/contract'
import type { BulkSelection } from '@coffer/contract/bulk-selection'
import type * as contract from '@coffer/contract/items'
import type { OnConflict } from '@coffer/contract/items'
import { type Actor, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { transactMany } from '../../db/transact-many.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { quotas } from '../quotas/index.ts'
import {
  type BulkFilter,
  countIn,
  findInPages,
  type SelectedItem,
  selectIds,
} from './bulk-selection.repository.ts'
import * as bulkTransfers from './bulk-transfers.repository.ts'
import { copyOf, copyTrees } from './copying.service.ts'
import { requireDepthBelow } from './depth.service.ts'
import {
  requireChildren,
  requireFolder,
  requireReadableFolder,
  requireSameOwners,
} from './items.access.ts'
import {
  addToCounts,
  type Count,
  findTakenKeys,
  type ItemView,
  type ItemWithAncestors,
  moveTo,
} from './items.repository.ts'
import { canLeaveTeam, canReplace, isHome } from './items.rules.ts'
import { numberNames } from './name-conflicts.service.ts'
import { findOwnTeams, placedItemsIn } from './ownership.repository.ts'
import { transferOwnership } from './ownership.service.ts'
import { requireCopyAllowed } from './transfer-limits.service.ts'
import {
  copyStrategy,
  createTransferTarget,
  moveStrategy,
  type TransferDeps,
  type TransferStrategy,
} from './transfer-strategies.service.ts'

type Transfer = Omit<Input<typeof contract.moveItems>['body'], 'items' | 'select_all_in'> & {
  select_all_in: BulkSelection
}

interface LockedItems {
  viewerId: string
  set: BulkFilter
  source: { folder: ItemWithAncestors; ancestors: ItemWithAncestors[] }
  target: { folder: ItemWithAncestors; ancestors: ItemWithAncestors[] }
}

const sum = ({ folders, files }: Count) => folders + files
const minus = ({ folders, files }: Count): Count => ({ folders: -folders, files: -files })

/** Converts a bulk selection of the API to a filter of the repository. */
export const bulkFilterOf = (
  folderId: string,
  { except, placed_at }: BulkSelection,
): BulkFilter => ({
  folderId,
  except,
  placedAt: placed_at === undefined ? null : Date.parse(placed_at),
})

async function loadFolders(
  db: Db,
  actor: Actor,
  { select_all_in, to_id }: Pick<Transfer, 'select_all_in' | 'to_id'>,
  ability: 'move' | 'download',
): Promise<LockedItems> {
  const source = await requireReadableFolder(db, actor, select_all_in.folder_id)
  requireChildren(actor, source.ancestors, ability)
  const target = await requireFolder(db, actor, to_id)
  const set = bulkFilterOf(source.folder.id, select_all_in)
  return { viewerId: viewerOf(actor), set, source, target }
}

/** Whether a bulk selection includes the item. */
const isSelected = ({ folderId, except, placedAt }: BulkFilter, item: ItemView): boolean =>
  item.parent_id === folderId &&
  !except.includes(item.id) &&
  (placedAt === null || item.placed_at === placedAt)

/** Locks both folders until the transaction ends. */
async function lockFolders(
  tx: Db,
  actor: Actor,
  transfer: Pick<Transfer, 'select_all_in' | 'to_id'>,
  ability: 'move' | 'download',
): Promise<LockedItems> {
  const before = await loadFolders(tx, actor, transfer, ability)
  const owners = [before.source.folder.owner_id, before.target.folder.owner_id]
  await quotas.lockOwners(tx, owners)
  const locked = await loadFolders(tx, actor, transfer, ability)
  requireSameOwners(owners, [locked.source.folder, locked.target.folder])
  if (locked.target.ancestors.some(item => isSelected(locked.set, item)))
    throw new AppError('item.into_itself')
  return locked
}

/** Transfers the items whose names are free in the target folder, some at a time. */
async function transferFree(
  tx: Db,
  { set, target }: LockedItems,
  transfer: (rows: readonly SelectedItem[]) => Promise<void>,
): Promise<Count> {
  const total = { folders: 0, files: 0 }
  for await (const rows of findInPages(tx, set)) {
    const keys = rows.map(row => row.name_key)
    const taken = await findTakenKeys(tx, target.folder.id, keys)
    const free = rows.filter(row => !taken.has(row.name_key))
    if (free.length > 0) await transfer(free)
    const folders = free.filter(({ type }) => type === 'folder').length
    total.folders += folders
    total.files += free.length - folders
  }
  await addToCounts(tx, target.folder.id, total)
  return total
}

const CONFLICT_BATCH_SIZE = 500

/**
 * Transfers the items whose names are taken: numbers all at once, or replaces in batches.
 * @returns how many were placed under a new name and how many replaced another item
 */
async function transferConflicting(
  tx: Db,
  { viewerId, set, source, target }: LockedItems,
  rule: OnConflict,
  at: number,
  strategy: TransferStrategy<unknown>,
): Promise<{ placed: number; replaced: number }> {
  const result = { placed: 0, replaced: 0 }
  if (rule === 'skip') return result
  if (rule === 'rename') {
    const taken = await bulkTransfers.findAllTaken(tx, set, target.folder.id, at)
    if (taken.length === 0) return result
    await strategy.put(await numberNames(tx, taken, target.folder.id))
    return { ...result, placed: taken.length }
  }
  for (let after = ''; ; ) {
    const range = { after, before: at, limit: CONFLICT_BATCH_SIZE }
    const taken = await bulkTransfers.findTaken(tx, set, target.folder.id, range, viewerId)
    const last = taken.at(-1)
    if (!last) return result
    const replacements = taken.filter(({ item, existing }) =>
      canReplace([item, ...source.ancestors], existing),
    )
    const pairs = replacements.map(({ item, existing }) => ({
      sourceId: item.id,
      targetId: existing.id,
    }))
    const rows = replacements.map(({ item }) => item)
    if (pairs.length > 0) await strategy.replace(rows, pairs)
    const kept = taken.filter(item => !replacements.includes(item)).map(({ item }) => item)
    const placed = await strategy.place(kept, 'rename')
    result.placed += placed.length
    result.replaced += pairs.length
    if (taken.length < CONFLICT_BATCH_SIZE) return result
    after = last.item.name_key
  }
}

const unchanged = (skipped: number) => ({ changed: 0, skipped, placed_at: null })

/** Team folders stay at the root when everything else is moved from there. */
async function excludeTeamFolders(
  tx: Db,
  { source, ...locked }: LockedItems,
): Promise<LockedItems> {
  if (!isHome(source.folder)) return { source, ...locked }
  const except = [...locked.set.except, ...(await findOwnTeams(tx, source.folder.owner_id))]
  return { source, ...locked, set: { ...locked.set, except } }
}

/**
 * Moves everything in a folder except some items. Free names take as many statements as one item
 * would.
 */
export const moveAllIn = (deps: TransferDeps, actor: Actor, transfer: Transfer) =>
  transactMany(deps, async tx => {
    const selection = await lockFolders(tx, actor, transfer, 'move')
    const locked = await excludeTeamFolders(tx, selection)
    const { set, source, target } = locked
    if (!canLeaveTeam(actor, source.folder, target.folder)) throw new AppError('team.move_out')
    // A move to another owner needs the same permissions as a copy.
    if (source.folder.owner_id !== target.folder.owner_id) {
      const { folders } = await countIn(tx, set)
      const copying = { sources: [source.folder], hasFolders: folders > 0 }
      await requireCopyAllowed(tx, actor, copying, target.folder)
    }
    const total = sum(await countIn(tx, selection.set))
    if (source.folder.id === target.folder.id) return { ...unchanged(total), renamed: [] }
    if (target.folder.depth > source.folder.depth)
      await requireDepthBelow(tx, selectIds(set), target.folder)
    const at = await placingTimeOf(tx, deps, locked)
    const free = await transferFree(tx, locked, rows =>
      moveTo(
        tx,
        rows.map(({ id }) => id),
        target.folder.id,
        at,
      ),
    )
    await addToCounts(tx, source.folder.id, minus(free))
    const destination = await createTransferTarget(tx, clockAt(deps, at), actor, target.folder)
    const taken = await transferConflicting(
      tx,
      locked,
      transfer.on_conflict,
      at,
      moveStrategy(destination),
    )
    await transferOwnership(tx, actor, placedItemsIn(target.folder, at), {
      from: source.folder,
      to: target.folder,
    })
    const changed = sum(free) + taken.placed + taken.replaced
    const canMoveBack = canLeaveTeam(actor, target.folder, source.folder)
    const isUndoable = sum(free) === changed && changed > 0 && canMoveBack
    return { ...outcome(total, changed, isUndoable ? at : null), renamed: [] }
  })

/** Copies everything in a folder except some items; see `moveAllIn`. */
export const copyAllIn = (deps: TransferDeps, actor: Actor, transfer: Transfer) =>
  transactMany(deps, async tx => {
    const locked = await lockFolders(tx, actor, transfer, 'download')
    const { set, source, target } = locked
    const count = await countIn(tx, set)
    const copying = { sources: [source.folder], hasFolders: count.folders > 0 }
    await requireCopyAllowed(tx, actor, copying, target.folder)
    const total = sum(count)
    // Items that are already in the target folder would replace themselves.
    const isOverItself = transfer.on_conflict === 'replace' && source.folder.id === target.folder.id
    if (isOverItself) return { ...unchanged(total), created: [] }
    await requireDepthBelow(tx, selectIds(set), target.folder)
    const at = await placingTimeOf(tx, deps, locked)
    const destination = await createTransferTarget(tx, clockAt(deps, at), actor, target.folder)
    const free = await transferFree(tx, locked, rows =>
      copyTrees(
        tx,
        rows.map(({ id }) => copyOf(deps, id, target.folder.id)),
        destination.context,
        destination.copies,
      ),
    )
    const taken = await transferConflicting(
      tx,
      locked,
      transfer.on_conflict,
      at,
      copyStrategy(destination),
    )
    const changed = sum(free) + taken.placed + taken.replaced
    const isUndoable = taken.replaced === 0 && changed > 0
    return { ...outcome(total, changed, isUndoable ? at : null), created: [] }
  })

const outcome = (total: number, changed: number, at: number | null) => ({
  changed,
  skipped: total - changed,
  placed_at: at === null ? null : new Date(at).toISOString(),
})

const placingTimeOf = (tx: Db, { now }: TransferDeps, { source, target }: LockedItems) =>
  bulkTransfers.nextPlacingTime(tx, [source.folder.id, target.folder.id], now().getTime())

/** Gives all items of a transfer the same placing time, by which an undo selects them. */
const clockAt = ({ newId }: TransferDeps, at: number) => ({ newId, now: () => new Date(at) })

/** How many conflicts are returned in full; the rest is only counted. */
const CONFLICTS_SHOWN = 100

/** Returns the first conflicts of a bulk transfer, and how many there are. */
export async function findConflictsIn(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  transfer: Pick<Transfer, 'select_all_in' | 'to_id'>,
): Promise<{ conflicts: bulkTransfers.Taken[]; total: number }> {
  const { viewerId, set, target } = await loadFolders(db, actor, transfer, 'download')
  const total = await bulkTransfers.countTaken(db, set, target.folder.id)
  if (total === 0) return { conflicts: [], total }
  const range = { after: '', before: Number.MAX_SAFE_INTEGER, limit: CONFLICTS_SHOWN }
  const conflicts = await bulkTransfers.findTaken(db, set, target.folder.id, range, viewerId)
  return { conflicts, total }
}
