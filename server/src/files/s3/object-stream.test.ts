import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { bytes } from '../../../test/contents.ts'
import { collect } from '../../lib/byte-streams.ts'
import type { ByteRange } from '../blob-store.ts'
import { ObjectStream } from './object-stream.ts'

const PIECE_BYTES = 64 * 1024

/** An object whose reads are interrupted after some pieces, by an error or by an early end. */
function objectOf(content: Uint8Array, piecesPerRead: number, fails = false) {
  const bodies: Readable[] = []
  const ranges: ByteRange[] = []
  let sentBytes = 0
  async function open(range: ByteRange): Promise<Readable> {
    ranges.push(range)
    async function* pieces() {
      for (let index = 0, start = range.start; start <= range.end; index += 1) {
        if (index === piecesPerRead && fails) throw new Error('the connection was reset')
        if (index === piecesPerRead) return
        const piece = content.subarray(start, Math.min(start + PIECE_BYTES, range.end + 1))
        sentBytes += piece.length
        yield piece
        start += piece.length
      }
    }
    const body = Readable.from(pieces(), { objectMode: false })
    bodies.push(body)
    return body
  }
  const end = content.length - 1
  const stream = (start = 0) => new ObjectStream(open, { start, end })
  return { stream, bodies, ranges, sentBytes: () => sentBytes }
}

it.each([true, false])('continues where a read was interrupted (by an error: %s)', async fails => {
  const content = bytes(5 * PIECE_BYTES + 1)
  const object = objectOf(content, 2, fails)
  expect((await collect(object.stream(1))).equals(content.subarray(1))).toBe(true)
  const starts = [1, 2 * PIECE_BYTES + 1, 4 * PIECE_BYTES + 1]
  expect(object.ranges.map(({ start }) => start)).toEqual(starts)
})

it('reads no faster than its reader', async () => {
  const object = objectOf(bytes(40 * PIECE_BYTES), Number.POSITIVE_INFINITY)
  const stream = object.stream()
  await once(stream, 'readable')
  for (let turns = 0; turns < 100; turns += 1) await turn()
  expect(object.sentBytes()).toBeLessThanOrEqual(4 * PIECE_BYTES)
  stream.destroy()
})

it('ends the read when its reader leaves, also before the first byte', async () => {
  const object = objectOf(bytes(40 * PIECE_BYTES), Number.POSITIVE_INFINITY)
  const leaving = [object.stream(), object.stream()]
  // Starts reading.
  for (const stream of leaving) stream.read(0)
  leaving[0]?.destroy()
  leaving[1]?.resume()
  await once(leaving[1] as Readable, 'data')
  leaving[1]?.destroy()
  for (let turns = 0; turns < 10; turns += 1) await turn()
  expect(object.bodies.map(body => body.destroyed)).toEqual([true, true])
})
