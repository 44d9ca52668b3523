import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Tells how many bytes an answer was when it has gone, or as far as it went when it broke off. */
export function whenSent(reply: FastifyReply, tell: (bytes: number) => void): void {
  const { socket } = reply.raw
  const before = socket?.bytesWritten ?? 0
  finished(reply.raw, error =>
    tell(error ? (socket?.bytesWritten ?? before) - before : Number.MAX_SAFE_INTEGER),
  )
}
