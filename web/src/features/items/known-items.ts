import { PAGE_SIZE } from '@coffer/contract/constants'
import type { Item } from '@coffer/contract/items'
import type { KnownItems, LoadingRows } from './selection.ts'

/** Remembers the selected items, because their pages may be evicted from the cache. */
export function rememberItems(seen: KnownItems, ids: ReadonlySet<string>, rows: LoadingRows): void {
  const { listKey } = rows
  for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id)
  for (const id of ids) {
    const index = rows.indexOf(id)
    const item = rows.itemAt(index)
    if (item) seen.set(id, { item, index, listKey })
  }
}

/**
 * Items whose position now holds another item; items on pages that are not loaded are not included.
 */
export const findMissing = (seen: KnownItems, rows: LoadingRows): KnownItems =>
  new Map(
    [...seen].filter(
      ([id, { index, listKey }]) =>
        rows.isKnown &&
        listKey === rows.listKey &&
        rows.indexOf(id) === -1 &&
        (index >= rows.total || rows.idAt(index) !== undefined),
    ),
  )

/**
 * Items that are neither on their last page nor on the pages next to it: they have left the list.
 */
export async function findRemoved(seen: KnownItems, rows: LoadingRows): Promise<Set<string>> {
  const candidates = new Map([...seen].filter(([, { listKey }]) => listKey === rows.listKey))
  for (const steps of [[0], [-1, 1]])
    for (const page of neighbouringPages(candidates, steps, rows))
      for (const { id } of await readPage(rows, page)) candidates.delete(id)
  return new Set(candidates.keys())
}

/**
 * The selected items that are still in the list. Copies the selection first, because a closing menu
 * may end it.
 */
export async function findPresent(seen: KnownItems, rows: LoadingRows): Promise<Item[]> {
  const selected = new Map(seen)
  const candidates = await findRemoved(selected, rows).catch(() => new Set<string>())
  return [...selected.values()].map(({ item }) => item).filter(({ id }) => !candidates.has(id))
}

const neighbouringPages = (seen: KnownItems, steps: readonly number[], { total }: LoadingRows) =>
  new Set(
    [...seen.values()]
      .flatMap(({ index }) => steps.map(step => Math.floor(index / PAGE_SIZE) + step))
      .filter(page => page >= 0 && page * PAGE_SIZE < total),
  )

const readPage = (rows: LoadingRows, page: number): Promise<Item[]> =>
  rows.load(page * PAGE_SIZE, Math.min((page + 1) * PAGE_SIZE, rows.total) - 1)
