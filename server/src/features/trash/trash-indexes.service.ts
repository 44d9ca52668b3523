import type { Deps } from '../../deps.ts'
import { isAnythingLeaving, putAwaySome } from '../items/index.ts'

/** Short enough that nobody waits for it. */
const PUT_AWAY_AT_ONCE = 500

/** Lets lists and search go of what was removed: a large removal answers before that is done. */
export async function putAwayTrashed({ db, transact }: Pick<Deps, 'db' | 'transact'>) {
  if (!(await isAnythingLeaving(db))) return
  while ((await transact(tx => putAwaySome(tx, PUT_AWAY_AT_ONCE))) === PUT_AWAY_AT_ONCE);
}
