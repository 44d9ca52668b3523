import type { FastifyReply } from 'fastify'
import { whenClosed } from './when-closed.ts'

/** Tells how many bytes an answer was when it has gone, or as far as it went when it broke off. */
export function whenSent(reply: FastifyReply, tell: (bytes: number) => void): void {
  const { raw } = reply
  const { socket } = raw
  const before = socket?.bytesWritten ?? 0
  whenClosed(reply, () =>
    tell(
      raw.writableFinished ? Number.MAX_SAFE_INTEGER : (socket?.bytesWritten ?? before) - before,
    ),
  )
}
