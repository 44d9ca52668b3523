import type { TranslationKey } from './index.ts'
import { translations } from './index.ts'

const ALL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
type PluralForm = (typeof ALL_FORMS)[number]
const english: Readonly<Record<string, string>> = translations.en

/** The rules of a language. Without rules of its own, `Intl` would use those of the server's language. */
const rulesOf = (locale: string): Intl.PluralRules =>
  new Intl.PluralRules(Intl.PluralRules.supportedLocalesOf([locale]).length > 0 ? locale : 'en')

/** The plural forms of a language, in the order from zero to other. */
export const pluralFormsOf = (locale: string): PluralForm[] => {
  const categories = new Set<string>(rulesOf(locale).resolvedOptions().pluralCategories)
  return ALL_FORMS.filter(form => categories.has(form))
}

/** Which plural form of a language a number takes. */
export const pluralFormOf = (locale: string, count: number): PluralForm =>
  rulesOf(locale).select(count) as PluralForm

/** Enough numbers to meet every plural form of any language more than once. */
const SAMPLE = Array.from({ length: 201 }, (_, number) => number)

/** Forms that stand for exactly one number, such as `one` in English but not in Russian (1, 21, 31). */
export function exactFormsOf(locale: string): Set<PluralForm> {
  const rules = rulesOf(locale)
  const byForm = Map.groupBy(SAMPLE, number => rules.select(number))
  const hasFractions = rules.select(1.5) as PluralForm
  return new Set(
    [...byForm].flatMap(([form, numbers]) =>
      numbers.length === 1 && form !== hasFractions && form !== 'other' ? [form as PluralForm] : [],
    ),
  )
}

const SUFFIX = new RegExp(`_(${ALL_FORMS.join('|')})$`)

/** Splits the key of a plural form: `files.count_one` into `files.count` and `one`. */
export function splitPluralKey(key: string): { base: string; form: PluralForm } | undefined {
  const form = SUFFIX.exec(key)?.[1] as PluralForm | undefined
  if (!form) return undefined
  const base = key.slice(0, -form.length - 1)
  return `${base}_other` in english && `${base}_one` in english ? { base, form } : undefined
}

/** A text of a language with the English key whose text it translates. */
export interface TranslatableKey {
  key: string
  sourceKey: TranslationKey
  /** The plural form, for a message with a count. */
  form: PluralForm | undefined
}

/** Lists what a language has to translate: every message, counted ones in the forms of the language. */
export function translatableKeys(locale: string): TranslatableKey[] {
  const forms = pluralFormsOf(locale)
  return (Object.keys(english) as TranslationKey[]).flatMap((key): TranslatableKey[] => {
    const plural = splitPluralKey(key)
    if (!plural || (plural.form === 'zero' && !forms.includes('zero')))
      return [{ key, sourceKey: key, form: plural?.form }]
    // Every other form is listed with `_other`, so that a message appears once and in order.
    if (plural.form !== 'other') return []
    return forms.map(form => {
      const formKey = `${plural.base}_${form}`
      const sourceKey = (formKey in english ? formKey : key) as TranslationKey
      return { key: formKey, sourceKey, form }
    })
  })
}
