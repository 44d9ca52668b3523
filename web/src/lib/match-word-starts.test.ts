import { expect, it } from 'vitest'
import { matchesWordStarts } from './match-word-starts.ts'

it('each word that is asked for begins a word of the text, in any order', () => {
  expect(matchesWordStarts('sett acc', 'Account settings')).toBe(true)
  expect(matchesWordStarts('ting', 'Account settings')).toBe(false)
  expect(matchesWordStarts('sett bill', 'Account settings')).toBe(false)
})

it('neither accents nor capitals are needed', () => {
  expect(matchesWordStarts('MAIZ', 'mazorca de maíz')).toBe(true)
})

it('who asks for nothing means everything', () => {
  expect(matchesWordStarts(' ', 'Account')).toBe(true)
})
