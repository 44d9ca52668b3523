import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { combineCrc32 } from './combine-crc32.ts'

it('combines the checksums of any pieces to that of the whole content', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), pieces => {
      const combined = pieces.reduce(
        (sum, piece) => combineCrc32(sum, crc32(piece), piece.length),
        0,
      )
      expect(combined).toBe(crc32(Buffer.concat(pieces)))
    }),
  )
})

it('combines the checksum of a content that is longer than a 32-bit length', () => {
  const zeros = Buffer.alloc(1024 * 1024)
  const ofMebibyte = crc32(zeros)
  let doubled = ofMebibyte
  let bytes = zeros.length
  let added = ofMebibyte
  for (let step = 0; step < 13; step += 1) {
    doubled = combineCrc32(doubled, doubled, bytes)
    bytes *= 2
  }
  for (let step = 1; step < 8192; step += 1) added = combineCrc32(added, ofMebibyte, zeros.length)
  expect(bytes).toBe(8 * 1024 ** 3)
  expect(doubled).toBe(added)
})
