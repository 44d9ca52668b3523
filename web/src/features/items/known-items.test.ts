import { PAGE_SIZE } from '@coffer/contract/constants'
import type { Item } from '@coffer/contract/items'
import { describe, expect, test } from 'vitest'
import { type KnownItems, leaving, missing, note, present } from './known-items.ts'
import type { LoadingRows } from './selection.ts'

const itemOf = (id: string) => ({ id }) as Item

/** A list on a server, of which the pages that were read are known. */
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
    indexOf: id => ids.findIndex((one, index) => one === id && idAt(index) !== undefined),
    loaded: () => ids.flatMap((_, index) => itemAt(index) ?? []),
    load: async (from, to) => {
      pages.add(pageOf(from)).add(pageOf(to))
      return ids.slice(from, to + 1).map(itemOf)
    },
  }
}

const many = Array.from({ length: 4 * PAGE_SIZE }, (_, index) => `item-${index}`)
const without = (...gone: string[]) => many.filter(id => !gone.includes(id))

/** What is chosen in a list, when it was last looked at. */
function chosen(rows: LoadingRows, ...ids: string[]): KnownItems {
  const seen: KnownItems = new Map()
  note(seen, new Set(ids), rows)
  return seen
}

async function goneFrom(seen: KnownItems, rows: LoadingRows): Promise<string[]> {
  return [...(await leaving(missing(seen, rows), rows))]
}

describe('what is chosen', () => {
  test('is gone when its list is there without it', async () => {
    const seen = chosen(listOf(['a', 'b', 'c'], [0]), 'a', 'c')
    expect(await goneFrom(seen, listOf(['b', 'c'], [0]))).toEqual(['a'])
    expect(await goneFrom(seen, listOf(['b'], [0]))).toEqual(['a', 'c'])
    expect(await goneFrom(seen, listOf([], [0]))).toEqual(['a', 'c'])
  })

  test('stays while its page is merely not loaded', async () => {
    const seen = chosen(listOf(many, [0, 1]), 'item-3', 'item-60')
    expect(missing(seen, listOf(without('item-60'), [0]))).toEqual(new Map())
  })

  test('stays while nothing of its list has arrived', async () => {
    const seen = chosen(listOf(many, [0]), 'item-3')
    expect(missing(seen, { ...listOf([], []), isKnown: false })).toEqual(new Map())
  })

  test('stays when it has slid onto a page that is not loaded', async () => {
    const seen = chosen(listOf(many, [0]), 'item-49')
    expect(await goneFrom(seen, listOf(['new', ...many], [0]))).toEqual([])
  })

  test('is gone from a long list when it is not on the pages beside either', async () => {
    const seen = chosen(listOf(many, [0, 1]), 'item-49', 'item-60')
    const later = listOf(without('item-49'), [0, 1])
    expect(await goneFrom(seen, later)).toEqual(['item-49'])
  })

  test('stays where the list is in another order', async () => {
    const seen = chosen(listOf(many, [0]), 'item-3')
    const turned = listOf(many.toReversed(), [0], 'by size')
    expect(missing(seen, turned)).toEqual(new Map())
    expect([...(await leaving(seen, turned))]).toEqual([])
  })

  test('is looked for again where its page may have changed', async () => {
    const seen = chosen(listOf(many, [0, 2]), 'item-3', 'item-120')
    const later = listOf(without('item-120'), [0])
    expect([...(await leaving(seen, later))]).toEqual(['item-120'])
  })

  test('is named as it was when it was asked for, though the selection ends meanwhile', async () => {
    const rows = listOf(['a', 'b', 'c'], [0])
    const seen = chosen(rows, 'a', 'c')
    const asked = present(seen, rows)
    note(seen, new Set(), rows)
    expect((await asked).map(({ id }) => id)).toEqual(['a', 'c'])
  })
})
