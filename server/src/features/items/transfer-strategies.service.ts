import type { OnConflict } from '@coffer/contract/items'
import { type Actor, creatorOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { readSettings } from '../settings/index.ts'
import type { CopyInto, Top } from './copying.repository.ts'
import type { ItemView } from './items.repository.ts'
import {
  joinParent,
  leaveParents,
  placeItems,
  placeSettled,
  type Settled,
  settleNames,
} from './name-conflicts.service.ts'
import { handOverRows } from './ownership.service.ts'
import type { Pair } from './replacing.repository.ts'
import { copyOver, copyTops, moveOver, type Replacing } from './replacing.service.ts'

export type TransferDeps = Pick<Deps, 'transact' | 'now' | 'newId' | 'databaseKind'>

/** What has to be known of an item to put it into a folder under a settled name. */
type Placeable = Pick<ItemView, 'id' | 'type' | 'name' | 'parent_id'>

/** How items get into a folder: by moving them or by copying them. */
export interface Way<P> {
  /** Under names that are free there, or by `skip` only those whose name is. */
  place: (rows: readonly ItemView[], rule: Exclude<OnConflict, 'replace'>) => Promise<readonly P[]>
  /** Under names that are settled. */
  put: (settled: Settled<Placeable>) => Promise<readonly unknown[]>
  /** Over what has their names. */
  replace: (rows: readonly ItemView[], pairs: readonly Pair[]) => Promise<void>
}

/** A folder that things are put into, by somebody, in a transaction. */
export interface Into {
  tx: Db
  folder: ItemView
  context: Replacing
  copies: Omit<CopyInto, 'at'>
}

/** What putting over something of an owner has to know. */
export async function replacingOf(
  tx: Db,
  deps: Pick<TransferDeps, 'now' | 'newId'>,
  actor: Actor,
  ownerId: string,
): Promise<Replacing> {
  const { versions_kept: versionsKept } = await readSettings(tx)
  return { deps, actor, ownerId, versionsKept }
}

export async function intoFolder(
  tx: Db,
  deps: Pick<TransferDeps, 'now' | 'newId'>,
  actor: Actor,
  folder: ItemView,
): Promise<Into> {
  const ownerId = folder.owner_id
  return {
    tx,
    folder,
    context: await replacingOf(tx, deps, actor, ownerId),
    copies: { ownerId, teamId: folder.team_id, creatorId: creatorOf(actor).id },
  }
}

export const byMoving = ({ tx, folder, context }: Into): Way<ItemView> => ({
  place: async (rows, rule) => {
    const placed = await placeItems(tx, context.deps, rows, folder.id, rule)
    await leaveParents(tx, placed)
    await handOverRows(tx, context.actor, placed, folder)
    return placed
  },
  put: async settled => {
    const at = context.deps.now().getTime()
    const placed = await placeSettled(tx, settled, { parentId: folder.id, at })
    await leaveParents(tx, placed)
    return placed
  },
  replace: async (rows, pairs) => {
    await handOverRows(tx, context.actor, rows, folder)
    await moveOver(tx, pairs, context)
    await leaveParents(tx, rows)
  },
})

export function byCopying({
  tx,
  folder,
  context,
  copies,
}: Into): Way<Pick<ItemView, 'id' | 'type'>> {
  const put = async ({ free, renamed }: Settled<Placeable>) => {
    const named = [...free.map(row => ({ row, name: null })), ...renamed]
    const tops = named.map(
      ({ row, name }): Top => ({
        ...{ sourceId: row.id, id: context.deps.newId(), parentId: folder.id, name },
      }),
    )
    await copyTops(tx, tops, context, copies)
    const copied = named.map(({ row }) => row)
    if (copied.length > 0) await joinParent(tx, copied, folder.id)
    return tops.map(({ id }, index) => ({ id, type: copied[index]?.type ?? 'file' }))
  }
  return {
    place: async (rows, rule) => put(await settleNames(tx, rows, folder.id, rule)),
    put,
    replace: (_, pairs) => copyOver(tx, pairs, context, copies),
  }
}
