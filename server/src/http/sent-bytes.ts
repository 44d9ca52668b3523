import type { FastifyReply } from 'fastify'

/** Tells how many bytes an answer was when it has gone, or as far as it went when it broke off. */
export function whenSent({ raw }: FastifyReply, tell: (bytes: number) => void): void {
  const { socket } = raw
  const before = socket?.bytesWritten ?? 0
  // One listener and no stream's many: several of us look at the same answer.
  raw.once('close', () =>
    tell(
      raw.writableFinished ? Number.MAX_SAFE_INTEGER : (socket?.bytesWritten ?? before) - before,
    ),
  )
}
