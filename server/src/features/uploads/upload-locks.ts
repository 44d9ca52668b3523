import { type Actor, actorKey } from '../../actor.ts'
import { createKeyedLock } from '../../lib/keyed-lock.ts'
import type { UploadKey } from './uploads.repository.ts'

/** Chunks of one upload follow each other, also when a client sends one twice at once. */
export const alone = createKeyedLock()

/** Everybody's ids are his own: one that somebody else has is like one that nobody has. */
export const keyOf = (actor: Actor, id: string): UploadKey => ({ actor_key: actorKey(actor), id })
export const lockOf = ({ actor_key, id }: UploadKey): string => `${actor_key} ${id}`

/** Alone with several uploads, taken in one order everywhere so that two never wait for each other. */
export function aloneWithAll<T>(keys: readonly UploadKey[], work: () => Promise<T>): Promise<T> {
  const locks = [...new Set(keys.map(lockOf))].sort()
  const from = (index: number): Promise<T> => {
    const lock = locks[index]
    return lock === undefined ? work() : alone(lock, () => from(index + 1))
  }
  return from(0)
}
