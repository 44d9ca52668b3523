import type { Deps } from '../../deps.ts'
import { deleteExportsOf } from '../data-exports/index.ts'
import { dropUploadsOf } from '../uploads/index.ts'
import { clearJob } from './account-deletion.job-types.ts'
import * as clearing from './delete-data.repository.ts'

type ClearingDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now'>

/** Short enough that uploads of others get their turn in between. */
const BATCH_SIZE = 300

/**
 * Clears away what an account that nobody has any more held, a little at a time. Everything of it can
 * be done again: a job that was killed in the middle goes on where it was.
 */
export async function continueDeletion(
  deps: ClearingDeps,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  if (!(await clearing.isBeingDeleted(deps.db, userId))) return
  await dropUploadsOf(deps, userId, signal)
  await deleteExportsOf(deps, userId, signal)
  while (await clearSomeItems(deps, userId)) signal.throwIfAborted()
  await clearAccountItself(deps, userId)
}

/** @returns whether there may be more */
const clearSomeItems = ({ transact, now }: ClearingDeps, userId: string): Promise<boolean> =>
  transact(async tx => {
    const items = await clearing.findItems(tx, userId, BATCH_SIZE)
    if (items.length === 0) return false
    const ids = items.map(item => item.id)
    const hasFolders = items.some(item => item.type === 'folder')
    // A folder that holds much lets go of it by and by.
    if (hasFolders && (await clearing.detachSome(tx, ids, BATCH_SIZE)) === BATCH_SIZE) return true
    await clearing.deleteItems(tx, ids, now().getTime())
    return true
  })

/** The home, then the person; what came in meanwhile would keep both, and this is tried again. */
async function clearAccountItself(
  { transact, blobs }: ClearingDeps,
  userId: string,
): Promise<void> {
  const avatar = await transact(async tx => {
    const key = await clearing.findAvatarKey(tx, userId)
    await clearing.deleteReferences(tx, userId)
    await clearing.deleteHome(tx, userId)
    await clearing.deleteUser(tx, userId)
    return key
  })
  // A kill here leaves the picture to the sweep.
  if (avatar !== null) await blobs.remove(avatar)
}

/** A job that was given up is not begun again by itself; what was to be cleared is still to be. */
export const resumeDeletions = ({
  transact,
  jobs,
}: Pick<Deps, 'transact' | 'jobs'>): Promise<void> =>
  transact(async tx => {
    for (const userId of await clearing.findBeingDeleted(tx))
      await jobs.add(tx, clearJob, { userId }, { key: userId })
  })
