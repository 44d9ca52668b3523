import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a value was signed for, so that it can't stand in for another. */
type Purpose =
  | 'csrf'
  | 'known-device'
  | 'setup-code'
  | 'link'
  | 'request-guest'
  | 'letter'
  | 'invitation'
  | 'sign-up'

export const hmac = (secret: string, purpose: Purpose, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest()

export const sign = (secret: string, purpose: Purpose, text: string): string =>
  hmac(secret, purpose, text).toString('base64url')

/** Strangers choose what is asked for: what is remembered of them stays below a few megabytes. */
const REMEMBERED = 10_000
const REMEMBERED_LENGTH = 200

/**
 * Remembers what was worked out last: for signatures on the way of every request, of which a
 * browser asks for the same ones over and over.
 */
export function remembering(work: (secret: string, text: string) => string) {
  const known = new Map<string, string>()
  return (secret: string, text: string): string => {
    const key = `${secret} ${text}`
    const found = known.get(key)
    if (found !== undefined) return found
    const made = work(secret, text)
    if (text.length > REMEMBERED_LENGTH) return made
    if (known.size >= REMEMBERED) known.clear()
    known.set(key, made)
    return made
  }
}

/** Takes equally long for every guess of the right length. */
export function isSameText(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
