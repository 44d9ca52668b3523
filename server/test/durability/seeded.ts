import { createCipheriv, createHash } from 'node:crypto'

export interface Random {
  /** An integer from 0 up to, but not including, the limit. */
  below: (limit: number) => number
  oneIn: (count: number) => boolean
}

/** The same numbers for the same seed, so that a failed run can be repeated. */
export function seededRandom(seed: string): Random {
  let block = 0
  let digest = Buffer.alloc(0)
  function next(): number {
    if (digest.length === 0) {
      digest = createHash('sha256').update(`${seed} ${block}`).digest()
      block += 1
    }
    const number = digest.readUInt32BE(0)
    digest = digest.subarray(4)
    return number
  }
  const below = (limit: number) => next() % limit
  return { below, oneIn: count => below(count) === 0 }
}

/** Incompressible bytes that are unique per seed. */
export function seededBytes(seed: string, size: number): Uint8Array<ArrayBuffer> {
  const key = createHash('sha256').update(seed).digest()
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return new Uint8Array(cipher.update(Buffer.alloc(size)))
}
