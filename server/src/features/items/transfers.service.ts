import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/items'
import type { ItemRef } from '@coffer/contract/items'
import { type Actor, viewerOf } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { nameKey } from '../../lib/item-names.ts'
import type { Taken } from './bulk-transfers.repository.ts'
import { requireDepthFor } from './depth.service.ts'
import {
  type AccessibleItem,
  lockTransfer,
  requireFolder,
  requireItems,
  rootFolderId,
} from './items.access.ts'
import * as items from './items.repository.ts'
import { canLeaveTeam, isDescendantOf } from './items.rules.ts'
import { transferInto } from './transfer-into.service.ts'
import { requireCopyAllowed, requireMoveAllowed } from './transfer-limits.service.ts'
import {
  copyStrategy,
  createTransferTarget,
  moveStrategy,
  type TransferDeps,
} from './transfer-strategies.service.ts'

type Move = Omit<Input<typeof contract.moveItems>['body'], 'items' | 'select_all_in'> & {
  items: readonly ItemRef[]
}
type Transfer = Omit<Move, 'from_id'>

/**
 * Moves items to a folder; skips those that are no longer in the folder `from_id`.
 * @throws AppError `item.into_itself`, `team.move_out`, `item.too_deep`
 */
export const moveItems = (deps: TransferDeps, actor: Actor, input: Move) =>
  deps.transact(async tx => {
    // Locked, because two concurrent moves could otherwise put each item inside the other.
    const locked = await lockTransfer(tx, actor, input.items, 'move', input.to_id)
    const { folder, ancestors } = locked
    const fromId = input.from_id === null ? rootFolderId(actor) : input.from_id
    const isThere = ({ item }: AccessibleItem) => fromId === undefined || item.parent_id === fromId
    const sources = locked.sources.filter(isThere)
    if (sources.some(({ item }) => isDescendantOf(ancestors, item.id)))
      throw new AppError('item.into_itself')
    if (!sources.every(({ item }) => canLeaveTeam(actor, item, folder)))
      throw new AppError('team.move_out')
    await requireMoveAllowed(tx, actor, sources, folder)
    const moving = sources.filter(({ item }) => item.parent_id !== folder.id)
    await requireDepthFor(tx, deeperItems(moving, folder), folder)
    const destination = await createTransferTarget(tx, deps, actor, folder)
    const strategy = moveStrategy(destination)
    const { placed, replaced } = await transferInto(
      tx,
      moving,
      folder.id,
      input.on_conflict,
      strategy,
    )
    const before = new Map(moving.map(({ item }) => [item.id, item.name]))
    const renamed = placed.filter(({ id, name }) => before.get(id) !== name)
    const changed = placed.length + replaced
    return {
      changed,
      skipped: locked.sources.length - changed,
      renamed: renamed.map(({ id, type, name }) => ({ id, type, name })),
      ...(sources.every(({ item }) => canLeaveTeam(actor, folder, item)) ? {} : NOT_UNDOABLE),
    }
  })

const NOT_UNDOABLE = { placed_at: null }

/** Items that the move takes deeper; only these can exceed the depth limit. */
const deeperItems = (
  moving: readonly AccessibleItem[],
  folder: items.ItemWithAncestors,
): items.ItemWithAncestors[] =>
  moving.map(({ item }) => item).filter(item => folder.depth + 1 > item.depth)

/**
 * Copies items to a folder.
 * @throws AppError `item.into_itself`, `item.too_deep`, `upload.quota_exceeded`
 */
export const copyItems = (deps: TransferDeps, actor: Actor, input: Transfer) =>
  deps.transact(async tx => {
    const locked = await lockTransfer(tx, actor, input.items, 'download', input.to_id)
    const { sources, folder, ancestors } = locked
    if (sources.some(({ item }) => item.trashed_at !== null)) throw new AppError('auth.forbidden')
    if (sources.some(({ item }) => isDescendantOf(ancestors, item.id)))
      throw new AppError('item.into_itself')
    const sourceItems = sources.map(({ item }) => item)
    const hasFolders = sourceItems.some(({ type }) => type === 'folder')
    await requireCopyAllowed(tx, actor, { sources: sourceItems, hasFolders }, folder)
    // Items that are already in the target folder would replace themselves.
    const copying = sources.filter(
      ({ item }) => input.on_conflict !== 'replace' || item.parent_id !== folder.id,
    )
    await requireDepthFor(
      tx,
      copying.map(({ item }) => item),
      folder,
    )
    const destination = await createTransferTarget(tx, deps, actor, folder)
    const strategy = copyStrategy(destination)
    const { placed, replaced } = await transferInto(
      tx,
      copying,
      folder.id,
      input.on_conflict,
      strategy,
    )
    const changed = placed.length + replaced
    return { changed, skipped: sources.length - changed, created: [...placed] }
  })

/** Returns the items whose names are taken in the target folder. */
export async function findConflicts(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  input: Pick<Transfer, 'items' | 'to_id'> & { name?: string | undefined },
): Promise<{ conflicts: Taken[]; total: number }> {
  const sources = await requireItems(db, actor, input.items, 'download')
  const { folder } = await requireFolder(db, actor, input.to_id)
  const keyOf = (item: items.ItemView) => (input.name ? nameKey(input.name) : item.name_key)
  const keys = sources.map(({ item }) => keyOf(item))
  const namesakes = await items.findNamesakes(db, [folder.id], keys, viewerOf(actor))
  const byKey = new Map(namesakes.map(row => [row.name_key, row]))
  const conflicts = sources.flatMap(({ item }) => {
    const existing = byKey.get(keyOf(item))
    return existing && existing.id !== item.id ? [{ item, existing }] : []
  })
  return { conflicts, total: conflicts.length }
}
