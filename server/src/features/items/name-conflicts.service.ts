import type { OnConflict } from '@coffer/contract/items'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { inBatches } from '../../lib/batches.ts'
import { nameKey, numberedName } from '../../lib/item-names.ts'
import * as items from './items.repository.ts'

/** How many numbers are looked up in one query: doubled from the first to the most. */
const FIRST_BATCH = 16
const MAX_BATCH = 1024

/** Offers `name (2).ext`, `name (3).ext` and so on in batches until `choose` returns a result. */
export async function chooseNumbered<T>(
  name: string,
  choose: (names: readonly string[]) => Promise<T | undefined>,
): Promise<T> {
  let number = 2
  for (let count = FIRST_BATCH; ; count = Math.min(2 * count, MAX_BATCH)) {
    const names = Array.from({ length: count }, (_, index) => numberedName(name, number + index))
    const chosen = await choose(names)
    if (chosen !== undefined) return chosen
    number += count
  }
}

/** Returns a free name in a folder for a name that is taken: `name (2).ext`. */
export const freeNameIn = (
  db: Db,
  parentId: string,
  name: string,
  alsoTaken: ReadonlySet<string> = new Set(),
): Promise<string> =>
  chooseNumbered(name, async names => {
    const taken = await items.findTakenKeys(db, parentId, names.map(nameKey))
    const isFree = (key: string) => !taken.has(key) && !alsoTaken.has(key)
    return names.find(numbered => isFree(nameKey(numbered)))
  })

/** How many numbers are tried for each name before the next ones are looked up one by one. */
const CANDIDATES_PER_NAME = 4
const KEYS_PER_QUERY = 1000

/** Returns a free name for each name, in order, without giving one out twice. */
async function freeNamesIn(
  db: Db,
  parentId: string,
  names: readonly string[],
  taken: Set<string>,
): Promise<string[]> {
  const candidates = names.map(name =>
    Array.from({ length: CANDIDATES_PER_NAME }, (_, index) => numberedName(name, index + 2)),
  )
  const takenNumbers = new Set<string>()
  for (const keys of inBatches([...new Set(candidates.flat().map(nameKey))], KEYS_PER_QUERY))
    for (const key of await items.findTakenKeys(db, parentId, keys)) takenNumbers.add(key)
  const free: string[] = []
  for (const [index, name] of names.entries()) {
    const isFree = (numbered: string) =>
      !takenNumbers.has(nameKey(numbered)) && !taken.has(nameKey(numbered))
    const freeName =
      candidates[index]?.find(isFree) ?? (await freeNameIn(db, parentId, name, taken))
    taken.add(nameKey(freeName))
    free.push(freeName)
  }
  return free
}

const count = (rows: readonly Pick<ItemRow, 'type'>[]): items.Count => {
  const folders = rows.filter(row => row.type === 'folder').length
  return { folders, files: rows.length - folders }
}

/** Subtracts items from the counts of their parents, with one statement per parent. */
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
  /** Rows whose names are free in the folder and unique among the rows. */
  free: R[]
  /** Rows whose names are taken, each with a free name. */
  renamed: { row: R; name: string }[]
}

/** Numbers names that are all taken in a folder, with one query for the names in it. */
export async function numberNames<R extends Pick<ItemRow, 'name'>>(
  db: Db,
  rows: readonly R[],
  parentId: string,
): Promise<ResolvedName<R>> {
  const taken = await items.findKeys(db, parentId)
  const lastNumbers = new Map<string, number>()
  const renamed = rows.map(row => {
    const key = nameKey(row.name)
    let number = (lastNumbers.get(key) ?? 1) + 1
    while (taken.has(nameKey(numberedName(row.name, number)))) number += 1
    lastNumbers.set(key, number)
    const name = numberedName(row.name, number)
    taken.add(nameKey(name))
    return { row, name }
  })
  return { free: [], renamed }
}

/** Resolves the names of items in a folder; with `skip`, leaves out items whose names are taken. */
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
  const conflictingNames = conflicting.map(row => row.name)
  const names = await freeNamesIn(db, parentId, conflictingNames, taken)
  const renamed = conflicting.map((row, index) => ({ row, name: names[index] ?? row.name }))
  return { free, renamed }
}

/** Adds items to the counts of a folder. */
export const addToParent = (
  db: Db,
  rows: readonly Pick<ItemRow, 'type'>[],
  parentId: string,
): Promise<void> => items.addToCounts(db, parentId, count(rows))

/**
 * Moves items into a folder, resolving taken names. Items without a conflict are moved in one
 * statement. The caller updates the counts of the folders that they came from.
 * @returns the moved items with their new names; skipped items are missing
 */
export async function placeItems<R extends ItemRow>(
  db: Db,
  { now }: Pick<Deps, 'now'>,
  rows: readonly R[],
  parentId: string,
  onConflict: Exclude<OnConflict, 'replace'>,
): Promise<R[]> {
  return placeResolved(db, await resolveNames(db, rows, parentId, onConflict), {
    parentId,
    at: now().getTime(),
  })
}

/** As `placeItems`, for names that are already resolved. */
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
  await items.moveNamed(db, named, parentId, at)
  const placed = [...free, ...renamed.map(({ row, name }) => ({ ...row, name }))]
  if (placed.length > 0) await addToParent(db, placed, parentId)
  return placed
}
