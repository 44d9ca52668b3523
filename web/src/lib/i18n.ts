import type { Messages } from '@coffer/contract'
import type { Locale, PSEUDO_LOCALE, TranslationPart } from '@coffer/contract/constants'
import { directionOf } from '@coffer/contract/locales'
import { getTranslations } from '@coffer/contract/messages'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { ApiError, api } from './api.ts'
import { reloadOnce } from './reload-once.ts'
import { isolatedName } from './shown-name.ts'

const NAMESPACE = 'translation'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Messages }
    keySeparator: false
    nsSeparator: false
  }
}

type UiLocale = Locale | typeof PSEUDO_LOCALE

const neededParts = new Set<TranslationPart>(['app'])
const loadedParts = new Set<string>()
const nameOf = (locale: UiLocale, part: TranslationPart) => `${locale} ${part}`

let started: Promise<void> | undefined

export function startI18n(locale: UiLocale): Promise<void> {
  started = start(locale)
  return started
}

async function start(locale: UiLocale): Promise<void> {
  const messages = await loadMessages(locale, 'app')
  i18next.on('languageChanged', setDocumentLanguage)
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { [NAMESPACE]: messages } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes HTML, so only names that could reverse the direction of the sentence are
    // escaped here.
    interpolation: { escapeValue: true, escape: isolatedName },
    react: { useSuspense: false },
  })
  loadedParts.add(nameOf(locale, 'app'))
  setDocumentLanguage(locale)
}

export async function changeLocale(locale: Locale): Promise<void> {
  await started
  if (i18next.language === locale) return
  for (const part of neededParts) await loadTranslationPart(part, locale)
  await i18next.changeLanguage(locale)
}

/** Loads a part of the messages that few pages need, and from then on that of a new language too. */
export async function loadTranslationPart(part: TranslationPart, locale?: Locale): Promise<void> {
  neededParts.add(part)
  await started
  const target = locale ?? (i18next.language as UiLocale)
  const name = nameOf(target, part)
  if (loadedParts.has(name)) return
  await addMessages(target, part)
  loadedParts.add(name)
}

async function addMessages(locale: UiLocale, part: TranslationPart): Promise<void> {
  const messages = await loadMessages(locale, part)
  i18next.addResourceBundle(locale, NAMESPACE, messages, true, true)
}

async function loadMessages(
  locale: UiLocale,
  part: TranslationPart,
): Promise<Record<string, string>> {
  try {
    return await api(getTranslations, { params: { locale }, query: { part } })
  } catch (error) {
    // HTTP-18: when no server answers, the page reloads.
    if (error instanceof ApiError && error.status === 0) reloadOnce('translations')
    throw error
  }
}

function setDocumentLanguage(language: string): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}
