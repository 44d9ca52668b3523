import type { Selectable } from 'kysely'

export interface LanguageTable {
  id: string
  /** BCP 47 tag. */
  locale: string
  name: string
  /** Milliseconds since 1970, UTC. */
  created_at: number
  updated_at: number
}

/** A text that was entered here: a translation, or a change of a text that comes with the product. */
export interface LanguageStringTable {
  language_id: string
  key: string
  value: string
  /** The English text that was translated. */
  source: string
  updated_at: number
}

/** One row, changed with every language, by which processes notice changes. */
export interface LanguageVersionTable {
  id: number
  version: string
}

export type LanguageRow = Selectable<LanguageTable>
export type LanguageStringRow = Selectable<LanguageStringTable>
