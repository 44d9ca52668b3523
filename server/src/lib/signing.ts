import { createHmac, timingSafeEqual } from 'node:crypto'

/** The purpose of a signature, so that a value cannot be used for another one. */
type Purpose =
  | 'csrf'
  | 'known-device'
  | 'setup-code'
  | 'link'
  | 'request-browser'
  | 'request-guest'
  | 'request-guest-id'
  | 'email'
  | 'invitation'
  | 'sign-up'
  | 'tested-keys'
  | 'openid-test'
  | 'secret-fingerprint'

/** HMAC-SHA-256 of a text for a purpose. */
export const hmac = (secret: string, purpose: Purpose, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest()

/** Like `hmac`, as base64url text. */
export const sign = (secret: string, purpose: Purpose, text: string): string =>
  hmac(secret, purpose, text).toString('base64url')

/** Clients choose the texts, so the cache is limited to a few megabytes. */
const MAX_ENTRIES = 10_000
const MAX_TEXT_LENGTH = 200

/** Caches recent results, for signatures that every request of a browser needs again. */
export function memoize(work: (secret: string, text: string) => string) {
  const cache = new Map<string, string>()
  return (secret: string, text: string): string => {
    const key = `${secret} ${text}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const result = work(secret, text)
    if (text.length > MAX_TEXT_LENGTH) return result
    if (cache.size >= MAX_ENTRIES) cache.clear()
    cache.set(key, result)
    return result
  }
}

/** Compares in constant time for texts of equal length. */
export function isSameText(actual: string, expected: string): boolean {
  const a = Buffer.from(actual)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
