import type { Generated } from 'kysely'

/** Items whose search entry must be rewritten; triggers on `items` fill it. */
export interface SearchQueueTable {
  id: Generated<number>
  item_id: string
}

/** A live item in the search index; ids increase over time. */
export interface SearchEntryTable {
  id: Generated<number>
  item_id: string
  blob_id: string | null
}

/** The extracted text of a content; empty when nothing could be extracted. */
export interface SearchTextTable {
  blob_id: string
  text: string
  /** Its distinct words as the index stores them. */
  tokens: string
}

/** A text whose tokens have to be created again, because the rules for them have changed. */
export interface SearchStaleTextTable {
  blob_id: string
}

/** Words of item names, for finding misspelled queries. */
export interface SearchVocabularyTable {
  id: Generated<number>
  word: string
}

/** A hash of a word, or of a word without one of its characters. */
export interface SearchTypoTable {
  slip: number
  word_id: number
}
