import { expect, it } from 'vitest'
import { findReplaced } from './lib/find-replaced.mjs'
import { added, countWords, formatBaseline } from './lib/words-baseline.mjs'

const wordsIn = (text, path = 'server/src/x.ts') =>
  findReplaced(path, text).map(({ word, line }) => `${line} ${word}`)

it('finds a word in prose and in every spelling of a name', () => {
  expect(wordsIn('// Whoever asks.\nputAway(x)\n"put-away"\nput_away\nPUT_AWAY')).toEqual([
    '1 whoever',
    '2 put away',
    '3 put away',
    '4 put away',
    '5 put away',
  ])
})

it('finds a phrase across a line break and ignores its words elsewhere', () => {
  expect(wordsIn('// It grows by\n// and by.\n// Read by and, by chance, written.')).toEqual([
    '1 by and by',
  ])
})

it('ignores words that only contain a replaced word', () => {
  expect(wordsIn('the indoor history of theft')).toEqual([])
})

it('finds a word in the path, reported as line 0', () => {
  expect(wordsIn('', 'server/src/letter-links.ts')).toEqual(['0 letter'])
})

it('finds ordinary English only where it names a declaration', () => {
  expect(wordsIn('// The place to look.\nconst place = 1\nuse(place)')).toEqual(['2 place'])
})

it('finds identifiers by their whole name, or by a prefix in front of a capital', () => {
  expect(wordsIn('reachOf(a); reachOfAll(b); askedFiles; asked')).toEqual(['1 reachOf', '1 asked*'])
})

it('finds comments that open with an inverted sentence', () => {
  expect(wordsIn('/** What a caller sees. */\n// So many fit.\n// It is what it is.')).toEqual([
    '1 what',
    '2 so many',
  ])
})

it('finds screen texts only in the English translations', () => {
  const text = "'x': 'Look into your mailbox'"
  expect(wordsIn(text, 'contract/src/translations/en/mail.ts')).toEqual(['1 mailbox'])
  expect(wordsIn(text, 'server/src/mail.ts')).toEqual([])
})

it('names the standard term to use', () => {
  expect(findReplaced('x.ts', 'anew')).toEqual([{ word: 'anew', use: 'again', line: 1 }])
})

it('reports the files that add a word to their folder', () => {
  const baseline = { 'server/src/a.ts': { anew: 2 }, 'server/src/b.ts': { anew: 1 } }
  const counts = { 'server/src/a.ts': { anew: 2 }, 'server/src/b.ts': { anew: 2, he: 1 } }
  expect(added(baseline, counts)).toEqual([
    { path: 'server/src/b.ts', word: 'anew' },
    { path: 'server/src/b.ts', word: 'he' },
  ])
})

it('accepts a word that moves to another file of its folder', () => {
  const baseline = { 'server/src/a.ts': { anew: 2 } }
  expect(added(baseline, { 'server/src/x/b.ts': { anew: 2 } })).toEqual([])
  expect(added(baseline, { 'web/src/b.ts': { anew: 2 } })).toHaveLength(1)
})

it('writes a sorted line for each file, or several where one is too long', () => {
  const matches = new Map([
    ['b.ts', [{ word: 'his' }, { word: 'he' }, { word: 'his' }]],
    ['c.ts', []],
    [`${'a'.repeat(90)}.ts`, [{ word: 'anew' }]],
  ])
  expect(formatBaseline(countWords(matches)).split('\n')).toEqual([
    '{',
    `  "${'a'.repeat(90)}.ts": {`,
    '    "anew": 1',
    '  },',
    '  "b.ts": { "he": 1, "his": 2 }',
    '}',
    '',
  ])
})
