import type { ItemRef, OnConflict } from '@coffer/contract/items'
import type { TrashQuery } from '@coffer/contract/trash'
import { type Actor, viewerOf } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  type AccessibleItem,
  abilitiesWithin,
  canLeaveTeam,
  findNamesakes,
  findVisible,
  type ItemCondition,
  type ItemView,
  lockItems,
  markTrashed,
  placeItems,
  recordTeamChanges,
  replaceByMove,
  replacementContext,
  requireDepthToRestore,
  requireItem,
  requireItems,
  rootFolderId,
  subtractFromParents,
  transferInto,
  transferOwnershipOfRows,
} from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import { recordShareEvent } from '../shares/index.ts'
import { withdrawInvitationsTo } from '../teams/index.ts'
import { nextRemovalTime } from './bulk-trash.repository.ts'
import * as trash from './trash.repository.ts'

type TrashDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId'>
export interface Outcome {
  changed: number
  skipped: number
}

/** A folder that items were restored to. */
interface TrashLocation {
  id: string | null
  name: string | null
  items: number
}

/** Returns a page of the trash, or of a trashed folder, with the original location of each item. */
export async function browseTrash(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  query: TrashQuery,
) {
  const accessible = id === 'all' ? null : await requireItem(db, actor, id)
  if (accessible && accessible.item.trashed_at === null) throw new AppError('item.not_found')
  const scope = {
    ownerId: accessible?.item.owner_id ?? rootFolderId(actor),
    folderId: accessible?.item.id ?? null,
  }
  const { total, removed_until } = await trash.summarizeTrash(db, scope)
  const items = await trash.listTrash(db, scope, query, viewerOf(actor))
  const ids = items.map(item => item.id)
  return {
    /** The page's items with the folders above them. */
    itemsWithPaths: ids.length > 0 ? await findVisible(db, actor, ids) : [],
    folder: accessible?.item ?? null,
    ancestors: trashedPart(accessible?.ancestors),
    items,
    total,
    removedUntil: removed_until,
    page: query,
  }
}

/** The part of the ancestors that is in the trash. */
function trashedPart(ancestors: ItemView[] = []): ItemView[] {
  const live = ancestors.findIndex(item => item.trashed_at === null)
  return live === -1 ? ancestors : ancestors.slice(0, live)
}

/** The id of the removal that an item belongs to; null for live items. */
const removalOf = ({ trashed_at, trashed_with, id }: ItemView): string | null =>
  trashed_at === null ? null : (trashed_with ?? id)

/** Leaves out items that a selected ancestor includes, unless they were trashed separately. */
export function withoutNested(accessible: readonly AccessibleItem[]): AccessibleItem[] {
  const selectedIds = new Set(accessible.map(({ item }) => item.id))
  const isIncluded = ({ item, ancestors }: AccessibleItem) =>
    ancestors
      .slice(1)
      .some(above => selectedIds.has(above.id) && removalOf(above) === removalOf(item))
  return accessible.filter(entry => !isIncluded(entry))
}

const teamsAmong = (rows: readonly ItemView[]): string[] =>
  rows.filter(row => row.id === row.team_id).map(row => row.id)

/** Moves live items to the trash; deletes trashed ones permanently when `force_delete` is set. */
export const removeItems = (
  deps: TrashDeps,
  actor: Actor,
  refs: readonly (ItemRef & { force_delete: boolean })[],
): Promise<Outcome> =>
  deps.transact(async tx => {
    const accessible = await lockItems(tx, actor, refs, 'remove')
    const forced = new Set(refs.filter(ref => ref.force_delete).map(ref => ref.id))
    const live = accessible.filter(({ item }) => item.trashed_at === null)
    const toDelete = accessible.filter(
      ({ item }) => item.trashed_at !== null && forced.has(item.id),
    )
    if (toDelete.some(({ item }) => !abilitiesWithin(actor, item).purge))
      throw new AppError('auth.forbidden')
    const removed = withoutNested(live).map(({ item }) => item)
    if (removed.length > 0) {
      await subtractFromParents(tx, removed)
      for (const [ownerId, owned] of Map.groupBy(removed, item => item.owner_id))
        await markTrashed(
          tx,
          owned.map(item => item.id),
          await nextRemovalTime(tx, ownerId, deps.now().getTime()),
        )
      await recordTeamChanges(tx, teamsAmong(removed))
    }
    await recordShareEvent(
      tx,
      deps,
      actor,
      removed.map(({ id, name }) => ({ kind: 'removed' as const, item_id: id, name })),
    )
    const deleted = withoutNested(toDelete).map(({ item }) => item)
    await subtractFromParents(
      tx,
      deleted.filter(item => item.trashed_with !== null),
    )
    await deletePermanently(tx, deps.now, deleted)
    const changed = live.length + toDelete.length
    return { changed, skipped: accessible.length - changed }
  })

/** SQLite and PostgreSQL limit the number of parameters per statement. */
const IDS_PER_STATEMENT = 1000

/** Deletes trashed items permanently; each thousand takes a fixed number of statements. */
export async function deletePermanently(
  tx: Db,
  now: () => Date,
  rows: readonly Pick<ItemView, 'id' | 'owner_id'>[],
): Promise<void> {
  for (const [ownerId, owned] of Map.groupBy(rows, row => row.owner_id)) {
    const ids = owned.map(row => row.id)
    for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
      const batch = ids.slice(start, start + IDS_PER_STATEMENT)
      await deleteSelected(tx, now, ownerId, trash.byIds(batch))
    }
  }
}

/** Permanently deletes the selected items of one owner, which are in the trash. */
export async function deleteSelected(
  tx: Db,
  now: () => Date,
  ownerId: string,
  selection: ItemCondition,
): Promise<void> {
  recordChange(tx, 'trash', [ownerId])
  // Their notifications could no longer be answered.
  await withdrawInvitationsTo(tx, selection)
  await quotas.free(tx, ownerId, await trash.deleteItems(tx, selection, now().getTime()))
}

/**
 * Restores items to their original folders, or to the root when those no longer exist.
 * @returns the folders that items were restored to, and how many each got
 */
export const restoreItems = (
  deps: TrashDeps,
  actor: Actor,
  refs: readonly ItemRef[],
  { to_home, on_conflict }: { to_home: boolean; on_conflict: OnConflict },
): Promise<Outcome & { places: TrashLocation[] }> =>
  deps.transact(async tx => {
    const accessible = await lockItems(tx, actor, refs, 'remove')
    const trashed = accessible.filter(({ item }) => item.trashed_at !== null)
    const skipped = new Set<string>()
    const restored: [folderId: string, group: readonly AccessibleItem[]][] = []
    // In rounds: first what returns to live folders, then what was trashed inside of those.
    for (let pending = trashed; pending.length > 0; ) {
      const deferred: AccessibleItem[] = []
      for (const [folderId, group] of groupByTarget(pending, to_home)) {
        if (isTargetTrashed(group, folderId)) deferred.push(...group)
        else {
          await restoreGroup(tx, deps, actor, group, { folderId, on_conflict, skipped })
          restored.push([folderId, group])
        }
      }
      pending = await reload(tx, actor, deferred)
    }
    const isSkipped = ({ item, ancestors }: AccessibleItem) =>
      ancestors.some(above => skipped.has(above.id) && removalOf(above) === removalOf(item))
    const changed = trashed.filter(entry => !isSkipped(entry)).length
    return {
      changed,
      skipped: accessible.length - changed,
      places: namedLocations(restored, skipped),
    }
  })

/** Groups restored items by folder; a home has no name. */
function namedLocations(
  restored: readonly [folderId: string, group: readonly AccessibleItem[]][],
  skipped: ReadonlySet<string>,
): TrashLocation[] {
  const locations = new Map<string, TrashLocation>()
  for (const [id, group] of restored)
    for (const { item, ancestors } of group.filter(({ item }) => !skipped.has(item.id))) {
      const isHome = id === item.owner_id
      const name = ancestors.find(above => above.id === id)?.name ?? null
      const items = (locations.get(id)?.items ?? 0) + 1
      locations.set(id, { id: isHome ? null : id, name: isHome ? null : name, items })
    }
  return [...locations.values()]
}

/** Whether the target folder is itself still to be restored. */
const isTargetTrashed = ([first]: readonly AccessibleItem[], folderId: string): boolean =>
  first?.ancestors.some(above => above.id === folderId && above.trashed_at !== null) ?? false

/** Loads items again, because their folder may have been merged meanwhile. */
const reload = (
  tx: Db,
  actor: Actor,
  accessible: readonly AccessibleItem[],
): Promise<AccessibleItem[]> =>
  requireItems(
    tx,
    actor,
    accessible.map(({ item }) => item),
    'remove',
  )

/** Homes lie in no team folder. */
const NO_TEAM = { team_id: null }

/**
 * Requires that the actor may restore a group of items to a folder, so that members of a team neither
 * take items out of it nor learn what lies in its owner's home.
 * @throws AppError `team.move_out`
 */
function requireRestoreTarget(
  actor: Actor,
  group: readonly AccessibleItem[],
  folderId: string,
): void {
  const mayRestore = ({ item }: AccessibleItem) =>
    folderId !== item.owner_id || canLeaveTeam(actor, item, NO_TEAM)
  if (!group.every(mayRestore)) throw new AppError('team.move_out')
}

/**
 * Restores a group of items to one folder; adds those that the conflict rule skips to `skipped`.
 */
async function restoreGroup(
  tx: Db,
  deps: TrashDeps,
  actor: Actor,
  accessible: readonly AccessibleItem[],
  {
    folderId,
    on_conflict,
    skipped,
  }: { folderId: string; on_conflict: OnConflict; skipped: Set<string> },
): Promise<void> {
  const [first] = accessible
  if (!first) return
  requireRestoreTarget(actor, accessible, folderId)
  const context = await replacementContext(tx, deps, actor, first.item.owner_id)
  await requireDepthToRestore(tx, accessible, folderId)
  const { placed } = await transferInto(tx, accessible, folderId, on_conflict, {
    place: (rows, rule) => restoreTo(tx, deps, actor, rows, { folderId, rule }),
    replace: async (rows, pairs) => {
      const restored = await restoreTo(tx, deps, actor, rows, { folderId, rule: 'rename' })
      await replaceByMove(tx, pairs, context)
      const deleted = restored.map(row => ({ ...row, parent_id: folderId }))
      await subtractFromParents(tx, deleted)
    },
  })
  if (on_conflict !== 'skip') return
  const restored = new Set(placed.map(({ id }) => id))
  for (const { item } of accessible) if (!restored.has(item.id)) skipped.add(item.id)
}

/**
 * Finds live items that have the names of trashed ones where these would be restored.
 * @throws AppError `team.move_out`
 */
export async function findRestoreConflicts(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  refs: readonly ItemRef[],
  toHome: boolean,
): Promise<{ item: ItemView; existing: ItemView }[]> {
  const accessible = await requireItems(db, actor, refs, 'remove')
  const trashed = accessible.filter(({ item }) => item.trashed_at !== null)
  if (trashed.length === 0) return []
  const targets = groupByTarget(trashed, toHome)
  for (const [folderId, group] of targets) requireRestoreTarget(actor, group, folderId)
  const keys = trashed.map(({ item }) => item.name_key)
  const namesakes = await findNamesakes(db, [...targets.keys()], keys, viewerOf(actor))
  const key = (folderId: string | null, name: string) => `${folderId} ${name}`
  const byTarget = new Map(namesakes.map(row => [key(row.parent_id, row.name_key), row]))
  return [...targets].flatMap(([folderId, group]) =>
    group.flatMap(({ item }) => {
      const existing = byTarget.get(key(folderId, item.name_key))
      return existing ? [{ item, existing }] : []
    }),
  )
}

/**
 * Groups items by the folder that they return to: the original one if it is live or restored too,
 * else home.
 */
function groupByTarget(
  trashed: readonly AccessibleItem[],
  toHome: boolean,
): Map<string, AccessibleItem[]> {
  const selectedIds = new Set(trashed.map(({ item }) => item.id))
  const isRestoredToo = (folder: ItemView, ancestors: ItemView[]) =>
    ancestors.some(above => selectedIds.has(above.id) && removalOf(above) === removalOf(folder))
  function targetOf({ item, ancestors: [, ...above] }: AccessibleItem): string {
    const [parent] = above
    const isRestorable = parent && (parent.trashed_at === null || isRestoredToo(parent, above))
    return isRestorable && !toHome ? parent.id : item.owner_id
  }
  return Map.groupBy(withoutNested(trashed), targetOf)
}

async function restoreTo(
  tx: Db,
  deps: TrashDeps,
  actor: Actor,
  accessible: readonly ItemView[],
  { folderId, rule }: { folderId: string; rule: Exclude<OnConflict, 'replace'> },
): Promise<ItemView[]> {
  const rows = await placeItems(tx, deps, accessible, folderId, rule)
  if (rows.length === 0) return []
  // Items that were trashed directly already left their folder's count then.
  await subtractFromParents(
    tx,
    rows.filter(row => row.trashed_with !== null),
  )
  await trash.unmarkTrashed(
    tx,
    rows.map(row => row.id),
  )
  const [first] = rows
  if (folderId === first?.owner_id)
    await transferOwnershipOfRows(tx, actor, rows, { ...first, ...NO_TEAM })
  await recordTeamChanges(tx, teamsAmong(rows))
  return rows
}
