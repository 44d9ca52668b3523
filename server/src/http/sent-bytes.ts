import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { whenClosed } from './when-closed.ts'

/**
 * Calls `report` with the number of bytes sent once the response has ended or was interrupted. A
 * completed response counts as all of its bytes.
 */
export function whenSent(reply: FastifyReply, report: (bytes: number) => void): void {
  const { raw } = reply
  let countSent = () => 0
  function countFrom(socket: Socket): void {
    const before = socket.bytesWritten
    countSent = () => socket.bytesWritten - before
  }
  // A pipelined request gets the socket once the previous response was sent.
  if (raw.socket) countFrom(raw.socket)
  else raw.once('socket', countFrom)
  whenClosed(reply, () => report(raw.writableFinished ? Number.MAX_SAFE_INTEGER : countSent()))
}

type Write = (piece: Uint8Array, done: (error?: Error | null) => void) => boolean

/**
 * Frees the memory of each piece of a streamed response as soon as it is sent. V8 would mark its whole
 * heap for every few dozen MiB of pieces, which takes most of the CPU time of a download.
 * Only for streams whose pieces are used by nothing else.
 */
export function freeSentPieces({ raw }: Pick<FastifyReply, 'raw'>): void {
  const write = raw.write.bind(raw) as Write
  raw.write = ((piece: Uint8Array) =>
    write(piece, error => {
      // After an error, the system may still read it.
      if (!error) free(piece)
    })) as typeof raw.write
}

function free({ buffer, byteLength }: Uint8Array): void {
  // A part of a buffer shares it with others.
  if (byteLength < buffer.byteLength) return
  // Node.js 20 has no `transfer`.
  if (buffer instanceof ArrayBuffer) buffer.transfer?.(0)
}
