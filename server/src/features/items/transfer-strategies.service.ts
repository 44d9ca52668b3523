import type { OnConflict } from '@coffer/contract/items'
import { type Actor, creatorOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { readSettings } from '../settings/index.ts'
import type { Copy, CopyInto } from './copying.repository.ts'
import { copyTrees } from './copying.service.ts'
import type { ItemView } from './items.repository.ts'
import {
  addToParent,
  placeItems,
  placeResolved,
  type ResolvedName,
  resolveNames,
  subtractFromParents,
} from './name-conflicts.service.ts'
import { transferOwnershipOfRows } from './ownership.service.ts'
import type { Pair } from './replacing.repository.ts'
import { type Replacing, replaceByCopy, replaceByMove } from './replacing.service.ts'

export type TransferDeps = Pick<Deps, 'transact' | 'now' | 'newId' | 'databaseKind'>

/** The columns needed to put an item into a folder under a resolved name. */
type TransferItem = Pick<ItemView, 'id' | 'type' | 'name' | 'parent_id'>

/** How items get into a folder: by moving or by copying. */
export interface TransferStrategy<P> {
  /** Puts items in under free names; with `skip`, leaves out items whose names are taken. */
  place: (rows: readonly ItemView[], rule: Exclude<OnConflict, 'replace'>) => Promise<readonly P[]>
  /** Puts items in under names that are already resolved. */
  put: (settled: ResolvedName<TransferItem>) => Promise<readonly unknown[]>
  /** Replaces the items that have the same names. */
  replace: (rows: readonly ItemView[], pairs: readonly Pair[]) => Promise<void>
}

/** The folder that items are transferred into, and the transaction and context of the transfer. */
export interface TransferTarget {
  tx: Db
  folder: ItemView
  context: Replacing
  copies: Omit<CopyInto, 'at'>
}

/** Reads what a replacement needs to know besides the items. */
export async function replacementContext(
  tx: Db,
  deps: Pick<TransferDeps, 'now' | 'newId'>,
  actor: Actor,
  ownerId: string,
): Promise<Replacing> {
  const { versions_kept: versionsKept } = await readSettings(tx)
  return { deps, actor, ownerId, versionsKept }
}

export async function createTransferTarget(
  tx: Db,
  deps: Pick<TransferDeps, 'now' | 'newId'>,
  actor: Actor,
  folder: ItemView,
): Promise<TransferTarget> {
  const ownerId = folder.owner_id
  return {
    tx,
    folder,
    context: await replacementContext(tx, deps, actor, ownerId),
    copies: { ownerId, teamId: folder.team_id, creatorId: creatorOf(actor).id },
  }
}

/** Moves items to the target folder. */
export const moveStrategy = ({
  tx,
  folder,
  context,
}: TransferTarget): TransferStrategy<ItemView> => ({
  place: async (rows, rule) => {
    const placed = await placeItems(tx, context.deps, rows, folder.id, rule)
    await subtractFromParents(tx, placed)
    await transferOwnershipOfRows(tx, context.actor, placed, folder)
    return placed
  },
  put: async settled => {
    const at = context.deps.now().getTime()
    const placed = await placeResolved(tx, settled, { parentId: folder.id, at })
    await subtractFromParents(tx, placed)
    return placed
  },
  replace: async (rows, pairs) => {
    await transferOwnershipOfRows(tx, context.actor, rows, folder)
    await replaceByMove(tx, pairs, context)
    await subtractFromParents(tx, rows)
  },
})

/** Copies items to the target folder. */
export function copyStrategy({
  tx,
  folder,
  context,
  copies,
}: TransferTarget): TransferStrategy<Pick<ItemView, 'id' | 'type'>> {
  const put = async ({ free, renamed }: ResolvedName<TransferItem>) => {
    const named = [...free.map(row => ({ row, name: null })), ...renamed]
    const copied = named.map(
      ({ row, name }): Copy => ({
        sourceId: row.id,
        id: context.deps.newId(),
        parentId: folder.id,
        name,
      }),
    )
    await copyTrees(tx, copied, context, copies)
    const rows = named.map(({ row }) => row)
    if (rows.length > 0) await addToParent(tx, rows, folder.id)
    return copied.map(({ id }, index) => ({ id, type: rows[index]?.type ?? 'file' }))
  }
  return {
    place: async (rows, rule) => put(await resolveNames(tx, rows, folder.id, rule)),
    put,
    replace: (_, pairs) => replaceByCopy(tx, pairs, context, copies),
  }
}
