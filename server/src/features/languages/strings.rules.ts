import {
  exactFormsOf,
  findTranslationFault,
  type Locale,
  normalizeTranslation,
  pluralFormOf,
  type TranslatableKey,
  type TranslationFault,
} from '@coffer/contract'
import type { LanguageString, StringState } from '@coffer/contract/languages'
import type { LanguageStringRow } from '../../db/schema-languages.ts'
import { keysOf, productText, sourceText } from '../../lib/installed-languages.ts'

/** A text with what was entered for it, if anything. */
export interface StringEntry {
  key: TranslatableKey
  source: string
  stored: LanguageStringRow | undefined
  product: string | undefined
}

/** Lists the texts of a language in the order of the product, with those that were entered. */
export function listEntries(locale: Locale, stored: readonly LanguageStringRow[]): StringEntry[] {
  const byKey = new Map(stored.map(row => [row.key, row]))
  return keysOf(locale).map(key => ({
    key,
    source: sourceOf(locale, key),
    stored: byKey.get(key.key),
    product: productText(locale, key.key),
  }))
}

/** The English text that a key translates; for English itself that of the product. */
export const sourceOf = (locale: Locale, { sourceKey }: TranslatableKey): string =>
  locale === 'en' ? (productText('en', sourceKey) ?? '') : sourceText(sourceKey)

export const translationOf = ({ stored, product }: StringEntry): string | undefined =>
  stored?.value ?? product

const isOutdated = ({ stored, source }: StringEntry): boolean =>
  stored !== undefined && stored.source !== source

const STATES: Record<StringState, (entry: StringEntry) => boolean> = {
  missing: entry => translationOf(entry) === undefined,
  changed: ({ stored }) => stored !== undefined,
  outdated: isOutdated,
}

export const hasState = (entry: StringEntry, state: StringState | undefined): boolean =>
  state === undefined || STATES[state](entry)

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Searches key, English text and translation; case and accents do not matter. */
export function matchesQuery(entry: StringEntry, query: string | undefined): boolean {
  if (!query) return true
  const folded = fold(query)
  return [entry.key.key, entry.source, translationOf(entry) ?? ''].some(text =>
    fold(text).includes(folded),
  )
}

export interface LanguageCounts {
  total: number
  translated: number
  changed: number
  outdated: number
}

export const countEntries = (entries: readonly StringEntry[]): LanguageCounts => ({
  total: entries.length,
  translated: entries.filter(entry => translationOf(entry) !== undefined).length,
  changed: entries.filter(({ stored }) => stored !== undefined).length,
  outdated: entries.filter(isOutdated).length,
})

const MAX_EXAMPLES = 4

/** The smallest numbers that take a plural form. */
function examplesOf(locale: Locale, form: string): number[] {
  const examples: number[] = []
  for (let number = 0; number <= 110 && examples.length < MAX_EXAMPLES; number += 1)
    if (pluralFormOf(locale, number) === form) examples.push(number)
  return examples.length === 0 && pluralFormOf(locale, 1_000_000) === form ? [1_000_000] : examples
}

/** Creates a function that describes the texts of a language. */
export function presentStringsOf(locale: Locale): (entry: StringEntry) => LanguageString {
  const exact = exactFormsOf(locale)
  const examples = new Map<string, number[]>()
  const examplesFor = (form: string) => {
    const known = examples.get(form) ?? examplesOf(locale, form)
    examples.set(form, known)
    return known
  }
  return entry => {
    const { key, source, stored, product } = entry
    return {
      key: key.key,
      source,
      previous_source: isOutdated(entry) ? (stored?.source ?? null) : null,
      value: translationOf(entry) ?? null,
      product_value: product ?? null,
      is_changed: stored !== undefined,
      form: key.form ?? null,
      examples: key.form ? examplesFor(key.form) : [],
      is_exact_form: key.form !== undefined && exact.has(key.form),
    }
  }
}

export type StringFault = TranslationFault | 'unknown_key'
export type CheckedString = { text: string | null } | { fault: StringFault }

/**
 * Creates a function that checks a text of a language and returns it normalized; null, which resets
 * the text, needs a known key only.
 */
export function stringCheckerOf(
  locale: Locale,
): (key: string, text: string | null) => CheckedString {
  const keys = new Map(keysOf(locale).map(entry => [entry.key, entry]))
  const exact = exactFormsOf(locale)
  return (key, text) => {
    const entry = keys.get(key)
    if (!entry) return { fault: 'unknown_key' }
    if (text === null) return { text }
    const normalized = normalizeTranslation(text)
    const isExactForm = entry.form !== undefined && exact.has(entry.form)
    const problem = findTranslationFault(sourceOf(locale, entry), normalized, { isExactForm })
    return problem ? { fault: problem } : { text: normalized }
  }
}
