import type { Item, OnConflict } from '@coffer/contract/items'
import { createStore } from '../../lib/store.ts'

export interface Conflict {
  /** The item that is moved, copied, restored or renamed. */
  item: Item
  /** The item that has the name already. */
  existing: Item
}

/** Conflict resolution by item id. */
export type Choices = ReadonlyMap<string, OnConflict>

export interface Question {
  how: 'move' | 'copy' | 'restore' | 'rename'
  /** The target folder's name, when there is only one. */
  folder?: string
  conflicts: readonly Conflict[]
  /** The number of further conflicts that get the same choice without being shown. */
  moreCount?: number
  /** Null cancels the action. */
  answer: (choices: Choices | null) => void
}

/** The question that is shown now. */
export const openQuestion = createStore<Question | null>(null)

/** Asks how to resolve name conflicts. Resolves with null when the user cancels. */
export const askConflicts = (question: Omit<Question, 'answer'>): Promise<Choices | null> =>
  new Promise(resolve => {
    // A new question cancels the current one.
    openQuestion.get()?.answer(null)
    openQuestion.set({
      ...question,
      answer: choices => {
        openQuestion.set(null)
        resolve(choices)
      },
    })
  })

/**
 * A file can replace a file and a folder merges with a folder; a file and a folder can only be
 * kept side by side.
 */
export const canReplace = ({ item, existing }: Conflict): boolean => item.type === existing.type
