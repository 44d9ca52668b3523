import { matchLocale } from '@coffer/contract'
import {
  PAGE_VERSIONS_KEPT,
  type PageTexts,
  type PageVisibility,
  REQUIRED_PAGES,
} from '@coffer/contract/pages'
import { suppliedTexts } from './supplied/index.ts'

export const isRequired = (slug: string): boolean =>
  (REQUIRED_PAGES as readonly string[]).includes(slug)

/** Whether a page shows the text that comes with the product. */
export const isSupplied = ({ slug, texts }: { slug: string; texts: PageTexts }): boolean =>
  isRequired(slug) && Object.keys(texts).length === 0

/** Whether visitors may read the page. */
export const isPublished = (visibility: PageVisibility): boolean => visibility !== 'draft'

/** As soon as one text is saved, the supplied ones count no longer: they could contradict it. */
export const shownTexts = (slug: string, stored: PageTexts): PageTexts =>
  Object.keys(stored).length > 0 ? stored : suppliedTexts(slug)

export interface ReadText {
  locale: string
  title: string
  content: string
}

/** Chooses the text for a reader: their language, else the default one, else English, else any. */
export function textFor(texts: PageTexts, locale: string, defaultLocale: string): ReadText {
  const available = Object.keys(texts)
  const chosen =
    matchLocale(locale, available) ??
    matchLocale(defaultLocale, available) ??
    matchLocale('en', available) ??
    available[0] ??
    ''
  return { locale: chosen, title: '', content: '', ...texts[chosen] }
}

/** The number of the newest version that is deleted when `newest` is stored. */
export const lastDeletedVersion = (newest: number): number => newest - PAGE_VERSIONS_KEPT
