import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { ERROR_STATUS } from '../contract/src/errors.ts'
import { translations } from '../contract/src/translations/index.ts'
import { fillingOf, sentencesOf, sources, textsOf, wordsShown } from './lib/source-texts.mjs'

const product = sources(['contract/src', 'server/src', 'web/src']).map(source => ({
  ...source,
  ...textsOf(source.tree),
}))
const keys = Object.keys(translations.en)
const baseOf = key => key.replace(/_(zero|one|other)$/, '')

it('every message is used', () => {
  const whole = new Set(product.flatMap(source => [...source.whole]))
  const templates = product.flatMap(templatesOf)
  const isUsed = key =>
    whole.has(key) || templates.some(({ template, fits }) => fits(fillingOf(template, key)))
  expect(keys.filter(key => !isUsed(key) && !isUsed(baseOf(key)))).toEqual([])
})

/** Where words are that many files use. */
const SHARED = /^contract\/|^web\/src\/(ui|lib)\//

/** Those that can be a message's name. What fills them in is written nearby, or is a word of the contract. */
function templatesOf({ name, templates }) {
  const near = product.filter(
    source => SHARED.test(source.name) || dirname(source.name) === dirname(name),
  )
  const words = new Set([
    ...Object.keys(ERROR_STATUS),
    ...near.flatMap(source => [...source.whole, ...source.names]),
  ])
  const fits = filling => filling?.every(word => words.has(word)) ?? false
  return [...templates]
    .filter(template => /^[a-z_]+\./.test(template))
    .map(template => ({ template, fits }))
}

it('no fault is told by a message that is not there', () => {
  const told = product.flatMap(({ whole }) =>
    [...whole].filter(text => /^(validation|errors)\.[\w.]+$/.test(text)),
  )
  expect(told.filter(text => !keys.includes(text))).toEqual([])
  const codes = Object.keys(ERROR_STATUS).flatMap(code => [
    `errors.${code}.title`,
    `errors.${code}.detail`,
  ])
  expect(codes.filter(key => !keys.includes(key))).toEqual([])
})

/** What is the same in every language. */
const NOT_WORDS = new Set([
  'name@example.com',
  'type:pdf · in:… · before:2026-01',
  'Ctrl',
  'https://',
  'v',
])

it('no component shows words of its own', () => {
  const shown = product
    .filter(({ name }) => name.endsWith('.tsx'))
    .flatMap(({ name, tree }) => [...wordsShown(tree)].map(words => ({ name, words })))
  expect(shown.filter(({ words }) => !NOT_WORDS.has(words))).toEqual([])
})

/** What operators and programs read, and names that are the same in every language. */
const NOT_SAID = [
  /^(The (database|data folder|mail server)|It took longer|It is not installed|The process that)/,
  /^(The second step is due|The session is over|The owner was not made sure of)$/,
  /^(Bearer |HTTP |Node |ISO |Ctrl K$|Samsung Internet$)/,
  // Spec §8 gives these words, where the message for it is missing.
  /^That’s horrible!$/,
]
/** No server has answered there, so there are no messages; a test's own server answers what it likes. */
const BESIDE = /^server\/src\/cli\/|^web\/src\/unavailable-page\.ts|\.test-server\.ts$/

it('nothing else says a sentence of its own to people', () => {
  const said = product
    .filter(({ name }) => !BESIDE.test(name))
    .flatMap(({ name, tree }) => [...sentencesOf(tree)].map(words => ({ name, words })))
  expect(said.filter(({ words }) => !NOT_SAID.some(one => one.test(words)))).toEqual([])
})
