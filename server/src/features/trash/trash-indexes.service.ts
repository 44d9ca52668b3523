import type { Deps } from '../../deps.ts'
import { hasPendingRemovals, removeSomeFromIndexes } from '../items/index.ts'

/** Small enough to keep each transaction short. */
const BATCH_SIZE = 500

/**
 * Removes trashed items from the list indexes in batches, so that a large removal can answer early.
 */
export async function removeTrashedFromIndexes({ db, transact }: Pick<Deps, 'db' | 'transact'>) {
  if (!(await hasPendingRemovals(db))) return
  while ((await transact(tx => removeSomeFromIndexes(tx, BATCH_SIZE))) === BATCH_SIZE);
}
