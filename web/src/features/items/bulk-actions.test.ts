import type { Item } from '@coffer/contract/items'
import { expect, test } from 'vitest'
import { unloadedSelection } from './bulk-actions.ts'

const whole = { folderId: 'pier', except: new Set<string>() }
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id: `${id}` }) as Item)
const chosen = (count: number, loaded: number) =>
  unloadedSelection({ whole, count, items: itemsOf(loaded) })

test('everything in a folder is told as a set where it is not all loaded', () => {
  expect(chosen(160, 100)).toEqual({ ...whole, count: 160 })
})

test('and where it is, as soon as one call could not name it', () => {
  expect(chosen(1500, 1500)).toEqual({ ...whole, count: 1500 })
})

test('a short list is told by its items', () => {
  expect(chosen(160, 160)).toBeNull()
  expect(chosen(1000, 1000)).toBeNull()
})

test('what is not everything in one folder is told by its items', () => {
  expect(unloadedSelection({ whole: null, count: 1500, items: itemsOf(1500) })).toBeNull()
})
