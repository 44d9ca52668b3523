import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Random, since several simulators may serve one database. */
export function randomId(prefix = '', length = 17): string {
  const characters = [...randomBytes(length)].map(byte => ALPHABET[byte % ALPHABET.length])
  return prefix + characters.join('')
}
