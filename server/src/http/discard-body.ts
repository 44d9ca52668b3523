import type { IncomingMessage } from 'node:http'

const DISCARD_BYTES = 64 * 1024 * 1024

/**
 * Reads and discards the rest of a rejected body: a browser that is still sending when the
 * connection closes never sees the response. The response does not wait for it.
 * @returns false when the rest is too large or of unknown length
 */
export function discardBody(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed) return true
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (length > DISCARD_BYTES) return false
  request.resume()
  return true
}
