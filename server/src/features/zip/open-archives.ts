import { AppError } from '../../errors.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'

/** Bytes of the layouts that one process holds at once: those of about two million entries. */
const LAYOUTS_BYTES = 256 * 1024 * 1024
const PER_USER = 8
/** Per link and network of the client. */
const PER_GUEST = 4
const RETRY_SECONDS = 30

interface ArchiveOwner {
  key: string
  isGuest: boolean
}

export interface OpenArchive {
  /** Changes the bytes that the layout takes. @throws AppError `request.too_many` */
  resize: (bytes: number) => void
  close: () => void
}

const tooMany = () => new AppError('request.too_many', { retryAfterSeconds: RETRY_SECONDS })

/**
 * Limits the archives that are planned or sent at once, because each keeps its layout in memory
 * until its client has read it.
 */
export class OpenArchives {
  readonly #maxBytes: number
  readonly #enterUser = createConcurrencyLimit(PER_USER)
  readonly #enterGuest = createConcurrencyLimit(PER_GUEST)
  #bytes = 0

  constructor(maxBytes = LAYOUTS_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** @throws AppError `request.too_many` */
  open({ key, isGuest }: ArchiveOwner): OpenArchive {
    const release = isGuest ? this.#enterGuest(key) : this.#enterUser(key)
    if (!release) throw tooMany()
    let held = 0
    return {
      resize: bytes => {
        const others = this.#bytes - held
        // A single archive is always possible, whatever its size.
        if (others > 0 && others + bytes > this.#maxBytes) throw tooMany()
        this.#bytes = others + bytes
        held = bytes
      },
      close: () => {
        this.#bytes -= held
        release()
      },
    }
  }
}
