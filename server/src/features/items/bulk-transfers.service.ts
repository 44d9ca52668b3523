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
import { type BulkFilter, countIn, selectIds } from './bulk-selection.repository.ts'
import * as wholes from './bulk-transfers.repository.ts'
import { requireDepthBelow } from './depth.service.ts'
import {
  loadForUpdate,
  requireChildren,
  requireFolder,
  requireReadableFolder,
} from './items.access.ts'
import {
  addToCounts,
  type Count,
  type ItemView,
  type ItemWithAncestors,
} from './items.repository.ts'
import { canLeaveTeam, canReplace, isHome } from './items.rules.ts'
import { numberNames } from './name-conflicts.service.ts'
import { findOwnTeams, placedItemsIn } from './ownership.repository.ts'
import { transferOwnership } from './ownership.service.ts'
import { copyTrees } from './replacing.service.ts'
import { requireCopyAllowed, requireQuotaFor } from './transfer-limits.service.ts'
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

export const bulkFilterOf = (
  folderId: string,
  { except, placed_at }: BulkSelection,
): BulkFilter => ({
  ...{ folderId, except },
  placedAt: placed_at === undefined ? null : Date.parse(placed_at),
})

async function findBoth(
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

/** Whether a folder is one of a set. */
const isCovered = ({ folderId, except, placedAt }: BulkFilter, one: ItemView): boolean =>
  one.parent_id === folderId &&
  !except.includes(one.id) &&
  (placedAt === null || one.placed_at === placedAt)

/** Both folders stay as they are until the transaction ends. */
async function lockFolders(
  tx: Db,
  actor: Actor,
  transfer: Pick<Transfer, 'select_all_in' | 'to_id'>,
  ability: 'move' | 'download',
): Promise<LockedItems> {
  const seen = await findBoth(tx, actor, transfer, ability)
  const owners = [seen.source.folder.owner_id, seen.target.folder.owner_id]
  await quotas.lockOwners(tx, owners)
  const held = await findBoth(tx, actor, transfer, ability)
  loadForUpdate(owners, [held.source.folder, held.target.folder])
  if (held.target.ancestors.some(one => isCovered(held.set, one)))
    throw new AppError('item.into_itself')
  return held
}

const TAKEN_AT_ONCE = 500

/**
 * Those whose names are taken: numbered all at once, or put over others some hundred after the other.
 * @returns how many were put over others
 */
async function transferConflicting(
  tx: Db,
  { viewerId, set, source, target }: LockedItems,
  rule: OnConflict,
  at: number,
  way: TransferStrategy<unknown>,
): Promise<{ placed: number; replaced: number }> {
  const done = { placed: 0, replaced: 0 }
  if (rule === 'skip') return done
  if (rule === 'rename') {
    const taken = await wholes.findAllTaken(tx, set, target.folder.id, at)
    await way.put(await numberNames(tx, taken, target.folder.id))
    return { ...done, placed: taken.length }
  }
  for (let after = ''; ; ) {
    const stretch = { after, before: at, limit: TAKEN_AT_ONCE }
    const taken = await wholes.findTaken(tx, set, target.folder.id, stretch, viewerId)
    const last = taken.at(-1)
    if (!last) return done
    const over = taken.filter(({ item, existing }) =>
      canReplace([item, ...source.ancestors], existing),
    )
    const pairs = over.map(({ item, existing }) => ({ sourceId: item.id, targetId: existing.id }))
    const rows = over.map(({ item }) => item)
    if (pairs.length > 0) await way.replace(rows, pairs)
    const beside = taken.filter(one => !over.includes(one)).map(({ item }) => item)
    const placed = await way.place(beside, 'rename')
    done.placed += placed.length
    done.replaced += pairs.length
    if (taken.length < TAKEN_AT_ONCE) return done
    after = last.item.name_key
  }
}

const nothing = (skipped: number) => ({ changed: 0, skipped, placed_at: null })

/** Team folders live at the root: they stay, whatever else goes from there. */
async function excludeTeamFolders(tx: Db, { source, ...held }: LockedItems): Promise<LockedItems> {
  if (!isHome(source.folder)) return { source, ...held }
  const except = [...held.set.except, ...(await findOwnTeams(tx, source.folder.owner_id))]
  return { source, ...held, set: { ...held.set, except } }
}

/** Everything in a folder but the exceptions, in as many statements as one item where names are free. */
export const moveAllIn = (deps: TransferDeps, actor: Actor, transfer: Transfer) =>
  transactMany(deps, async tx => {
    const whole = await lockFolders(tx, actor, transfer, 'move')
    const held = await excludeTeamFolders(tx, whole)
    const { set, source, target } = held
    if (!canLeaveTeam(actor, source.folder, target.folder)) throw new AppError('team.move_out')
    await requireQuotaFor(tx, actor, [{ item: source.folder }], target.folder)
    const total = sum(await countIn(tx, whole.set))
    if (source.folder.id === target.folder.id) return { ...nothing(total), renamed: [] }
    if (target.folder.depth > source.folder.depth)
      await requireDepthBelow(tx, selectIds(set), target.folder)
    const at = await placingTime(tx, deps, held)
    const free = await wholes.countFree(tx, set, target.folder.id)
    await wholes.moveFree(tx, set, target.folder.id, at)
    await addToCounts(tx, target.folder.id, free)
    await addToCounts(tx, source.folder.id, minus(free))
    const into = await createTransferTarget(tx, clockAt(deps, at), actor, target.folder)
    const taken = await transferConflicting(tx, held, transfer.on_conflict, at, moveStrategy(into))
    await transferOwnership(tx, actor, placedItemsIn(target.folder, at), {
      from: source.folder,
      to: target.folder,
    })
    const changed = sum(free) + taken.placed + taken.replaced
    const isApart = sum(free) === changed && changed > 0
    return { ...outcome(total, changed, isApart ? at : null), renamed: [] }
  })

/** The same for copies of them. */
export const copyAllIn = (deps: TransferDeps, actor: Actor, transfer: Transfer) =>
  transactMany(deps, async tx => {
    const held = await lockFolders(tx, actor, transfer, 'download')
    const { set, source, target } = held
    await requireCopyAllowed(tx, actor, [{ item: source.folder }], target.folder)
    const total = sum(await countIn(tx, set))
    // What lies there already would be put over itself.
    const isOverItself = transfer.on_conflict === 'replace' && source.folder.id === target.folder.id
    if (isOverItself) return { ...nothing(total), created: [] }
    await requireDepthBelow(tx, selectIds(set), target.folder)
    const at = await placingTime(tx, deps, held)
    const free = await wholes.countFree(tx, set, target.folder.id)
    const into = await createTransferTarget(tx, clockAt(deps, at), actor, target.folder)
    const tops = wholes.freeTops(tx, set, target.folder.id, deps.newId)
    if (sum(free) > 0) await copyTrees(tx, tops, into.context, into.copies)
    await addToCounts(tx, target.folder.id, free)
    const taken = await transferConflicting(tx, held, transfer.on_conflict, at, copyStrategy(into))
    const changed = sum(free) + taken.placed + taken.replaced
    const isApart = taken.replaced === 0 && changed > 0
    return { ...outcome(total, changed, isApart ? at : null), created: [] }
  })

const outcome = (total: number, changed: number, at: number | null) => ({
  ...{ changed, skipped: total - changed },
  placed_at: at === null ? null : new Date(at).toISOString(),
})

const placingTime = (tx: Db, { now }: TransferDeps, { source, target }: LockedItems) =>
  wholes.nextPlacingTime(tx, [source.folder.id, target.folder.id], now().getTime())

/** All that one call places has one time, by which it can be undone. */
const clockAt = ({ newId }: TransferDeps, at: number) => ({ newId, now: () => new Date(at) })

/** More than that nobody looks at one by one. */
const CONFLICTS_SHOWN = 100

/** The first of a set that would meet a taken name, and how many would. */
export async function findConflictsIn(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  transfer: Pick<Transfer, 'select_all_in' | 'to_id'>,
): Promise<{ conflicts: wholes.Taken[]; total: number }> {
  const { viewerId, set, target } = await findBoth(db, actor, transfer, 'download')
  const total = await wholes.countTaken(db, set, target.folder.id)
  if (total === 0) return { conflicts: [], total }
  const stretch = { after: '', before: Number.MAX_SAFE_INTEGER, limit: CONFLICTS_SHOWN }
  const conflicts = await wholes.findTaken(db, set, target.folder.id, stretch, viewerId)
  return { conflicts, total }
}
