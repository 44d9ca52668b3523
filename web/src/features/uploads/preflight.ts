import type { OnConflict } from '@coffer/contract/items'
import type { Preflight } from '@coffer/contract/upload-batches'
import type { Refusal } from './rejections.ts'
import type { UploadTask } from './uploads.types.ts'

export interface Conflict {
  task: UploadTask
  /** What has the name already. */
  existing: Preflight['conflicts'][number]['existing']
}

/** What is to be decided before the first byte of a drop. */
export interface Question {
  /** Nothing speaks against these. */
  clear: readonly UploadTask[]
  conflicts: readonly Conflict[]
  refused: readonly Refusal[]
  /** Null where nothing limits it. */
  roomBytes: number | null
}

/** By the ids of their tasks; what is not named is kept beside what is there. */
export type Choices = ReadonlyMap<string, OnConflict>

/** A folder can't be replaced by a file. */
export const choicesFor = ({ existing }: Conflict): readonly OnConflict[] =>
  existing.type === 'file' ? ['rename', 'replace', 'skip'] : ['rename', 'skip']

/** The choice for all of them, as far as each can follow it. */
export const chooseForAll = (conflicts: readonly Conflict[], choice: OnConflict): Choices =>
  new Map(
    conflicts.map(conflict => [
      conflict.task.id,
      choicesFor(conflict).includes(choice) ? choice : 'rename',
    ]),
  )

export interface Plan {
  /** What goes, in its order. */
  going: UploadTask[]
  /** What finds no room. */
  left: UploadTask[]
  neededBytes: number
}

/** What becomes of a drop by what was chosen: as many as fit, in their order. */
export function planOf({ clear, conflicts, roomBytes }: Question, choices: Choices): Plan {
  const chosen = conflicts.flatMap(({ task }) => {
    const onConflict = choices.get(task.id) ?? 'rename'
    return onConflict === 'skip' ? [] : { ...task, onConflict }
  })
  const plan: Plan = { going: [], left: [], neededBytes: 0 }
  let room = roomBytes ?? Number.POSITIVE_INFINITY
  for (const task of [...clear, ...chosen]) {
    plan.neededBytes += task.size
    if (task.size > room) plan.left.push(task)
    else {
      plan.going.push(task)
      room -= task.size
    }
  }
  return plan
}

/** Nothing is asked where there is nothing to decide. */
export function needsAnswer(question: Question): boolean {
  return question.conflicts.length > 0 || planOf(question, new Map()).left.length > 0
}
