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
import * as trash from './trash.repository.ts'

type TrashDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId'>
export interface Outcome {
  changed: number
  skipped: number
}

/** Where some items went. */
interface TrashLocation {
  id: string | null
  name: string | null
  items: number
}

export async function browseTrash(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  query: TrashQuery,
) {
  const found = id === 'all' ? null : await requireItem(db, actor, id)
  if (found && found.item.trashed_at === null) throw new AppError('item.not_found')
  const place = {
    ownerId: found?.item.owner_id ?? rootFolderId(actor),
    folderId: found?.item.id ?? null,
  }
  const total = await trash.countTrash(db, place)
  const items = await trash.listTrash(db, place, query, viewerOf(actor))
  const ids = items.map(item => item.id)
  return {
    /** Each with the folders that it was in. */
    found: ids.length > 0 ? await findVisible(db, actor, ids) : [],
    folder: found?.item ?? null,
    ancestors: trashedPart(found?.ancestors),
    items,
    total,
    page: query,
  }
}

/** Above the folder that was removed there is only the trash. */
function trashedPart(ancestors: ItemView[] = []): ItemView[] {
  const live = ancestors.findIndex(item => item.trashed_at === null)
  return live === -1 ? ancestors : ancestors.slice(0, live)
}

/** What went into the trash together; null is what has not. */
const removalOf = ({ trashed_at, trashed_with, id }: ItemView): string | null =>
  trashed_at === null ? null : (trashed_with ?? id)

/** What is inside another chosen folder goes with that folder, unless it was removed apart from it. */
export function withoutNested(found: readonly AccessibleItem[]): AccessibleItem[] {
  const chosen = new Set(found.map(({ item }) => item.id))
  const goesAlong = ({ item, ancestors }: AccessibleItem) =>
    ancestors.slice(1).some(above => chosen.has(above.id) && removalOf(above) === removalOf(item))
  return found.filter(one => !goesAlong(one))
}

const teamsAmong = (rows: readonly ItemView[]): string[] =>
  rows.filter(row => row.id === row.team_id).map(row => row.id)

/** Moves live items to the trash; removes trashed ones for good where that was asked for. */
export const removeItems = (
  deps: TrashDeps,
  actor: Actor,
  refs: readonly (ItemRef & { force_delete: boolean })[],
): Promise<Outcome> =>
  deps.transact(async tx => {
    const found = await lockItems(tx, actor, refs, 'remove')
    const forced = new Set(refs.filter(ref => ref.force_delete).map(ref => ref.id))
    const live = found.filter(({ item }) => item.trashed_at === null)
    const toDelete = found.filter(({ item }) => item.trashed_at !== null && forced.has(item.id))
    if (toDelete.some(({ item }) => !abilitiesWithin(actor, item).purge))
      throw new AppError('auth.forbidden')
    const removed = withoutNested(live).map(({ item }) => item)
    if (removed.length > 0) {
      await subtractFromParents(tx, removed)
      await markTrashed(
        tx,
        removed.map(item => item.id),
        deps.now().getTime(),
      )
      await recordTeamChanges(tx, teamsAmong(removed))
    }
    await recordShareEvent(
      tx,
      deps,
      actor,
      removed.map(({ id, name }) => ({ kind: 'removed' as const, item_id: id, name })),
    )
    const gone = withoutNested(toDelete).map(({ item }) => item)
    await subtractFromParents(
      tx,
      gone.filter(item => item.trashed_with !== null),
    )
    await deletePermanently(tx, deps.now, gone)
    const changed = live.length + toDelete.length
    return { changed, skipped: found.length - changed }
  })

/** Statements take only so many parameters. */
const DELETED_AT_ONCE = 1000

/** Expects trashed items; one statement for each thing that changes in a thousand of them. */
export async function deletePermanently(
  tx: Db,
  now: () => Date,
  rows: readonly Pick<ItemView, 'id' | 'owner_id'>[],
): Promise<void> {
  for (const [ownerId, owned] of Map.groupBy(rows, row => row.owner_id)) {
    recordChange(tx, 'trash', [ownerId])
    const ids = owned.map(row => row.id)
    for (let start = 0; start < ids.length; start += DELETED_AT_ONCE) {
      const some = ids.slice(start, start + DELETED_AT_ONCE)
      await quotas.free(
        tx,
        ownerId,
        await trash.deleteItems(tx, trash.byIds(some), now().getTime()),
      )
    }
  }
}

export const restoreItems = (
  deps: TrashDeps,
  actor: Actor,
  refs: readonly ItemRef[],
  { to_home, on_conflict }: { to_home: boolean; on_conflict: OnConflict },
): Promise<Outcome & { places: TrashLocation[] }> =>
  deps.transact(async tx => {
    const found = await lockItems(tx, actor, refs, 'remove')
    const trashed = found.filter(({ item }) => item.trashed_at !== null)
    const left = new Set<string>()
    const back: [place: string, group: readonly AccessibleItem[]][] = []
    // In rounds: first what goes back into folders that stand, then what was removed from those.
    for (let waiting = trashed; waiting.length > 0; ) {
      const later: AccessibleItem[] = []
      for (const [place, group] of placesOf(waiting, to_home)) {
        if (isTrashed(group, place)) later.push(...group)
        else {
          await putBack(tx, deps, actor, group, { place, on_conflict, left })
          back.push([place, group])
        }
      }
      waiting = await asTheyAre(tx, actor, later)
    }
    const isLeft = ({ item, ancestors }: AccessibleItem) =>
      ancestors.some(above => left.has(above.id) && removalOf(above) === removalOf(item))
    const changed = trashed.filter(one => !isLeft(one)).length
    return { changed, skipped: found.length - changed, places: namedLocations(back, left) }
  })

/** Home is no folder that anybody knows by name. */
function namedLocations(
  back: readonly [place: string, group: readonly AccessibleItem[]][],
  left: ReadonlySet<string>,
): TrashLocation[] {
  const told = new Map<string, TrashLocation>()
  for (const [id, group] of back)
    for (const { item, ancestors } of group.filter(({ item }) => !left.has(item.id))) {
      const isHome = id === item.owner_id
      const name = ancestors.find(above => above.id === id)?.name ?? null
      const items = (told.get(id)?.items ?? 0) + 1
      told.set(id, { id: isHome ? null : id, name: isHome ? null : name, items })
    }
  return [...told.values()]
}

/** Whether the folder that they go to is still to come back itself. */
const isTrashed = ([first]: readonly AccessibleItem[], place: string): boolean =>
  first?.ancestors.some(above => above.id === place && above.trashed_at !== null) ?? false

/** Their folder may have become one with another meanwhile. */
const asTheyAre = (
  tx: Db,
  actor: Actor,
  found: readonly AccessibleItem[],
): Promise<AccessibleItem[]> =>
  requireItems(
    tx,
    actor,
    found.map(({ item }) => item),
    'remove',
  )

/** No team folder holds a home. */
const AT_HOME = { team_id: null }

/** Notes in `left` what the conflict rule leaves in the trash. */
async function putBack(
  tx: Db,
  deps: TrashDeps,
  actor: Actor,
  found: readonly AccessibleItem[],
  { place, on_conflict, left }: { place: string; on_conflict: OnConflict; left: Set<string> },
): Promise<void> {
  const [first] = found
  if (!first) return
  const isHomeward = place === first.item.owner_id
  if (isHomeward && !found.every(({ item }) => canLeaveTeam(actor, item, AT_HOME)))
    throw new AppError('team.move_out')
  const context = await replacementContext(tx, deps, actor, first.item.owner_id)
  await requireDepthToRestore(tx, found, place)
  const { placed } = await transferInto(tx, found, place, on_conflict, {
    place: (rows, rule) => restoreTo(tx, deps, actor, rows, { place, rule }),
    replace: async (rows, pairs) => {
      const back = await restoreTo(tx, deps, actor, rows, { place, rule: 'rename' })
      await replaceByMove(tx, pairs, context)
      const gone = back.map(row => ({ ...row, parent_id: place }))
      await subtractFromParents(tx, gone)
    },
  })
  if (on_conflict !== 'skip') return
  const back = new Set(placed.map(({ id }) => id))
  for (const { item } of found) if (!back.has(item.id)) left.add(item.id)
}

/** What has their names where they would go, in one query beside who may ask. */
export async function findRestoreConflicts(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  refs: readonly ItemRef[],
  toHome: boolean,
): Promise<{ item: ItemView; existing: ItemView }[]> {
  const found = await requireItems(db, actor, refs, 'remove')
  const trashed = found.filter(({ item }) => item.trashed_at !== null)
  if (trashed.length === 0) return []
  const places = placesOf(trashed, toHome)
  const keys = trashed.map(({ item }) => item.name_key)
  const namesakes = await findNamesakes(db, [...places.keys()], keys, viewerOf(actor))
  const key = (place: string | null, name: string) => `${place} ${name}`
  const byPlace = new Map(namesakes.map(row => [key(row.parent_id, row.name_key), row]))
  return [...places].flatMap(([place, some]) =>
    some.flatMap(({ item }) => {
      const existing = byPlace.get(key(place, item.name_key))
      return existing ? [{ item, existing }] : []
    }),
  )
}

/** Back where it was, if that still stands or comes back too; home otherwise. */
function placesOf(
  trashed: readonly AccessibleItem[],
  toHome: boolean,
): Map<string, AccessibleItem[]> {
  const chosen = new Set(trashed.map(({ item }) => item.id))
  const comesBack = (folder: ItemView, ancestors: ItemView[]) =>
    ancestors.some(above => chosen.has(above.id) && removalOf(above) === removalOf(folder))
  function placeOf({ item, ancestors: [, ...above] }: AccessibleItem): string {
    const [parent] = above
    const stands = parent && (parent.trashed_at === null || comesBack(parent, above))
    return stands && !toHome ? parent.id : item.owner_id
  }
  return Map.groupBy(withoutNested(trashed), placeOf)
}

async function restoreTo(
  tx: Db,
  deps: TrashDeps,
  actor: Actor,
  found: readonly ItemView[],
  { place, rule }: { place: string; rule: Exclude<OnConflict, 'replace'> },
): Promise<ItemView[]> {
  const rows = await placeItems(tx, deps, found, place, rule)
  if (rows.length === 0) return []
  // What was removed itself left its folder's count at that time.
  await subtractFromParents(
    tx,
    rows.filter(row => row.trashed_with !== null),
  )
  await trash.unmarkTrashed(
    tx,
    rows.map(row => row.id),
  )
  const [first] = rows
  if (place === first?.owner_id)
    await transferOwnershipOfRows(tx, actor, rows, { ...first, ...AT_HOME })
  await recordTeamChanges(tx, teamsAmong(rows))
  return rows
}
