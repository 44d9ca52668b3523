import { directionOf, PRODUCT_LOCALES } from '@coffer/contract'
import type { Language } from '@coffer/contract/languages'
import type { LanguageRow } from '../../db/schema-languages.ts'
import type { LanguageCounts } from './strings.rules.ts'

export interface LanguageView {
  row: LanguageRow
  counts: LanguageCounts
  defaultLocale: string
}

const toIso = (millis: number): string => new Date(millis).toISOString()

export const presentLanguage = ({ row, counts, defaultLocale }: LanguageView): Language => ({
  id: row.id,
  type: 'language',
  attributes: {
    locale: row.locale,
    name: row.name,
    direction: directionOf(row.locale),
    is_product: (PRODUCT_LOCALES as readonly string[]).includes(row.locale),
    is_default: row.locale === defaultLocale,
    ...counts,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  },
})
