import { PAGE_SIZE } from '@coffer/contract/constants'
import type { Item } from '@coffer/contract/items'
import { describe, expect, test } from 'vitest'
import { findMissing, findPresent, findRemoved, rememberItems } from './known-items.ts'
import type { KnownItems, LoadingRows } from './selection.ts'

const itemOf = (id: string) => ({ id }) as Item

/** A list on a server, of which some pages are loaded. */
function listOf(ids: readonly string[], read: readonly number[], listKey = 'by name'): LoadingRows {
  const pages = new Set(read)
  const pageOf = (index: number) => Math.floor(index / PAGE_SIZE)
  const idAt = (index: number) => (pages.has(pageOf(index)) ? ids[index] : undefined)
  const itemAt = (index: number) => {
    const id = idAt(index)
    return id === undefined ? undefined : itemOf(id)
  }
  return {
    listKey,
    isKnown: true,
    total: ids.length,
    idAt,
    itemAt,
    indexOf: id =>
      ids.findIndex((candidate, index) => candidate === id && idAt(index) !== undefined),
    loaded: () => ids.flatMap((_, index) => itemAt(index) ?? []),
    load: async (from, to) => {
      pages.add(pageOf(from)).add(pageOf(to))
      return ids.slice(from, to + 1).map(itemOf)
    },
  }
}

const manyIds = Array.from({ length: 4 * PAGE_SIZE }, (_, index) => `item-${index}`)
const without = (...removed: string[]) => manyIds.filter(id => !removed.includes(id))

/** The selected items of a list when it was last rendered. */
function selected(rows: LoadingRows, ...ids: string[]): KnownItems {
  const seen: KnownItems = new Map()
  rememberItems(seen, new Set(ids), rows)
  return seen
}

async function removedFrom(seen: KnownItems, rows: LoadingRows): Promise<string[]> {
  return [...(await findRemoved(findMissing(seen, rows), rows))]
}

describe('a selected item', () => {
  test('is removed when the list is loaded without it', async () => {
    const seen = selected(listOf(['a', 'b', 'c'], [0]), 'a', 'c')
    expect(await removedFrom(seen, listOf(['b', 'c'], [0]))).toEqual(['a'])
    expect(await removedFrom(seen, listOf(['b'], [0]))).toEqual(['a', 'c'])
    expect(await removedFrom(seen, listOf([], [0]))).toEqual(['a', 'c'])
  })

  test('stays while its page is not loaded', async () => {
    const seen = selected(listOf(manyIds, [0, 1]), 'item-3', 'item-60')
    expect(findMissing(seen, listOf(without('item-60'), [0]))).toEqual(new Map())
  })

  test('stays while no page of the list is loaded', async () => {
    const seen = selected(listOf(manyIds, [0]), 'item-3')
    expect(findMissing(seen, { ...listOf([], []), isKnown: false })).toEqual(new Map())
  })

  test('stays when it moved to a page that is not loaded', async () => {
    const seen = selected(listOf(manyIds, [0]), 'item-49')
    expect(await removedFrom(seen, listOf(['new', ...manyIds], [0]))).toEqual([])
  })

  test('is removed from a long list when the neighbouring pages lack it too', async () => {
    const seen = selected(listOf(manyIds, [0, 1]), 'item-49', 'item-60')
    const later = listOf(without('item-49'), [0, 1])
    expect(await removedFrom(seen, later)).toEqual(['item-49'])
  })

  test('stays when the list has another order', async () => {
    const seen = selected(listOf(manyIds, [0]), 'item-3')
    const reversed = listOf(manyIds.toReversed(), [0], 'by size')
    expect(findMissing(seen, reversed)).toEqual(new Map())
    expect([...(await findRemoved(seen, reversed))]).toEqual([])
  })

  test('is searched again when its page may have changed', async () => {
    const seen = selected(listOf(manyIds, [0, 2]), 'item-3', 'item-120')
    const later = listOf(without('item-120'), [0])
    expect([...(await findRemoved(seen, later))]).toEqual(['item-120'])
  })

  test('is returned as selected at the time of the call, even if the selection ends meanwhile', async () => {
    const rows = listOf(['a', 'b', 'c'], [0])
    const seen = selected(rows, 'a', 'c')
    const request = findPresent(seen, rows)
    rememberItems(seen, new Set(), rows)
    expect((await request).map(({ id }) => id)).toEqual(['a', 'c'])
  })
})
