import type { BulkSelection } from '@coffer/contract/bulk-selection'
import type { RestoreBulk } from '@coffer/contract/trash'
import type { Actor } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { transactMany } from '../../db/transact-many.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { nameKey, numberedName } from '../../lib/item-names.ts'
import {
  addToCounts,
  bulkFilterOf,
  countIn,
  countWhere,
  findOwnTeams,
  findRestoredOutsideTeam,
  freeNameIn,
  isHome,
  lockFolder,
  lockItem,
  recordTeamChanges,
  requireChildren,
  requireDepth,
  rootFolderId,
  setTeam,
} from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import * as sets from './bulk-trash.repository.ts'
import { deleteItems } from './trash.repository.ts'

type TrashDeps = Pick<Deps, 'transact' | 'now' | 'databaseKind'>

/** Everything in a folder but the exceptions goes into the trash, in as many statements as one item. */
export const trashAllIn = (deps: TrashDeps, actor: Actor, place: BulkSelection) =>
  transactMany(deps, async tx => {
    const { folder, ancestors } = await lockFolder(tx, actor, place.folder_id)
    requireChildren(actor, ancestors, 'remove')
    const set = bulkFilterOf(folder.id, place)
    const { folders, files } = await countIn(tx, set)
    if (folders + files === 0) return { changed: 0, skipped: 0, removed_at: null }
    const teams = isHome(folder) ? await findOwnTeams(tx, folder.owner_id) : []
    const at = await sets.nextRemovalTime(tx, folder.owner_id, deps.now().getTime())
    await sets.markAllTrashed(tx, set, at)
    await addToCounts(tx, folder.id, { folders: -folders, files: -files })
    recordChange(tx, 'trash', [folder.owner_id])
    await recordTeamChanges(tx, teams)
    return { changed: folders + files, skipped: 0, removed_at: new Date(at).toISOString() }
  })

/** The whole trash, or what went into it with a folder, but the exceptions, for good. */
export const deleteAllIn = (deps: TrashDeps, actor: Actor, { folder_id, except }: BulkSelection) =>
  folder_id === null ? deleteTop(deps, actor, except) : deleteInside(deps, actor, folder_id, except)

const deleteInside = (deps: TrashDeps, actor: Actor, folderId: string, except: readonly string[]) =>
  transactMany(deps, async tx => {
    const { item: folder } = await lockItem(tx, actor, folderId, 'purge')
    if (folder.type !== 'folder' || folder.trashed_at === null) throw new AppError('item.not_found')
    const inside = sets.inTrashedFolder({ folderId, except })
    const { folders, files } = await countWhere(tx, inside)
    if (folders + files > 0) {
      recordChange(tx, 'trash', [folder.owner_id])
      await addToCounts(tx, folderId, { folders: -folders, files: -files })
      await quotas.free(tx, folder.owner_id, await deleteItems(tx, inside, deps.now().getTime()))
    }
    return { changed: folders + files, skipped: 0, removed_at: null }
  })

const deleteTop = (deps: TrashDeps, actor: Actor, except: readonly string[]) =>
  transactMany(deps, async tx => {
    // Guests know of no trash.
    if (actor.kind !== 'user') throw new AppError('item.not_found')
    const ownerId = rootFolderId(actor)
    await quotas.lockOwners(tx, [ownerId])
    const set = { ownerId, except, removedAt: null }
    const changed = await sets.countTrashed(tx, set)
    if (changed > 0) {
      recordChange(tx, 'trash', [ownerId])
      const freed = await deleteItems(tx, sets.inTrash(set), deps.now().getTime())
      await quotas.free(tx, ownerId, freed)
    }
    return { changed, skipped: 0, removed_at: null }
  })

/**
 * The whole trash but the exceptions, or what one call has removed, back to where it was. What lay in
 * a folder that comes back too waits for that folder, so this goes on as deep as removals were nested.
 */
export const restoreAllIn = (
  deps: TrashDeps,
  actor: Actor,
  { except, removed_at }: RestoreBulk,
  toHome: boolean,
) =>
  transactMany(deps, async tx => {
    const ownerId = rootFolderId(actor)
    await quotas.lockOwners(tx, [ownerId])
    const removedAt = removed_at === undefined ? null : Date.parse(removed_at)
    const set = { ownerId, except, removedAt }
    const changed = await sets.countTrashed(tx, set)
    if (changed === 0) return { changed, skipped: 0 }
    await sets.restoreToHome(tx, set, toHome)
    requireDepth(await sets.depthAfterRestoring(tx, set))
    recordChange(tx, 'trash', [ownerId])
    for (;;) {
      while (await sets.restoreReady(tx, set, deps.now().getTime()));
      if (!(await renameConflicting(tx, set))) break
    }
    await setTeam(tx, findRestoredOutsideTeam(ownerId), null)
    await recordTeamChanges(tx, await findOwnTeams(tx, ownerId))
    return { changed, skipped: 0 }
  })

const NAMED_AT_ONCE = 100
/** Numbers that are tried for each name in one query. */
const TRIED = 8

/** Gives what can't come back under its name a number. @returns whether there was any */
async function renameConflicting(tx: Db, set: sets.TrashBulkFilter): Promise<boolean> {
  const given = new Set<string>()
  for (let after = ''; ; ) {
    const rows = await sets.findConflicts(tx, set, after, NAMED_AT_ONCE)
    const last = rows.at(-1)
    if (last) await sets.renameAll(tx, await freeNames(tx, rows, given))
    if (!last || rows.length < NAMED_AT_ONCE) return given.size > 0
    after = last.id
  }
}

const keyIn = (parentId: string | null, name: string) => `${parentId}/${nameKey(name)}`

async function freeNames(
  tx: Db,
  rows: readonly sets.Conflict[],
  given: Set<string>,
): Promise<Map<string, string>> {
  const tries = rows.map(row => ({
    row,
    names: Array.from({ length: TRIED }, (_, index) => numberedName(row.name, index + 2)),
  }))
  const held = await sets.findTakenNames(
    tx,
    [...new Set(rows.map(row => row.parent_id))],
    [...new Set(tries.flatMap(({ names }) => names.map(nameKey)))],
  )
  const taken = new Set(held.map(({ parent_id, name_key }) => `${parent_id}/${name_key}`))
  const found = new Map<string, string>()
  for (const { row, names } of tries) {
    const isFree = (name: string) => {
      const key = keyIn(row.parent_id, name)
      return !taken.has(key) && !given.has(key)
    }
    const name = names.find(isFree) ?? (await rareName(tx, row, given))
    given.add(keyIn(row.parent_id, name))
    found.set(row.id, name)
  }
  return found
}

/** Where the first numbers are taken. */
function rareName(tx: Db, { parent_id, name }: sets.Conflict, given: ReadonlySet<string>) {
  const prefix = `${parent_id}/`
  const here = [...given].filter(key => key.startsWith(prefix))
  return freeNameIn(tx, parent_id, name, new Set(here.map(key => key.slice(prefix.length))))
}
