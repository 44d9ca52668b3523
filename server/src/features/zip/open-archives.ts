import { AppError } from '../../errors.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'

/** Bytes of the layouts that one process holds at once: those of about two million entries. */
const LAYOUTS_BYTES = 256 * 1024 * 1024
/** Of a layout that is always possible: one of about ten thousand entries. */
const SMALL_BYTES = 1024 * 1024
const PER_USER = 8
/** Per link and network of the client, in which many guests may be. */
const PER_GUEST = 20
const RETRY_SECONDS = 30

interface ArchiveOwner {
  key: string
  isGuest: boolean
}

interface Held {
  key: string
  bytes: number
}

export interface OpenArchive {
  /** Changes the bytes that the layout takes. @throws AppError `request.too_many` */
  resize: (bytes: number) => void
  close: () => void
}

const tooMany = () => new AppError('request.too_many', { retryAfterSeconds: RETRY_SECONDS })

/**
 * Limits the archives that are planned or sent at once, because each keeps its layout in memory
 * until its client has read it. One owner takes at most half of the memory, so that others can always
 * download.
 */
export class OpenArchives {
  readonly #maxBytes: number
  readonly #smallBytes: number
  readonly #enterUser = createConcurrencyLimit(PER_USER)
  readonly #enterGuest = createConcurrencyLimit(PER_GUEST)
  readonly #archives = new Set<Held>()

  constructor(maxBytes = LAYOUTS_BYTES, smallBytes = SMALL_BYTES) {
    this.#maxBytes = maxBytes
    this.#smallBytes = smallBytes
  }

  /** @throws AppError `request.too_many` */
  open({ key, isGuest }: ArchiveOwner): OpenArchive {
    const release = isGuest ? this.#enterGuest(key) : this.#enterUser(key)
    if (!release) throw tooMany()
    const held: Held = { key, bytes: 0 }
    this.#archives.add(held)
    return {
      resize: bytes => {
        if (bytes > this.#smallBytes && !this.#fits(held, bytes)) throw tooMany()
        held.bytes = bytes
      },
      close: () => {
        this.#archives.delete(held)
        release()
      },
    }
  }

  /** A single archive of an owner is possible whatever its size; it counts as half of the memory at most. */
  #fits(held: Held, bytes: number): boolean {
    const half = this.#maxBytes / 2
    const byOwner = new Map<string, number>()
    for (const { key, bytes: taken } of this.#archives)
      byOwner.set(key, (byOwner.get(key) ?? 0) + taken)
    const own = (byOwner.get(held.key) ?? 0) - held.bytes
    byOwner.delete(held.key)
    const others = [...byOwner.values()].reduce((sum, taken) => sum + Math.min(taken, half), 0)
    if (own > 0 && own + bytes > half) return false
    return others === 0 || others + Math.min(own + bytes, half) <= this.#maxBytes
  }
}
