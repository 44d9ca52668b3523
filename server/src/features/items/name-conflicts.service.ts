import type { OnConflict } from '@coffer/contract/items'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { inBatches } from '../../lib/batches.ts'
import { nameKey, numberedName } from '../../lib/item-names.ts'
import * as items from './items.repository.ts'

/** How many numbers are looked up in one query. */
const [FIRST_TRIED, MOST_TRIED] = [16, 1024]

/** A free name in a folder for one that is taken: `name (2).ext`. */
export async function freeNameIn(
  db: Db,
  parentId: string,
  name: string,
  alsoTaken: ReadonlySet<string> = new Set(),
): Promise<string> {
  let number = 2
  for (let count = FIRST_TRIED; ; count = Math.min(2 * count, MOST_TRIED)) {
    const names = Array.from({ length: count }, (_, index) => numberedName(name, number + index))
    const taken = await items.findTakenKeys(db, parentId, names.map(nameKey))
    const isFree = (key: string) => !taken.has(key) && !alsoTaken.has(key)
    const free = names.find(numbered => isFree(nameKey(numbered)))
    if (free !== undefined) return free
    number += count
  }
}

/** How many numbers are tried for each of many names at once, and names asked for in one query. */
const [TRIED_EACH, ASKED_AT_ONCE] = [4, 1000]

/** For each name one that is free in the folder, and that no other of them has; in order. */
async function freeNamesIn(
  db: Db,
  parentId: string,
  names: readonly string[],
  taken: Set<string>,
): Promise<string[]> {
  const tried = names.map(name =>
    Array.from({ length: TRIED_EACH }, (_, index) => numberedName(name, index + 2)),
  )
  const held = new Set<string>()
  for (const keys of inBatches([...new Set(tried.flat().map(nameKey))], ASKED_AT_ONCE))
    for (const key of await items.findTakenKeys(db, parentId, keys)) held.add(key)
  const free: string[] = []
  for (const [index, name] of names.entries()) {
    const isFree = (numbered: string) =>
      !held.has(nameKey(numbered)) && !taken.has(nameKey(numbered))
    const found = tried[index]?.find(isFree) ?? (await freeNameIn(db, parentId, name, taken))
    taken.add(nameKey(found))
    free.push(found)
  }
  return free
}

const count = (rows: readonly Pick<ItemRow, 'type'>[]): items.Count => {
  const folders = rows.filter(row => row.type === 'folder').length
  return { folders, files: rows.length - folders }
}

/** Takes items out of the counts of the folders they lie in, one statement a folder. */
export async function subtractFromParents(
  db: Db,
  rows: readonly Pick<ItemRow, 'type' | 'parent_id'>[],
): Promise<void> {
  for (const [parentId, children] of Map.groupBy(rows, row => row.parent_id)) {
    const { folders, files } = count(children)
    if (parentId) await items.addToCounts(db, parentId, { folders: -folders, files: -files })
  }
}

export interface ResolvedName<R> {
  /** Those whose name is free in the folder, and given to no other one of them. */
  free: R[]
  /** Those whose name is not, each with one that is. */
  renamed: { row: R; name: string }[]
}

/** Numbers for names that are all taken in a folder; asks for nothing but the names that there are. */
export async function numberNames<R extends Pick<ItemRow, 'name'>>(
  db: Db,
  rows: readonly R[],
  parentId: string,
): Promise<ResolvedName<R>> {
  const taken = await items.findKeys(db, parentId)
  const renamed = rows.map(row => {
    let number = 2
    while (taken.has(nameKey(numberedName(row.name, number)))) number += 1
    const name = numberedName(row.name, number)
    taken.add(nameKey(name))
    return { row, name }
  })
  return { free: [], renamed }
}

/** What each item can be called in a folder; by `skip` those with a taken name are left out. */
export async function resolveNames<R extends Pick<ItemRow, 'name' | 'name_key'>>(
  db: Db,
  rows: readonly R[],
  parentId: string,
  onConflict: Exclude<OnConflict, 'replace'>,
): Promise<ResolvedName<R>> {
  if (rows.length === 0) return { free: [], renamed: [] }
  const keys = rows.map(row => row.name_key)
  const taken = await items.findTakenKeys(db, parentId, keys)
  const free: R[] = []
  const conflicting: R[] = []
  for (const row of rows) {
    if (taken.has(row.name_key)) conflicting.push(row)
    else free.push(row)
    taken.add(row.name_key)
  }
  if (onConflict === 'skip') return { free, renamed: [] }
  const wanted = conflicting.map(row => row.name)
  const names = await freeNamesIn(db, parentId, wanted, taken)
  const renamed = conflicting.map((row, index) => ({ row, name: names[index] ?? row.name }))
  return { free, renamed }
}

/** Counts what was put into a folder. */
export const addToParent = (
  db: Db,
  rows: readonly Pick<ItemRow, 'type'>[],
  parentId: string,
): Promise<void> => items.addToCounts(db, parentId, count(rows))

const NAMED_AT_ONCE = 1000

/**
 * Puts items into a folder, settling names that are taken there. Those without a conflict go in
 * one statement. The folders they come from are the caller's to count down.
 * @returns the items that were put there, with the names they have there; the others were left by
 *   the conflict rule
 */
export async function placeItems<R extends ItemRow>(
  db: Db,
  { now }: Pick<Deps, 'now'>,
  rows: readonly R[],
  parentId: string,
  onConflict: Exclude<OnConflict, 'replace'>,
): Promise<R[]> {
  return placeResolved(db, await resolveNames(db, rows, parentId, onConflict), {
    ...{ parentId, at: now().getTime() },
  })
}

/** The same under names that are settled already. */
export async function placeResolved<R extends Pick<ItemRow, 'id' | 'type' | 'name'>>(
  db: Db,
  { free, renamed }: ResolvedName<R>,
  { parentId, at }: { parentId: string; at: number },
): Promise<R[]> {
  await items.moveTo(
    db,
    free.map(row => row.id),
    parentId,
    at,
  )
  const named = renamed.map(({ row, name }) => ({ id: row.id, name }))
  for (const some of inBatches(named, NAMED_AT_ONCE)) await items.moveNamed(db, some, parentId, at)
  const placed = [...free, ...renamed.map(({ row, name }) => ({ ...row, name }))]
  if (placed.length > 0) await addToParent(db, placed, parentId)
  return placed
}
