import { expect, test } from 'vitest'
import { isolatedName, shownName } from './shown-name.ts'

// docs/faults.md P2
test('shows direction overrides as visible code points', () => {
  expect(shownName('invoice\u202Etxt.exe')).toBe('invoice[U+202E]txt.exe')
  expect(shownName('\u2066a\u2069')).toBe('[U+2066]a[U+2069]')
})

test('leaves every other name as it is, including joined emoji and direction marks', () => {
  for (const name of ['año.txt', '👨‍👩‍👧.png', '\u200Fميناء\u200E harbour'])
    expect(shownName(name)).toBe(name)
})

test('isolates right-to-left names within a sentence', () => {
  expect(isolatedName('fleet.txt')).toBe('fleet.txt')
  expect(isolatedName('ميناء')).toBe('\u2068ميناء\u2069')
})
