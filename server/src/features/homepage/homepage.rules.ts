import { type Locale, matchLocale } from '@coffer/contract'
import {
  HOMEPAGE_SECTIONS,
  HOMEPAGE_TEXTS,
  type HomepageSection,
  type HomepageSettings,
  type HomepageText,
  PUBLIC_SETTINGS,
} from '@coffer/contract/homepage'
import { translate } from '../../lib/translate.ts'

export type HomepageTexts = Record<HomepageText, string>
export type HomepageSections = Record<HomepageSection, boolean>

/** The text of a language as entered here, else the one that comes with the product. */
function textIn(settings: HomepageSettings, name: HomepageText, locale: Locale): string {
  const texts = settings[name]
  const own = texts[matchLocale(locale, Object.keys(texts)) ?? '']?.trim()
  return own || translate(locale, `homepage.${name}`)
}

export const textsIn = (settings: HomepageSettings, locale: Locale): HomepageTexts =>
  Object.fromEntries(
    HOMEPAGE_TEXTS.map(name => [name, textIn(settings, name, locale)]),
  ) as HomepageTexts

export const sectionsOf = (settings: HomepageSettings): HomepageSections =>
  Object.fromEntries(HOMEPAGE_SECTIONS.map(name => [name, settings[name]])) as HomepageSections

/** The named settings that are public; others are left out. */
export function publicSettings(
  settings: HomepageSettings & { allow_homepage: boolean },
  names: readonly string[],
  locale: Locale,
): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {
    allow_homepage: settings.allow_homepage,
    ...sectionsOf(settings),
    ...textsIn(settings, locale),
  }
  const isPublic = (name: string) => (PUBLIC_SETTINGS as readonly string[]).includes(name)
  return Object.fromEntries(names.filter(isPublic).map(name => [name, values[name] ?? '']))
}
