import { once } from 'node:events'
import { finished, type Readable } from 'node:stream'

export type Bytes = AsyncIterable<Uint8Array>

export async function* noBytes(): Bytes {}

/** Passes bytes on and calls `onExceeded` (which throws) once there are more than allowed. */
export async function* limitBytes(source: Bytes, allowed: number, onExceeded: () => never): Bytes {
  let passed = 0
  for await (const chunk of source) {
    passed += chunk.length
    if (passed > allowed) onExceeded()
    yield chunk
  }
}

/** Passes bytes on and calls `see` with each chunk. */
export async function* passing(source: Bytes, see: (chunk: Uint8Array) => void): Bytes {
  for await (const chunk of source) {
    see(chunk)
    yield chunk
  }
}

/** Reads the first bytes without consuming them: `all` still begins with them. */
export async function peek(
  source: Bytes,
  count: number,
): Promise<{ head: Uint8Array; all: Bytes }> {
  const iterator = source[Symbol.asyncIterator]()
  const seen: Uint8Array[] = []
  let bytes = 0
  while (bytes < count) {
    const next = await iterator.next()
    if (next.done) break
    seen.push(next.value)
    bytes += next.value.length
  }
  const rest: Bytes = { [Symbol.asyncIterator]: () => iterator }
  async function* all(): Bytes {
    yield* seen
    yield* rest
  }
  return { head: Buffer.concat(seen).subarray(0, count), all: all() }
}

/** Returns the first piece of a content, which a stream still begins with. */
export async function headOf(content: Uint8Array | Readable): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content
  await once(content, 'readable')
  const head: Uint8Array = content.read() ?? new Uint8Array()
  content.unshift(head)
  return head
}

/** Reads a stream to its end and returns its length in bytes. */
export async function discard(source: Bytes): Promise<number> {
  let count = 0
  for await (const bytes of source) count += bytes.length
  return count
}

/** Reads a stream into one buffer. */
export async function collect(source: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The most that one stream reads ahead of its consumer. */
const STREAM_BYTES = 2 * 1024 * 1024
const ALL_STREAMS_BYTES = 8 * 1024 * 1024

/** Divides memory equally among streams that read ahead of their consumers. */
export class ReadAhead {
  readonly #bytes: number
  #streams = 0

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** A stream stops reading at this number of bytes, so that it exceeds it by one piece at most. */
  get share(): number {
    return Math.min(STREAM_BYTES, this.#bytes / this.#streams)
  }

  /** Counts a stream until it has ended. */
  add(stream: Readable): void {
    this.#streams += 1
    finished(stream, { writable: false }, () => {
      this.#streams -= 1
    })
  }
}

export const sharedReadAhead = new ReadAhead(ALL_STREAMS_BYTES)

/**
 * Yields the chunks of a stream as they arrive. Iterating the stream itself joins buffered chunks,
 * which copies every byte of an upload again.
 */
export async function* chunksOf(stream: Readable, readAhead = sharedReadAhead): Bytes {
  const buffered: Uint8Array[] = []
  let bufferedBytes = 0
  let failure: unknown
  let ended = false
  let wake: () => void = () => undefined

  readAhead.add(stream)
  stream.on('data', (chunk: Uint8Array) => {
    buffered.push(chunk)
    bufferedBytes += chunk.length
    if (bufferedBytes >= readAhead.share) stream.pause()
    wake()
  })
  finished(stream, { writable: false }, error => {
    ended = true
    failure = error
    wake()
  })
  for (;;) {
    for (let chunk = buffered.shift(); chunk; chunk = buffered.shift()) {
      bufferedBytes -= chunk.length
      if (bufferedBytes <= readAhead.share / 2) stream.resume()
      yield chunk
    }
    if (failure) throw failure
    if (ended) return
    await new Promise<void>(resolve => {
      wake = resolve
    })
  }
}
