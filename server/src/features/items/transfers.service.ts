import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/items'
import type { ItemRef } from '@coffer/contract/items'
import { type Actor, viewerOf } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { nameKey } from '../../lib/item-names.ts'
import type { Taken } from './bulk-transfers.repository.ts'
import { requireDepthFor } from './depth.service.ts'
import { type AccessibleItem, lockTransfer, requireFolder, requireItems } from './items.access.ts'
import * as items from './items.repository.ts'
import { canLeaveTeam, isDescendantOf } from './items.rules.ts'
import { transferInto } from './transfer-into.service.ts'
import { requireCopyAllowed, requireQuotaFor } from './transfer-limits.service.ts'
import {
  copyStrategy,
  createTransferTarget,
  moveStrategy,
  type TransferDeps,
} from './transfer-strategies.service.ts'

type Transfer = Omit<Input<typeof contract.moveItems>['body'], 'items' | 'select_all_in'> & {
  items: readonly ItemRef[]
}

export const moveItems = (deps: TransferDeps, actor: Actor, input: Transfer) =>
  deps.transact(async tx => {
    // Held: two moves at once could otherwise put each inside the other.
    const held = await lockTransfer(tx, actor, input.items, 'move', input.to_id)
    const { found, folder, ancestors } = held
    if (found.some(({ item }) => isDescendantOf(ancestors, item.id)))
      throw new AppError('item.into_itself')
    if (!found.every(({ item }) => canLeaveTeam(actor, item, folder)))
      throw new AppError('team.move_out')
    await requireQuotaFor(tx, actor, found, folder)
    const moving = found.filter(({ item }) => item.parent_id !== folder.id)
    await requireDepthFor(tx, deeperItems(moving, folder), folder)
    const into = await createTransferTarget(tx, deps, actor, folder)
    const way = moveStrategy(into)
    const { placed, replaced } = await transferInto(tx, moving, folder.id, input.on_conflict, way)
    const before = new Map(moving.map(({ item }) => [item.id, item.name]))
    const renamed = placed.filter(({ id, name }) => before.get(id) !== name)
    const changed = placed.length + replaced
    return {
      ...{ changed, skipped: found.length - changed },
      renamed: renamed.map(({ id, type, name }) => ({ id, type, name })),
    }
  })

/** Those that the move takes further down: the others stay within the limit. */
const deeperItems = (
  moving: readonly AccessibleItem[],
  folder: items.ItemWithAncestors,
): items.ItemWithAncestors[] =>
  moving.map(({ item }) => item).filter(item => folder.depth + 1 > item.depth)

export const copyItems = (deps: TransferDeps, actor: Actor, input: Transfer) =>
  deps.transact(async tx => {
    const held = await lockTransfer(tx, actor, input.items, 'download', input.to_id)
    const { found, folder, ancestors } = held
    if (found.some(({ item }) => item.trashed_at !== null)) throw new AppError('auth.forbidden')
    if (found.some(({ item }) => isDescendantOf(ancestors, item.id)))
      throw new AppError('item.into_itself')
    await requireCopyAllowed(tx, actor, found, folder)
    // What lies there already would be put over itself.
    const copying = found.filter(
      ({ item }) => input.on_conflict !== 'replace' || item.parent_id !== folder.id,
    )
    await requireDepthFor(
      tx,
      copying.map(({ item }) => item),
      folder,
    )
    const into = await createTransferTarget(tx, deps, actor, folder)
    const way = copyStrategy(into)
    const { placed, replaced } = await transferInto(tx, copying, folder.id, input.on_conflict, way)
    const changed = placed.length + replaced
    return { changed, skipped: found.length - changed, created: [...placed] }
  })

/** Which items would meet a taken name, in one query besides who may ask. */
export async function findConflicts(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  input: Pick<Transfer, 'items' | 'to_id'> & { name?: string | undefined },
): Promise<{ conflicts: Taken[]; total: number }> {
  const found = await requireItems(db, actor, input.items, 'download')
  const { folder } = await requireFolder(db, actor, input.to_id)
  const keyOf = (item: items.ItemView) => (input.name ? nameKey(input.name) : item.name_key)
  const keys = found.map(({ item }) => keyOf(item))
  const namesakes = await items.findNamesakes(db, [folder.id], keys, viewerOf(actor))
  const byKey = new Map(namesakes.map(row => [row.name_key, row]))
  const conflicts = found.flatMap(({ item }) => {
    const existing = byKey.get(keyOf(item))
    return existing && existing.id !== item.id ? [{ item, existing }] : []
  })
  return { conflicts, total: conflicts.length }
}
