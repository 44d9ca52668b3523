import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@coffer/contract'
import { problemOf } from './problem.ts'

/**
 * Writes a problem response to the bare socket and closes it, for requests that reach no handler.
 */
export function sendProblemOnSocket(socket: Socket, code: ErrorCode, error?: Error): void {
  const problem = problemOf(code)
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

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request.too_large',
  // The headers did not end in time.
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
}

/** Answers malformed HTTP and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  sendProblemOnSocket(socket, CODES[error.code ?? ''] ?? 'request.malformed', error)
}
