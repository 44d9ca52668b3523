import { expect, test } from 'vitest'
import { shownName, withinWords } from './shown-name.ts'

// P2
test('a sign that turns a name around is shown as what it is', () => {
  expect(shownName('invoice\u202Etxt.exe')).toBe('invoice[U+202E]txt.exe')
  expect(shownName('\u2066a\u2069')).toBe('[U+2066]a[U+2069]')
})

test('every other name is shown as it is, joined emoji and marks of direction too', () => {
  for (const name of ['año.txt', '👨‍👩‍👧.png', '\u200Fميناء\u200E harbour'])
    expect(shownName(name)).toBe(name)
})

test('within a sentence a name from right to left keeps its direction to itself', () => {
  expect(withinWords('fleet.txt')).toBe('fleet.txt')
  expect(withinWords('ميناء')).toBe('\u2068ميناء\u2069')
})
