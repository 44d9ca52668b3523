import type { Deps } from '../../deps.ts'
import { hasPendingRemovals, removeSomeFromIndexes } from '../items/index.ts'

/** Short enough that nobody waits for it. */
const PUT_AWAY_AT_ONCE = 500

/** Lets lists and search go of what was removed: a large removal answers before that is done. */
export async function removeTrashedFromIndexes({ db, transact }: Pick<Deps, 'db' | 'transact'>) {
  if (!(await hasPendingRemovals(db))) return
  while ((await transact(tx => removeSomeFromIndexes(tx, PUT_AWAY_AT_ONCE))) === PUT_AWAY_AT_ONCE);
}
