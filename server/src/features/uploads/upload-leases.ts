import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/open.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Transact } from '../../db/transact.ts'
import { AppError } from '../../errors.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import { createKeyedLock } from '../../lib/keyed-lock.ts'
import { requestContext } from '../../request-context.ts'
import { LeaseLost } from './upload-errors.ts'
import * as uploads from './uploads.repository.ts'

const RENEWAL_MS = 10_000
/** A lease is given away on request when its client has sent nothing for this long. */
const IDLE_MS = 1_000
const ATTEMPT_MS = 250
/** Ten seconds. */
const ATTEMPTS = 40
const ATTEMPTS_PER_REQUEST = 4
const RETRY_SECONDS = 2
/** Two seconds in all. */
const SETTLING_MS = 20
const SETTLING_ATTEMPTS = 100

interface HeldLease {
  upload: uploads.LeasedUpload
  /** Since when the client is awaited; undefined while the server is busy. */
  waitingSince: number | undefined
  isLost: boolean
  /** Ends the waiting for the client. */
  interrupt: () => void
}

interface Options {
  db: Database
  transact: Transact
  newId: () => string
  log: { warn: (fields: { err: unknown }, message: string) => void }
  /** How long a holder has to react to a request; 0 when no other process can hold a lease. */
  reactionMs: number
  /** Asks the holder of a lease, in any process, to give it away. */
  requestLease: (leaseId: string) => void
}

/**
 * Ensures that one request at a time writes an upload. Within the process a lock does; across
 * processes the request holds a lease in the row of the upload, and everything it writes there
 * depends on that lease.
 */
export class UploadLeases {
  /** Runs the requests of one upload in this process one after the other. */
  readonly withLock = createKeyedLock()
  readonly #options: Options
  readonly #held = new Map<string | null, HeldLease>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Like `withLock` for several keys, which are locked in one order to avoid deadlocks. */
  withLocks<T>(keys: Iterable<string>, work: () => Promise<T>): Promise<T> {
    const locks = [...new Set(keys)].sort()
    const from = (index: number): Promise<T> => {
      const lock = locks[index]
      return lock === undefined ? work() : this.withLock(lock, () => from(index + 1))
    }
    return from(0)
  }

  /**
   * Takes the lease of an upload. A holder whose client has gone gives it away, one that does not
   * react loses it, and any other is awaited.
   * @returns the row; without the lease when the upload is finished, nothing when it was cancelled
   * @throws AppError `upload.busy`
   */
  async claim(key: uploads.UploadKey): Promise<UploadRow | undefined> {
    const { db, transact, newId } = this.#options
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await sleep(ATTEMPT_MS)
      const lease = { lease_id: newId(), blob_id: newId() }
      const claimed = await transact(tx => uploads.claimLease(tx, key, lease))
      if (claimed) return claimed
      const current = await uploads.findUpload(db, key)
      if (!current || current.item_id !== null) return current
      if (attempt % ATTEMPTS_PER_REQUEST === 0) await this.#request(current)
    }
    throw new AppError('upload.busy', { retryAfterSeconds: RETRY_SECONDS })
  }

  async #request(upload: uploads.LeasedUpload): Promise<void> {
    const { transact, reactionMs, requestLease } = this.#options
    if (upload.lease_id === null) return
    await transact(tx => uploads.shortenLease(tx, upload, reactionMs))
    requestLease(upload.lease_id)
  }

  /** Reacts to another request that wants a lease, which this process may hold. */
  onRequest(leaseId: string): void {
    const lease = this.#held.get(leaseId)
    if (lease === undefined) return
    const { waitingSince } = lease
    const isIdle = waitingSince !== undefined && performance.now() - waitingSince >= IDLE_MS
    if (isIdle) this.#lose(lease)
    else void this.#renew([lease])
  }

  /** Renews the lease of a row while the work runs. The work releases it. */
  async hold<T>(
    upload: uploads.LeasedUpload,
    work: (receive: (source: Bytes) => Bytes) => Promise<T>,
  ): Promise<T> {
    const lease: HeldLease = {
      upload,
      waitingSince: undefined,
      isLost: false,
      interrupt: () => undefined,
    }
    this.#held.set(upload.lease_id, lease)
    this.#timer ??= setInterval(
      () => void this.#renew([...this.#held.values()]),
      RENEWAL_MS,
    ).unref()
    try {
      return await work(source => receive(lease, source))
    } finally {
      this.#held.delete(upload.lease_id)
      if (this.#held.size === 0) {
        clearInterval(this.#timer)
        this.#timer = undefined
      }
    }
  }

  /** Waits briefly for requests that were cut off, which release their leases. */
  async settle(): Promise<void> {
    for (let attempt = 0; attempt < SETTLING_ATTEMPTS && this.#held.size > 0; attempt += 1)
      await sleep(SETTLING_MS)
  }

  async #renew(leases: readonly HeldLease[]): Promise<void> {
    const { transact, log } = this.#options
    try {
      // Detached from the request, whose caller may have used up their transactions.
      const held = await requestContext.exit(() =>
        transact(tx =>
          uploads.renewLeases(
            tx,
            leases.map(lease => lease.upload),
          ),
        ),
      )
      for (const lease of leases) if (!held.has(lease.upload.lease_id)) this.#lose(lease)
    } catch (err) {
      log.warn({ err }, 'upload leases could not be renewed')
    }
  }

  #lose(lease: HeldLease): void {
    lease.isLost = true
    lease.interrupt()
  }
}

/** Passes on the bytes of a client until the lease is lost. @throws LeaseLost */
async function* receive(lease: HeldLease, source: Bytes): Bytes {
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      if (lease.isLost) throw new LeaseLost()
      lease.waitingSince = performance.now()
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        lease.interrupt = () => reject(new LeaseLost())
        iterator.next().then(resolve, reject)
      })
      lease.waitingSince = undefined
      if (next.done) return
      yield next.value
    }
  } finally {
    lease.waitingSince = undefined
    // Not awaited, because it waits for the client too.
    iterator.return?.().catch(() => undefined)
  }
}
