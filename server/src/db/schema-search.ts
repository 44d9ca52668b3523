import type { Generated } from 'kysely'

/** Items whose search entry is to be written anew; triggers on `items` fill it. */
export interface SearchQueueTable {
  id: Generated<number>
  item_id: string
}

/** A live item in the search index; later ids came later. */
export interface SearchEntryTable {
  id: Generated<number>
  item_id: string
  blob_id: string | null
}

/** What could be read out of a content. Empty when nothing could. */
export interface SearchTextTable {
  blob_id: string
  text: string
  /** Its different words, as the index takes them. */
  tokens: string
}

/** The words of names, for what is spelled wrongly. */
export interface SearchVocabularyTable {
  id: Generated<number>
  word: string
}

/** A word, and the same without one of its letters, each as a number. */
export interface SearchTypoTable {
  slip: number
  word_id: number
}
