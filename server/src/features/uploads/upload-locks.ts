import { type Actor, actorKey } from '../../actor.ts'
import { createKeyedLock } from '../../lib/keyed-lock.ts'
import type { UploadKey } from './uploads.repository.ts'

/** Serializes the chunks of one upload, also when a client sends one twice at once. */
export const withLock = createKeyedLock()

/** Identifies an uploader; guests of one link are distinguished by their browsers. */
export const uploaderKey = (actor: Actor): string =>
  actor.kind === 'share' ? `${actorKey(actor)}:${actor.visitor}` : actorKey(actor)

/** Upload ids are unique per uploader only, so the ids of other uploaders are not found. */
export const keyOf = (actor: Actor, id: string): UploadKey => ({
  actor_key: uploaderKey(actor),
  id,
})

/** The share or upload request with which a guest's uploads end; null for users. */
export function linkOf(actor: Actor): string | null {
  switch (actor.kind) {
    case 'user':
      return null
    case 'share':
      return actor.share.id
    case 'request':
      return actor.request.id
  }
}
export const lockOf = ({ actor_key, id }: UploadKey): string => `${actor_key} ${id}`

/**
 * Runs `work` with the locks of several uploads. Locks are taken in one order to avoid deadlocks.
 */
export function withLocks<T>(keys: readonly UploadKey[], work: () => Promise<T>): Promise<T> {
  const locks = [...new Set(keys.map(lockOf))].sort()
  const from = (index: number): Promise<T> => {
    const lock = locks[index]
    return lock === undefined ? work() : withLock(lock, () => from(index + 1))
  }
  return from(0)
}
