import type { PageTexts, REQUIRED_PAGES } from '@coffer/contract/pages'

export type RequiredPage = (typeof REQUIRED_PAGES)[number]
export type SuppliedTexts = Record<RequiredPage, PageTexts[string]>
