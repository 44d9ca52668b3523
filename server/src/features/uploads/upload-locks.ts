import { type Actor, actorKey } from '../../actor.ts'
import { createKeyedLock } from '../../lib/keyed-lock.ts'
import type { UploadKey } from './uploads.repository.ts'

/** Chunks of one upload follow each other, also when a client sends one twice at once. */
export const withLock = createKeyedLock()

/** Tells uploaders apart: guests of one link by their browsers. */
export const uploaderKey = (actor: Actor): string =>
  actor.kind === 'share' ? `${actorKey(actor)}:${actor.visitor}` : actorKey(actor)

/** Upload ids are unique per uploader only: another uploader's id is not found. */
export const keyOf = (actor: Actor, id: string): UploadKey => ({
  actor_key: uploaderKey(actor),
  id,
})

/** The link or upload request that a guest's uploads end with; null for users. */
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

/** Alone with several uploads, taken in one order everywhere so that two never wait for each other. */
export function withLocks<T>(keys: readonly UploadKey[], work: () => Promise<T>): Promise<T> {
  const locks = [...new Set(keys.map(lockOf))].sort()
  const from = (index: number): Promise<T> => {
    const lock = locks[index]
    return lock === undefined ? work() : withLock(lock, () => from(index + 1))
  }
  return from(0)
}
