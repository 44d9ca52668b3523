import type { Item } from '@coffer/contract/items'
import { expect, test } from 'vitest'
import { unloadedSelection } from './bulk-actions.ts'

const bulk = { folderId: 'pier', except: new Set<string>() }
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id: `${id}` }) as Item)
const unloaded = (count: number, loaded: number) =>
  unloadedSelection({ bulk, count, items: itemsOf(loaded) })

test('uses a bulk selection when not all items of a folder are loaded', () => {
  expect(unloaded(160, 100)).toEqual({ ...bulk, count: 160 })
})

test('uses a bulk selection when there are too many items for one call', () => {
  expect(unloaded(1500, 1500)).toEqual({ ...bulk, count: 1500 })
})

test('names the items of a short list', () => {
  expect(unloaded(160, 160)).toBeNull()
  expect(unloaded(1000, 1000)).toBeNull()
})

test('names the items when the selection is not everything in one folder', () => {
  expect(unloadedSelection({ bulk: null, count: 1500, items: itemsOf(1500) })).toBeNull()
})
