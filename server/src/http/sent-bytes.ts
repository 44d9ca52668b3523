import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { whenClosed } from './when-closed.ts'

/**
 * Calls `report` with the number of bytes sent once the response has ended or was interrupted. An
 * unknown number counts as the full response.
 */
export function whenSent(reply: FastifyReply, report: (bytes: number) => void): void {
  const { raw } = reply
  let countSent = () => Number.MAX_SAFE_INTEGER
  function countFrom(socket: Socket): void {
    const before = socket.bytesWritten
    countSent = () => socket.bytesWritten - before
  }
  // A pipelined request gets the socket once the previous response was sent.
  if (raw.socket) countFrom(raw.socket)
  else raw.once('socket', countFrom)
  whenClosed(reply, () => report(raw.writableFinished ? Number.MAX_SAFE_INTEGER : countSent()))
}
