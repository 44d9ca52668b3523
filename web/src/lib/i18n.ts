import type { Messages } from '@coffer/contract'
import type { Locale, PSEUDO_LOCALE } from '@coffer/contract/constants'
import { getTranslations } from '@coffer/contract/languages'
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

let started: Promise<void> | undefined

export function startI18n(locale: UiLocale): Promise<void> {
  started = start(locale)
  return started
}

async function start(locale: UiLocale): Promise<void> {
  const messages = await loadMessages(locale)
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
  setDocumentLanguage(locale)
}

export async function changeLocale(locale: Locale): Promise<void> {
  await started
  if (i18next.language === locale) return
  if (!i18next.hasResourceBundle(locale, NAMESPACE))
    i18next.addResourceBundle(locale, NAMESPACE, await loadMessages(locale))
  await i18next.changeLanguage(locale)
}

async function loadMessages(locale: UiLocale): Promise<Record<string, string>> {
  try {
    return await api(getTranslations, { params: { locale } })
  } catch (error) {
    // HTTP-18: when no server answers, the page reloads.
    if (error instanceof ApiError && error.status === 0) reloadOnce('translations')
    throw error
  }
}

function setDocumentLanguage(language: string): void {
  document.documentElement.lang = language
  document.documentElement.dir = i18next.dir(language)
}
