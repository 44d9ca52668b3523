import { expect, test } from 'vitest'
import { Chosen, sinceOf } from './filters.ts'

test('a period begins with the first moment of its first day', () => {
  const noon = new Date(2026, 2, 10, 12, 30)
  expect(new Date(sinceOf('1', noon))).toEqual(new Date(2026, 2, 10))
  expect(new Date(sinceOf('7', noon))).toEqual(new Date(2026, 2, 4))
  expect(new Date(sinceOf('30', noon))).toEqual(new Date(2026, 1, 9))
})

test('what makes no sense in an address is left out', () => {
  expect(Chosen.parse({ kind: 'image', days: 7 })).toEqual({ kind: 'image', days: '7' })
  expect(Chosen.parse({ kind: 'music', days: 'x', type: 'contract' })).toEqual({})
  expect(Chosen.parse({})).toEqual({})
})
