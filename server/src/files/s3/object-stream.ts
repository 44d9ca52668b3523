import { finished, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { ByteRange } from '../blob-store.ts'
import { BlobMissing } from '../storage-errors.ts'
import { isFinal, s3Error } from './s3-errors.ts'

const RESUMES = 5
const RESUME_MS = 100

/**
 * A range of an object; continues where a connection was interrupted. Pieces are passed on as they
 * arrive: iterating the body would join and copy them, and takes several promises for each.
 */
export class ObjectStream extends Readable {
  readonly #open: (range: ByteRange, signal: AbortSignal) => Promise<Readable>
  readonly #leaving = new AbortController()
  readonly #end: number
  #position: number
  #attempt = 0
  #body: Readable | undefined
  #isOpening = false

  /** @param open reads a part of the range; the signal ends a read that still waits */
  constructor(
    open: (range: ByteRange, signal: AbortSignal) => Promise<Readable>,
    { start, end }: ByteRange,
  ) {
    super()
    this.#open = open
    this.#position = start
    this.#end = end
  }

  override _read(): void {
    if (this.#body) this.#body.resume()
    else if (!this.#isOpening) void this.#connect()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#body?.destroy()
    this.#leaving.abort()
    done(error)
  }

  async #connect(): Promise<void> {
    if (this.#position > this.#end) return void this.push(null)
    this.#isOpening = true
    try {
      const body = await this.#open({ start: this.#position, end: this.#end }, this.#leaving.signal)
      if (this.destroyed) body.destroy()
      else this.#passOn(body)
    } catch (error) {
      await this.#retry(error)
    }
  }

  #passOn(body: Readable): void {
    this.#body = body
    this.#isOpening = false
    body.on('data', (piece: Uint8Array) => {
      this.#position += piece.length
      if (!this.push(piece)) body.pause()
    })
    finished(body, error => {
      this.#body = undefined
      if (this.destroyed) return
      if (this.#position > this.#end) this.push(null)
      // A connection that closes early may end the body without an error.
      else void this.#retry(error ?? new Error('The object ended too early'))
    })
  }

  async #retry(error: unknown): Promise<void> {
    if (this.destroyed) return
    const mapped = s3Error(error)
    this.#isOpening = true
    // A refusal stays one; the SDK has repeated calls that may succeed later.
    const isKnown = error instanceof AppError || mapped instanceof BlobMissing || isFinal(error)
    if (isKnown || this.#attempt >= RESUMES) return void this.destroy(mapped)
    await sleep(RESUME_MS * 2 ** this.#attempt)
    this.#attempt += 1
    if (!this.destroyed) await this.#connect()
  }
}
