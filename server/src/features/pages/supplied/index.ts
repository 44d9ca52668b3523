import type { PageTexts } from '@coffer/contract/pages'
import { en } from './en.ts'
import { es } from './es.ts'
import type { RequiredPage } from './supplied-texts.ts'

const LANGUAGES = { en, es }

/** The drafts that come with the product; empty for a page that is not required. */
export const suppliedTexts = (slug: string): PageTexts =>
  Object.fromEntries(
    Object.entries(LANGUAGES).flatMap(([locale, texts]) => {
      const text = Object.hasOwn(texts, slug) ? texts[slug as RequiredPage] : undefined
      return text ? [[locale, text]] : []
    }),
  )
