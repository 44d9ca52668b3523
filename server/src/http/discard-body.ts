import type { IncomingMessage } from 'node:http'

const DISCARD_BYTES = 64 * 1024 * 1024

/**
 * Reads and forgets the rest of a refused body while the answer is on its way: a browser that is
 * still sending when the connection closes never sees why it was refused. Nobody waits for it, as
 * it may never come.
 * @returns false when there is too much of it, or no telling how much
 */
export function discardBody(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed) return true
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (length > DISCARD_BYTES) return false
  request.resume()
  return true
}
