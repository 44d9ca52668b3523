import type { OnConflict } from '@coffer/contract/items'
import type { Preflight } from '@coffer/contract/upload-batches'
import { config } from '../../lib/config.ts'
import type { Rejection } from './rejections.ts'
import type { UploadTask } from './uploads.types.ts'

export interface Conflict {
  task: UploadTask
  /** The item that has the name already. */
  existing: Preflight['conflicts'][number]['existing']
}

/** The decisions that a user makes before a drop is uploaded. */
export interface Question {
  /** Files without a conflict. */
  ready: readonly UploadTask[]
  conflicts: readonly Conflict[]
  rejected: readonly Rejection[]
  /** Null where there is no quota. */
  freeBytes: number | null
}

/** Choice by task id. Tasks without a choice are renamed. */
export type Choices = ReadonlyMap<string, OnConflict>

/** A file can't replace a folder. */
export const choicesFor = ({ existing }: Conflict): readonly OnConflict[] =>
  existing.type === 'file' ? ['rename', 'replace', 'skip'] : ['rename', 'skip']

/** Whether a choice can delete the existing file without keeping it as a version. */
export const deletesExisting = (choice: OnConflict): boolean =>
  choice === 'replace' && !config().keepsVersions

/** Applies one choice to all conflicts; a conflict that does not offer it is renamed. */
export const chooseForAll = (conflicts: readonly Conflict[], choice: OnConflict): Choices =>
  new Map(
    conflicts.map(conflict => [
      conflict.task.id,
      choicesFor(conflict).includes(choice) ? choice : 'rename',
    ]),
  )

export interface Plan {
  /** Tasks that fit into the quota, in order. */
  toUpload: UploadTask[]
  /** Tasks that exceed the quota. */
  overQuota: UploadTask[]
  neededBytes: number
}

/**
 * Splits a drop into tasks that fit into the quota and tasks that don't, after the user's choices.
 */
export function planOf({ ready, conflicts, freeBytes }: Question, choices: Choices): Plan {
  const chosen = conflicts.flatMap(({ task }) => {
    const onConflict = choices.get(task.id) ?? 'rename'
    return onConflict === 'skip' ? [] : { ...task, onConflict }
  })
  const plan: Plan = { toUpload: [], overQuota: [], neededBytes: 0 }
  let remainingBytes = freeBytes ?? Number.POSITIVE_INFINITY
  for (const task of [...ready, ...chosen]) {
    plan.neededBytes += task.size
    if (task.size > remainingBytes) plan.overQuota.push(task)
    else {
      plan.toUpload.push(task)
      remainingBytes -= task.size
    }
  }
  return plan
}

/** Whether a dialog is needed: there are conflicts, or the quota does not suffice. */
export function needsAnswer(question: Question): boolean {
  return question.conflicts.length > 0 || planOf(question, new Map()).overQuota.length > 0
}
