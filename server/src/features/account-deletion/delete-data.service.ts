import type { Deps } from '../../deps.ts'
import { attemptRemoval } from '../../files/attempt-removal.ts'
import { RELEASED_WITH_ACCOUNT } from '../blobs/index.ts'
import { deleteExportsOf } from '../data-exports/index.ts'
import { anonymizeBilling } from '../invoices/index.ts'
import { dropUploadsOf } from '../uploads/index.ts'
import { deletionJob } from './account-deletion.job-types.ts'
import * as data from './delete-data.repository.ts'

type DeletionDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'newId' | 'log'>

/** Keeps each transaction short, so that uploads of other users can write in between. */
const BATCH_SIZE = 300

/**
 * Deletes the data of a deleted account in batches. Every step can be repeated, so a job that was
 * killed continues where it stopped.
 */
export async function continueDeletion(
  deps: DeletionDeps,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  if (!(await data.isBeingDeleted(deps.db, userId))) return
  await dropUploadsOf(deps, userId, signal)
  await deleteExportsOf(deps, userId, signal)
  while (await deleteItemBatch(deps, userId)) signal.throwIfAborted()
  await deleteHomeAndUser(deps, userId)
}

/** @returns whether more items may be left */
const deleteItemBatch = ({ transact }: DeletionDeps, userId: string): Promise<boolean> =>
  transact(async tx => {
    const items = await data.findItems(tx, userId, BATCH_SIZE)
    if (items.length === 0) return false
    const ids = items.map(item => item.id)
    const hasFolders = items.some(item => item.type === 'folder')
    // Detach the children of large folders in batches before deleting the folders.
    if (hasFolders && (await data.detachChildren(tx, ids, BATCH_SIZE)) === BATCH_SIZE) return true
    await data.deleteItems(tx, ids, RELEASED_WITH_ACCOUNT)
    return true
  })

/** Deletes home and user. An item added meanwhile makes this fail, and the job retries. */
async function deleteHomeAndUser(deps: DeletionDeps, userId: string): Promise<void> {
  const avatar = await deps.transact(async tx => {
    const key = await data.findAvatarKey(tx, userId)
    await data.deleteReferences(tx, userId)
    // Waits for their syncs, so that what these book is anonymized too.
    await data.deleteSubscriptions(tx, userId)
    await anonymizeBilling(tx, deps, userId)
    await data.deleteHome(tx, userId)
    await data.deleteUser(tx, userId)
    return key
  })
  if (avatar !== null) await attemptRemoval(deps.log, deps.blobs.remove(avatar))
}

/** Queues unfinished deletions again, because a job that ran out of attempts does not restart. */
export const resumeDeletions = ({
  transact,
  jobs,
}: Pick<Deps, 'transact' | 'jobs'>): Promise<void> =>
  transact(async tx => {
    const users = await data.findBeingDeleted(tx)
    await jobs.addMissing(tx, deletionJob, new Map(users.map(id => [id, { userId: id }])))
  })
