import {
  type EditablePage,
  PageContent,
  PageSlug,
  type PageText,
  PageTitle,
} from '@coffer/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { fieldErrorsOf, validateField } from '../../lib/form-errors.ts'
import { isChangedConcurrently, offerNewerVersion } from '../../ui/form/offer-newer-version.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { loadPage, type PageDraft, savePage } from './pages.api.ts'

const EMPTY: PageText = { title: '', content: '' }

/** The default language; the first one with a text if the page has none in it. */
function firstLocaleOf(page: EditablePage | undefined): string {
  const { locale } = config()
  return page && !page.attributes.texts[locale] ? (page.attributes.locales[0] ?? locale) : locale
}

/** The state of the editor: a draft of the page, the language shown, and the call that saves it. */
export function usePageDraft(page: EditablePage | undefined) {
  const queries = useQueryClient()
  const [locale, setLocale] = useState(() => firstLocaleOf(page))
  const saved: PageDraft = page
    ? {
        slug: page.attributes.slug,
        visibility: page.attributes.visibility,
        texts: page.attributes.texts,
        seen_updated_at: page.attributes.updated_at,
      }
    : { slug: '', visibility: 'draft', texts: { [locale]: EMPTY } }
  const [draft, setDraft] = useState<PageDraft>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const shown = draft ?? saved
  const isDirty = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(saved)

  const change = (part: Partial<PageDraft>) => setDraft({ ...shown, ...part })

  function findErrors(): Record<string, string> {
    const texts = Object.entries(shown.texts).flatMap(([locale, { title, content }]) => [
      [`texts.${locale}.title`, validateField(PageTitle, title)],
      [`texts.${locale}.content`, validateField(PageContent, content)],
    ])
    const all = [['slug', validateField(PageSlug, shown.slug)], ...texts]
    return Object.fromEntries(all.filter(([, message]) => message !== null))
  }

  /** Shows another language if all errors are in texts that are not on screen. */
  function showErrors(invalid: Record<string, string>): void {
    setErrors(invalid)
    const locales = Object.keys(invalid).map(field => /^texts\.([^.]+)/.exec(field)?.[1] ?? locale)
    const [first] = locales
    if (first !== undefined && !locales.includes(locale)) setLocale(first)
  }

  function discard(): void {
    setDraft(undefined)
    setErrors({})
  }

  function report(error: unknown): void {
    const invalid = fieldErrorsOf(error)
    if (isChangedConcurrently(error))
      void offerNewerVersion(error, async () => {
        await loadPage(queries, saved.slug)
        discard()
      })
    else if (error instanceof ApiError && Object.keys(invalid).length > 0) showErrors(invalid)
    else failurePopup(error)
  }

  /** @returns the page's address, or undefined when it was not saved */
  async function save(): Promise<string | undefined> {
    const invalid = findErrors()
    showErrors(invalid)
    if (isSaving || Object.keys(invalid).length > 0) return undefined
    setSaving(true)
    try {
      const { attributes } = await savePage(queries, page?.attributes.slug, shown)
      // Text that is typed while the page is being saved is kept, as a change of what was saved.
      setDraft(
        current =>
          current &&
          (current === draft ? undefined : { ...current, seen_updated_at: attributes.updated_at }),
      )
      return attributes.slug
    } catch (error) {
      report(error)
      return undefined
    } finally {
      setSaving(false)
    }
  }

  return {
    draft: shown,
    locale,
    setLocale,
    errors,
    isDirty,
    isSaving,
    change,
    changeText: (locale: string, part: Partial<PageText>) =>
      change({
        texts: { ...shown.texts, [locale]: { ...(shown.texts[locale] ?? EMPTY), ...part } },
      }),
    removeText: (locale: string) => {
      const { [locale]: _, ...texts } = shown.texts
      change({ texts })
    },
    discard,
    save,
  }
}

export type PageEditor = ReturnType<typeof usePageDraft>
