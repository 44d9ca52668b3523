import { expect, it } from 'vitest'
import { matchesWordStarts } from './match-word-starts.ts'

it('each word of the query has to begin a word of the text, in any order', () => {
  expect(matchesWordStarts('sett acc', 'Account settings')).toBe(true)
  expect(matchesWordStarts('ting', 'Account settings')).toBe(false)
  expect(matchesWordStarts('sett bill', 'Account settings')).toBe(false)
})

it('ignores accents and case', () => {
  expect(matchesWordStarts('MAIZ', 'mazorca de maíz')).toBe(true)
})

it('an empty query matches everything', () => {
  expect(matchesWordStarts(' ', 'Account')).toBe(true)
})
