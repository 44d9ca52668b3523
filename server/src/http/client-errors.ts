import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { problemOf } from './problem.ts'

/** What is no HTTP at all is answered all the same, and its connection ends. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const problem = problemOf(isTooLong ? 'request.too_large' : 'request.malformed')
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
