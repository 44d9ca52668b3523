import type { Item, OnConflict } from '@coffer/contract/items'
import { createQuestionQueue } from '../../lib/question-queue.ts'

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
}

/** Questions about name conflicts of several actions. */
export const { openQuestion, ask: askConflicts } = createQuestionQueue<Question, Choices>()

/**
 * A file can replace a file and a folder merges with a folder; a file and a folder can only be
 * kept side by side.
 */
export const canReplace = ({ item, existing }: Conflict): boolean => item.type === existing.type
