import {
  exactFormsOf,
  FALLBACK_LOCALE,
  type Locale,
  matchLocale,
  PRODUCT_LOCALES,
  splitPluralKey,
  type TranslatableKey,
  translatableKeys,
  translations,
} from '@coffer/contract'
import { sortName } from './item-names.ts'

export interface InstalledLanguage {
  locale: Locale
  name: string
  /** Texts that were entered here, by key. */
  texts: ReadonlyMap<string, string>
}

/** The languages as they were read at one version. */
export interface LanguageCatalogue {
  version: string
  languages: ReadonlyMap<Locale, InstalledLanguage>
}

type Messages = Readonly<Record<string, string>>

const NO_TEXTS: ReadonlyMap<string, string> = new Map()
const product: Readonly<Record<string, Messages>> = translations

let catalogue: LanguageCatalogue = {
  version: '',
  languages: new Map(
    PRODUCT_LOCALES.map(locale => [locale, { locale, name: locale, texts: NO_TEXTS }]),
  ),
}
let complete = new Map<Locale, Messages>()
const keysByLocale = new Map<Locale, readonly TranslatableKey[]>()

/** Replaces the languages of this process; texts are translated synchronously, so they stay in memory. */
export function installLanguages(next: LanguageCatalogue): void {
  catalogue = next
  complete = new Map()
}

export const languagesVersion = (): string => catalogue.version

/** The installed languages by name. Without a collator, which would keep 2 MB of memory. */
export const installedLanguages = (): InstalledLanguage[] =>
  [...catalogue.languages.values()].sort((a, b) => (sortName(a.name) < sortName(b.name) ? -1 : 1))

export const isInstalled = (locale: Locale): boolean => catalogue.languages.has(locale)

/** Finds the installed language for a tag such as `en-US`. */
export const matchInstalled = (tag: string): Locale | undefined =>
  matchLocale(tag, [...catalogue.languages.keys()])

/** The texts that a language has to translate; computed once, because it depends on the product alone. */
export function keysOf(locale: Locale): readonly TranslatableKey[] {
  const keys = keysByLocale.get(locale) ?? translatableKeys(locale)
  keysByLocale.set(locale, keys)
  return keys
}

/** The text of a language without fallback: as entered here, or as it comes with the product. */
export const ownText = (locale: Locale, key: string): string | undefined =>
  catalogue.languages.get(locale)?.texts.get(key) ?? productText(locale, key)

export function productText(locale: Locale, key: string): string | undefined {
  const messages = product[locale]
  return messages && Object.hasOwn(messages, key) ? messages[key] : undefined
}

/** The English text of a key, which is the source of its translations. */
export const sourceText = (key: string): string => ownText(FALLBACK_LOCALE, key) ?? ''

const hasPluralRules = (locale: Locale): boolean =>
  Intl.PluralRules.supportedLocalesOf([locale]).length > 0

/** The text for a key, in English if it is not translated. */
function textWithFallback(locale: Locale, { key, sourceKey }: TranslatableKey): string {
  const own = ownText(locale, key)
  if (own !== undefined) return own
  const plural = splitPluralKey(key)
  if (!plural || plural.form === 'zero') return sourceText(sourceKey)
  const other = `${plural.base}_other`
  // English "1 file" would be wrong where the form also stands for 21.
  const isSame = exactFormsOf(locale).has(plural.form)
  return ownText(locale, other) ?? sourceText(isSame ? sourceKey : other)
}

function completeMessages(locale: Locale): Messages {
  const messages = keysOf(locale).map(entry => [entry.key, textWithFallback(locale, entry)])
  if (hasPluralRules(locale)) return Object.fromEntries(messages)
  // Browsers use the rules of another language, so every form must have a text.
  const forms = messages.flatMap(([key = '', text]) => {
    const plural = splitPluralKey(key)
    if (plural?.form !== 'other') return []
    return ['two', 'few', 'many'].map(form => [`${plural.base}_${form}`, text])
  })
  return Object.fromEntries([...messages, ...forms])
}

/** All messages of an installed language; missing ones are English. */
export function messagesOf(locale: Locale): Messages {
  const target = isInstalled(locale) ? locale : FALLBACK_LOCALE
  const messages = complete.get(target) ?? completeMessages(target)
  complete.set(target, messages)
  return messages
}
