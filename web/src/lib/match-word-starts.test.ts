import { expect, it } from 'vitest'
import { beginsWords } from './match-word-starts.ts'

it('each word that is asked for begins a word of the text, in any order', () => {
  expect(beginsWords('sett acc', 'Account settings')).toBe(true)
  expect(beginsWords('ting', 'Account settings')).toBe(false)
  expect(beginsWords('sett bill', 'Account settings')).toBe(false)
})

it('neither accents nor capitals are needed', () => {
  expect(beginsWords('MAIZ', 'mazorca de maíz')).toBe(true)
})

it('who asks for nothing means everything', () => {
  expect(beginsWords(' ', 'Account')).toBe(true)
})
