import { PAGE_SIZE } from '@coffer/contract/constants'
import type { Item } from '@coffer/contract/items'
import type { LoadingRows } from './selection.ts'

/** An item that is chosen, and where it stood when it was last seen. */
interface KnownRange {
  item: Item
  index: number
  listKey: string
}
export type KnownItems = Map<string, KnownRange>

/** A page may have been let go since one of its items was chosen, so those are remembered. */
export function note(seen: KnownItems, ids: ReadonlySet<string>, rows: LoadingRows): void {
  const { listKey } = rows
  for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id)
  for (const id of ids) {
    const index = rows.indexOf(id)
    const item = rows.itemAt(index)
    if (item) seen.set(id, { item, index, listKey })
  }
}

/** Those in whose place something else is known to stand by now, not those that are merely not loaded. */
export const missing = (seen: KnownItems, rows: LoadingRows): KnownItems =>
  new Map(
    [...seen].filter(
      ([id, { index, listKey }]) =>
        rows.isKnown &&
        listKey === rows.listKey &&
        rows.indexOf(id) === -1 &&
        (index >= rows.total || rows.idAt(index) !== undefined),
    ),
  )

/** Those that are neither on the page where they were nor on those beside it: they have left the list. */
export async function leaving(seen: KnownItems, rows: LoadingRows): Promise<Set<string>> {
  const gone = new Map([...seen].filter(([, { listKey }]) => listKey === rows.listKey))
  for (const steps of [[0], [-1, 1]])
    for (const page of pagesBeside(gone, steps, rows))
      for (const { id } of await readPage(rows, page)) gone.delete(id)
  return new Set(gone.keys())
}

/** Those that have not left, as they are chosen when it is asked: a menu that closes may end the selection. */
export async function present(seen: KnownItems, rows: LoadingRows): Promise<Item[]> {
  const asked = new Map(seen)
  const gone = await leaving(asked, rows).catch(() => new Set<string>())
  return [...asked.values()].map(({ item }) => item).filter(({ id }) => !gone.has(id))
}

const pagesBeside = (seen: KnownItems, steps: readonly number[], { total }: LoadingRows) =>
  new Set(
    [...seen.values()]
      .flatMap(({ index }) => steps.map(step => Math.floor(index / PAGE_SIZE) + step))
      .filter(page => page >= 0 && page * PAGE_SIZE < total),
  )

const readPage = (rows: LoadingRows, page: number): Promise<Item[]> =>
  rows.load(page * PAGE_SIZE, Math.min((page + 1) * PAGE_SIZE, rows.total) - 1)
