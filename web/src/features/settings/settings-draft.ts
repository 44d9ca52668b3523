import type { HomepageTextsPatch, LocalizedText } from '@coffer/contract/homepage'
import type { SettingsPatch } from '@coffer/contract/settings'

/**
 * Unsaved changes of a settings page, by setting, and homepage texts by `textKey`; a setting equal to its saved value is not in
 * it.
 */
export type Draft = Readonly<Record<string, unknown>>

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Returns the draft after a change. A value changed back to the saved one is no longer unsaved. */
export function withChange(draft: Draft, name: string, value: unknown, saved: unknown): Draft {
  const { [name]: _, ...others } = draft
  return isEqual(value, saved) ? others : { ...others, [name]: value }
}

/** Returns the draft without changes that equal the saved values, for instance after a save. */
export const withoutSaved = (draft: Draft, savedOf: (name: string) => unknown): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !isEqual(value, savedOf(name))),
  )

/** Returns the draft without the named changes. */
export const withoutNames = (draft: Draft, names: readonly string[]): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name)))

/**
 * Returns the lists that a draft replaces as a whole, as the user saw them before.
 * @param starts the saved values when they were first edited
 */
export const seenLists = (draft: Draft, starts: Draft): SettingsPatch =>
  Object.fromEntries(
    Object.entries(starts).filter(([name, value]) => name in draft && Array.isArray(value)),
  )

/** The key of a homepage text in one language, so that texts of other languages stay as they are saved. */
export const textKey = (name: string, locale: string): string => `${name}.${locale}`

/** The setting of a key, and the language where the key is that of a homepage text. */
export function partsOf(key: string): { name: string; locale?: string } {
  const [name = '', locale] = key.split('.')
  return locale === undefined ? { name } : { name, locale }
}

/** Returns the unsaved and the other saved texts of a homepage text. */
export function textsWithDraft(draft: Draft, name: string, saved: LocalizedText): LocalizedText {
  const texts: Record<string, unknown> = { ...saved }
  for (const [key, text] of Object.entries(draft)) {
    const { name: changed, locale } = partsOf(key)
    if (changed !== name || locale === undefined) continue
    if (text === null) delete texts[locale]
    else texts[locale] = text
  }
  return texts as LocalizedText
}

/** The parts of the request that saves a draft. */
export function changesOf(draft: Draft): {
  values: SettingsPatch
  texts: HomepageTextsPatch
} {
  const values: Record<string, unknown> = {}
  const texts: Record<string, Record<string, unknown>> = {}
  for (const [key, value] of Object.entries(draft)) {
    const { name, locale } = partsOf(key)
    if (locale === undefined) values[name] = value
    else texts[name] = { ...texts[name], [locale]: value }
  }
  return { values, texts: texts as HomepageTextsPatch }
}

/** The setting, or the homepage text in one language, of a field error: `values.app_title`. */
const keyOfField = (field: string): string =>
  field.startsWith('texts.')
    ? field.slice('texts.'.length)
    : field.replace(/^(?:values|secrets)\./, '').replace(/\..*$/, '')

/** Removes the part of the request body from the keys of field errors. */
export const errorsBySetting = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [keyOfField(field), message]))
