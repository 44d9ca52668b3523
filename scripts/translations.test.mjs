import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { AUDIT_CATEGORIES } from '../contract/src/audit.ts'
import { ERROR_STATUS } from '../contract/src/errors.ts'
import { translationPartOf, translations } from '../contract/src/translations/index.ts'
import { placeholdersOf, sentencesOf, shownTexts, sources, textsOf } from './lib/source-texts.mjs'

const product = sources(['contract/src', 'server/src', 'web/src']).map(source => ({
  ...source,
  ...textsOf(source.tree),
}))
const keys = Object.keys(translations.en)
const baseOf = key => key.replace(/_(zero|one|other)$/, '')

it('every message is used', () => {
  const literals = new Set(product.flatMap(source => [...source.literals]))
  const templates = product.flatMap(templatesOf)
  // Documents read their texts without the prefix.
  const isUsed = key =>
    literals.has(key) ||
    literals.has(key.replace(/^invoice_document\./, '')) ||
    templates.some(({ template, fits }) => fits(placeholdersOf(template, key)))
  expect(keys.filter(key => !isUsed(key) && !isUsed(baseOf(key)))).toEqual([])
})

/** Folders whose texts many files use. */
const SHARED = /^contract\/|^web\/src\/(ui|lib)\//

/** A template that begins with the first word of a key. */
const BEGINS_WITH_NAME = /^[a-z_]+\./

/** Templates of message keys; their placeholders are filled from the same folder, shared folders or the contract. */
function templatesOf({ name, templates }) {
  const near = product.filter(
    source => SHARED.test(source.name) || dirname(source.name) === dirname(name),
  )
  const words = new Set([
    ...Object.keys(ERROR_STATUS),
    ...AUDIT_CATEGORIES,
    ...near.flatMap(source => [...source.literals, ...source.names]),
  ])
  const fits = filling => filling?.every(word => words.has(word)) ?? false
  return [...templates]
    .filter(template => BEGINS_WITH_NAME.test(template))
    .map(template => ({ template, fits }))
}

/** Shows the reasons for which a task has skipped users; its pages load the messages of the server. */
const READS_SERVER_MESSAGES = 'web/src/features/users/task-progress.tsx'

it('the web app shows no message of the server that its pages have not loaded', () => {
  const served = keys.filter(key => translationPartOf(key) === 'server')
  const shown = product
    .filter(({ name }) => name.startsWith('web/src/') && name !== READS_SERVER_MESSAGES)
    .flatMap(({ name, literals, templates }) =>
      served
        .filter(
          key =>
            literals.has(key) ||
            [...templates].some(text => BEGINS_WITH_NAME.test(text) && placeholdersOf(text, key)),
        )
        .map(key => `${name}: ${key}`),
    )
  expect(shown).toEqual([])
})

it('every error and validation message exists', () => {
  const used = product.flatMap(({ literals }) =>
    [...literals].filter(text => /^(validation|errors)\.[\w.]+$/.test(text)),
  )
  expect(used.filter(text => !keys.includes(text))).toEqual([])
  const codes = Object.keys(ERROR_STATUS).flatMap(code => [
    `errors.${code}.title`,
    `errors.${code}.detail`,
  ])
  expect(codes.filter(key => !keys.includes(key))).toEqual([])
})

/** Texts that are the same in every language. */
const NEUTRAL_TEXTS = new Set([
  'name@example.com',
  'type:pdf · in:… · before:2026-01',
  'Ctrl',
  'https://',
  'v',
])

it('no component contains untranslated texts', () => {
  const shown = product
    .filter(({ name }) => name.endsWith('.tsx'))
    .flatMap(({ name, tree }) => [...shownTexts(tree)].map(text => ({ name, text })))
  expect(shown.filter(({ text }) => !NEUTRAL_TEXTS.has(text))).toEqual([])
})

/** Texts for operators and programs, and names that are the same in every language. */
const ALLOWED_SENTENCES = [
  /^(The (database|data folder|mail server)|It took longer|It is not installed|The process that|The setup can't use)/,
  /^(The second step is due|The session is over|The account is suspended|The user was not verified|The invitation has expired)$/,
  /^(Bearer |HTTP |Node |ISO |PostgreSQL |OpenID Connect$|Ctrl K$|Samsung Internet$)/,
  /^(The (gateway |connection to the gateway )|PayPal |Paystack |Basic |Cancelled by the customer)/,
  // Beside the answer of an S3 store, in logs and checks.
  /^The (bucket|store|access key|secret access key|clock of this machine) /,
  /^(Amazon S3|DigitalOcean Spaces|Backblaze B2|Alibaba Cloud OSS)$/,
  /^(American Express|Cartes Bancaires|Diners Club)$/,
  // Lists of codes of currencies and countries.
  /^[A-Z]{2,3}(\s+[A-Z]{2,3})+$/,
  // UPL-20: shown when the message itself is missing.
  /^That’s horrible!$/,
]
/**
 * Files without messages: no server has answered yet, the command line, test servers, descriptions
 * that programs read in invoices and metrics, and pages and samples that are supplied in each language.
 */
const EXCLUDED =
  /^server\/src\/(cli|features\/pages\/supplied)\/|^server\/src\/features\/invoices\/invoice-(pdf|xml)\.ts|^server\/src\/features\/demo\/sample-files\.ts|^server\/src\/observe\/metrics\.ts|^web\/src\/unavailable-page\.ts|\.test-server\.ts$/

it('no other file contains untranslated sentences for users', () => {
  const sentences = product
    .filter(({ name }) => !EXCLUDED.test(name))
    .flatMap(({ name, tree }) => [...sentencesOf(tree)].map(text => ({ name, text })))
  expect(sentences.filter(({ text }) => !ALLOWED_SENTENCES.some(one => one.test(text)))).toEqual([])
})
