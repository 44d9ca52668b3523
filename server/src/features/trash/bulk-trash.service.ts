import type { BulkSelection } from '@coffer/contract/bulk-selection'
import type { RemoveBulk, RestoreBulk } from '@coffer/contract/trash'
import type { Actor } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { transactMany } from '../../db/transact-many.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  addToCounts,
  bulkFilterOf,
  countIn,
  countWhere,
  findOwnTeams,
  findRestoredOutsideTeam,
  isHome,
  lockFolder,
  lockItem,
  markTreesTrashed,
  numberNames,
  recordTeamChanges,
  renameTrashed,
  requireChildren,
  requireDepth,
  rootFolderId,
  selectIds,
  setTeam,
} from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import { recordShareEventOfItems } from '../shares/index.ts'
import * as bulkTrash from './bulk-trash.repository.ts'
import { deleteSelected } from './trash.service.ts'

type TrashDeps = Pick<Deps, 'transact' | 'now' | 'newId' | 'databaseKind'>

/**
 * Moves everything in a folder except some items to the trash, with as many statements as one item
 * takes.
 */
export const trashAllIn = (deps: TrashDeps, actor: Actor, selection: BulkSelection) =>
  transactMany(deps, async tx => {
    const { folder, ancestors } = await lockFolder(tx, actor, selection.folder_id)
    requireChildren(actor, ancestors, 'remove')
    const filter = bulkFilterOf(folder.id, selection)
    const { folders, files } = await countIn(tx, filter)
    if (folders + files === 0) return { changed: 0, skipped: 0, removed_at: null }
    const teams = isHome(folder) ? await findOwnTeams(tx, folder.owner_id) : []
    const at = await bulkTrash.nextRemovalTime(tx, folder.owner_id, deps.now().getTime())
    await recordShareEventOfItems(tx, deps, actor, 'removed', filter)
    await markTreesTrashed(tx, selectIds(filter), at)
    await addToCounts(tx, folder.id, { folders: -folders, files: -files })
    recordChange(tx, 'trash', [folder.owner_id])
    await recordTeamChanges(tx, teams)
    return {
      changed: folders + files,
      skipped: 0,
      removed_at: new Date(at).toISOString(),
      removed_from: folder.owner_id === rootFolderId(actor) ? null : folder.id,
    }
  })

/** Deletes the whole trash, or what was trashed with a folder, except some items. */
export const deleteAllIn = (
  deps: TrashDeps,
  actor: Actor,
  { folder_id, except, removed_until }: RemoveBulk,
) => {
  const selection = { except, removedUntil: removed_until ? Date.parse(removed_until) : null }
  return folder_id === null
    ? deleteTop(deps, actor, selection)
    : deleteInside(deps, actor, folder_id, selection)
}

type Deletion = Pick<bulkTrash.TrashBulkFilter, 'except' | 'removedUntil'>

const deleteInside = (deps: TrashDeps, actor: Actor, folderId: string, selection: Deletion) =>
  transactMany(deps, async tx => {
    const { item: folder } = await lockItem(tx, actor, folderId, 'purge')
    if (folder.type !== 'folder' || folder.trashed_at === null) throw new AppError('item.not_found')
    const inTrashedFolder = bulkTrash.inTrashedFolder({ folderId, ...selection })
    const { folders, files } = await countWhere(tx, inTrashedFolder)
    if (folders + files > 0) {
      await addToCounts(tx, folderId, { folders: -folders, files: -files })
      await deleteSelected(tx, deps.now, folder.owner_id, inTrashedFolder)
    }
    return { changed: folders + files, skipped: 0, removed_at: null }
  })

const deleteTop = (deps: TrashDeps, actor: Actor, selection: Deletion) =>
  transactMany(deps, async tx => {
    // Guests have no trash.
    if (actor.kind !== 'user') throw new AppError('item.not_found')
    const ownerId = rootFolderId(actor)
    await quotas.lockOwners(tx, [ownerId])
    const filter = { ownerId, ...selection, removedAt: null, folderId: null }
    const changed = await bulkTrash.countTrashed(tx, filter)
    if (changed > 0) await deleteSelected(tx, deps.now, ownerId, bulkTrash.inTrash(filter))
    return { changed, skipped: 0, removed_at: null }
  })

/**
 * Restores the trash except some items, or what one call removed. Items of a folder that is
 * restored too have to wait for it, so there is one round per level of nested removals.
 */
export const restoreAllIn = (
  deps: TrashDeps,
  actor: Actor,
  { except, removed_at, removed_from }: RestoreBulk,
  toHome: boolean,
) =>
  transactMany(deps, async tx => {
    const removedAt = removed_at === undefined ? null : Date.parse(removed_at)
    const { ownerId, folderId } = await lockTrash(tx, actor, removed_from, toHome)
    const filter = { ownerId, except, removedAt, removedUntil: null, folderId }
    const changed = await bulkTrash.countTrashed(tx, filter)
    if (changed === 0) return { changed, skipped: 0 }
    await bulkTrash.restoreToHome(tx, filter, toHome)
    requireDepth(await bulkTrash.depthAfterRestoring(tx, filter))
    recordChange(tx, 'trash', [ownerId])
    for (;;) {
      while (await bulkTrash.restoreUnconflicted(tx, filter));
      if (!(await renameConflicting(tx, filter))) break
    }
    await setTeam(tx, findRestoredOutsideTeam(ownerId), null)
    await recordTeamChanges(tx, await findOwnTeams(tx, ownerId))
    return { changed, skipped: 0 }
  })

/**
 * Locks the trash of the actor, or the items removed from another user's folder that they edit. Those
 * only return to it.
 * @throws AppError `team.move_out`
 */
async function lockTrash(
  tx: Db,
  actor: Actor,
  removedFrom: string | null,
  toHome: boolean,
): Promise<Pick<bulkTrash.TrashBulkFilter, 'ownerId' | 'folderId'>> {
  if (removedFrom === null) {
    const ownerId = rootFolderId(actor)
    await quotas.lockOwners(tx, [ownerId])
    return { ownerId, folderId: null }
  }
  if (toHome) throw new AppError('team.move_out')
  const { folder, ancestors } = await lockFolder(tx, actor, removedFrom)
  requireChildren(actor, ancestors, 'remove')
  return { ownerId: folder.owner_id, folderId: folder.id }
}

/** Numbers the names of items that could not be restored. @returns whether there were any */
async function renameConflicting(tx: Db, filter: bulkTrash.TrashBulkFilter): Promise<boolean> {
  const conflicts = await bulkTrash.findConflicts(tx, filter)
  for (const [parentId, rows] of Map.groupBy(conflicts, row => row.parent_id)) {
    const { renamed } = await numberNames(tx, rows, parentId)
    await renameTrashed(
      tx,
      renamed.map(({ row, name }) => ({ id: row.id, name })),
    )
  }
  return conflicts.length > 0
}
