import { createCipheriv, createHash } from 'node:crypto'

/** The chunk size of the web app. */
export const CHUNK_BYTES = 8 * 1024 * 1024
export const SMALL_BYTES = 10 * 1024
export const GIB = 1024 ** 3

const BLOCK_BYTES = 64 * 1024 * 1024

let block

/** Random bytes that are the same in every process, so that big files need no storage. */
function randomBlock() {
  block ??= createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), Buffer.alloc(16)).update(
    Buffer.alloc(BLOCK_BYTES),
  )
  return block
}

/** Builds small files with different contents before the measurement. */
export function smallFiles(round, count) {
  const bytes = randomBlock()
  return Array.from({ length: count }, (_, index) => {
    const start = (index * SMALL_BYTES + round * 1013) % (BLOCK_BYTES - SMALL_BYTES)
    const piece = bytes.subarray(start, start + SMALL_BYTES)
    return { name: `small-${round}-${index}.bin`, size: SMALL_BYTES, pieces: [piece] }
  })
}

export function bigFile(name, size) {
  const bytes = randomBlock()
  const pieces = []
  for (let offset = 0; offset < size; offset += CHUNK_BYTES) {
    const start = offset % BLOCK_BYTES
    pieces.push(bytes.subarray(start, start + Math.min(CHUNK_BYTES, size - offset)))
  }
  return { name, size, pieces }
}

const digests = new Map()

/** Returns the SHA-256 of a piece in base64, cached because a big file repeats its pieces. */
export function digestOf(piece) {
  const key = `${piece.byteOffset}+${piece.length}`
  const known = digests.get(key)
  if (known) return known
  const digest = createHash('sha256').update(piece).digest('base64')
  digests.set(key, digest)
  return digest
}

export function hashOf({ pieces }) {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
