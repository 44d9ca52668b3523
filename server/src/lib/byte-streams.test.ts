import { PassThrough, Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { chunksOf, collect, ReadAhead } from './byte-streams.ts'

const PIECE_BYTES = 64 * 1024
const MIB = 1024 * 1024

/** A stream that has as many bytes as are read. */
function endless() {
  let bytes = 0
  const stream = new Readable({
    highWaterMark: PIECE_BYTES,
    read() {
      bytes += PIECE_BYTES
      this.push(Buffer.alloc(PIECE_BYTES))
    },
  })
  return { stream, bytes: () => bytes }
}

it.each([1, 4, 100, 400])('%i streams together read ahead what one may', async count => {
  const readAhead = new ReadAhead(4 * MIB)
  const streams = Array.from({ length: count }, endless)
  const readers = streams.map(({ stream }) => chunksOf(stream, readAhead)[Symbol.asyncIterator]())
  // Each consumer takes one piece and is then slow.
  await Promise.all(readers.map(reader => reader.next()))
  for (let turns = 0; turns < 200; turns += 1) await turn()
  const held = streams.reduce((sum, { bytes }) => sum + bytes(), 0)
  // A piece with the consumer, one above the share, and one in the buffer of the stream itself.
  expect(held).toBeLessThanOrEqual(4 * MIB + count * 3 * PIECE_BYTES)
  for (const { stream } of streams) stream.destroy()
})

it('a stream that has ended leaves its share to others', async () => {
  const readAhead = new ReadAhead(4 * MIB)
  const others = Array.from({ length: 7 }, () => Readable.from([Buffer.from('content')]))
  const [first] = await Promise.all(others.map(stream => collect(chunksOf(stream, readAhead))))
  expect(first?.toString()).toBe('content')
  readAhead.add(new PassThrough())
  expect(readAhead.share).toBe(2 * MIB)
})

it('passes all bytes on in order and fails with the stream', async () => {
  const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(PIECE_BYTES, index))
  const read = await collect(chunksOf(Readable.from(pieces), new ReadAhead(2 * PIECE_BYTES)))
  expect(read.equals(Buffer.concat(pieces))).toBe(true)
  const broken = new PassThrough()
  const reading = collect(chunksOf(broken))
  broken.destroy(new Error('the client has gone'))
  await expect(reading).rejects.toThrow('the client has gone')
})
