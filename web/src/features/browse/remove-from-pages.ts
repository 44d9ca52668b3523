import type { Listing } from '@coffer/contract/browse'
import { PAGE_SIZE } from '@coffer/contract/constants'
import type { Item } from '@coffer/contract/items'
import { paginate } from '@coffer/contract/resource'

/**
 * Returns the loaded pages of a list without the removed items: later rows move up. Where the next
 * page is not loaded, a page stays shorter until it is refetched.
 */
export function removeFromPages(
  pages: ReadonlyMap<number, Listing>,
  ids: ReadonlySet<string>,
): Map<number, Listing> {
  const rows = rowsOf(pages)
  const removed = [...rows].flatMap(([index, item]) => (ids.has(item.id) ? [index] : []))
  const moved = new Map<number, Item>()
  for (const [index, item] of rows)
    if (!ids.has(item.id)) moved.set(index - countBelow(removed, index), item)
  return new Map(
    [...pages].map(([page, listing]) => [page, refill(listing, page, moved, removed.length)]),
  )
}

function rowsOf(pages: ReadonlyMap<number, Listing>): Map<number, Item> {
  const entries = [...pages].flatMap(([page, { data }]) =>
    data.map((item, offset) => [(page - 1) * PAGE_SIZE + offset, item] as const),
  )
  return new Map(entries.sort(([first], [second]) => first - second))
}

/** The number of removed rows above this one; `removed` is sorted. */
function countBelow(removed: readonly number[], index: number): number {
  let low = 0
  let high = removed.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((removed[middle] ?? 0) < index) low = middle + 1
    else high = middle
  }
  return low
}

function refill(
  listing: Listing,
  page: number,
  rows: ReadonlyMap<number, Item>,
  removedCount: number,
): Listing {
  const data: Item[] = []
  const start = (page - 1) * PAGE_SIZE
  for (let index = start; index < start + PAGE_SIZE; index += 1) {
    const item = rows.get(index)
    if (!item) break
    data.push(item)
  }
  const total = Math.max(0, listing.meta.paginate.total - removedCount)
  return {
    data,
    meta: {
      ...listing.meta,
      paginate: paginate({ page, per_page: PAGE_SIZE }, total, data.length),
    },
  }
}
