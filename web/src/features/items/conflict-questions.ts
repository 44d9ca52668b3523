import type { Item, OnConflict } from '@coffer/contract/items'
import { createStore } from '../../lib/store.ts'

export interface Conflict {
  /** What is on its way. */
  item: Item
  /** What has its name already. */
  existing: Item
}

/** What is to become of each of them, by the item's id. */
export type Choices = ReadonlyMap<string, OnConflict>

export interface Question {
  how: 'move' | 'copy' | 'restore' | 'rename'
  /** Where they meet, when that is one place. */
  folder?: string
  conflicts: readonly Conflict[]
  /** How many more there are that are treated alike, without being shown. */
  alike?: number
  /** Null gives it all up. */
  answer: (choices: Choices | null) => void
}

/** The one that is shown. */
export const openQuestion = createStore<Question | null>(null)

export const askConflicts = (question: Omit<Question, 'answer'>): Promise<Choices | null> =>
  new Promise(resolve => {
    // Nobody can drag behind the dialog, but what is asked anew takes its place.
    openQuestion.get()?.answer(null)
    openQuestion.set({
      ...question,
      answer: choices => {
        openQuestion.set(null)
        resolve(choices)
      },
    })
  })

/** Files take a file's place, folders become one; a file and a folder can only stand side by side. */
export const canReplace = ({ item, existing }: Conflict): boolean => item.type === existing.type
