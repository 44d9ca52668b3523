import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { refuseOnSocket } from './client-errors.ts'

const LOOKS_PER_LIMIT = 4

interface OpenBody {
  request: IncomingMessage
  response: ServerResponse
  /** Uploads may last as long as bytes arrive; other bodies have a limit for the whole of them. */
  isUpload: boolean
  /** When it began; of an upload, when its last bytes came. */
  since: number
  seenBytes: number
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Also true while bytes wait to be read: then the server is the slow side. */
function hasProgressed({ request, seenBytes }: OpenBody): boolean {
  return request.socket.bytesRead > seenBytes || request.readableLength > 0
}

function cutOff({ request, response }: OpenBody): void {
  const { socket } = request
  if (response.headersSent || response.socket !== socket) socket.destroy()
  else refuseOnSocket(socket, 'request.timeout')
}

/** Ends requests whose bodies do not end, which would hold their connections for ever. */
export function installBodyLimits(
  app: FastifyInstance,
  { bodyMs, uploadIdleMs }: Config['requests'],
): void {
  const open = new Map<IncomingMessage, OpenBody>()
  let timer: NodeJS.Timeout | undefined

  function checkBody(body: OpenBody, now: number): void {
    const { request, isUpload } = body
    if (request.complete) {
      open.delete(request)
      return
    }
    if (isUpload && hasProgressed(body)) {
      body.since = now
      body.seenBytes = request.socket.bytesRead
    } else if (now - body.since > (isUpload ? uploadIdleMs : bodyMs)) cutOff(body)
  }

  function look(): void {
    for (const body of open.values()) checkBody(body, performance.now())
    timer = undefined
    wake()
  }

  function wake(): void {
    if (open.size === 0 || timer) return
    timer = setTimeout(look, Math.min(bodyMs, uploadIdleMs) / LOOKS_PER_LIMIT).unref()
  }

  // Of the server itself: what the framework refuses reaches no hook.
  app.server.on('request', (request, response) => {
    if (!hasBody(request)) return
    const since = performance.now()
    const { bytesRead: seenBytes } = request.socket
    open.set(request, { request, response, isUpload: false, since, seenBytes })
    request.once('close', () => open.delete(request))
    wake()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const body = open.get(request.raw)
    if (body) body.isUpload = request.routeOptions.config.acceptsFiles ?? false
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    acceptsFiles?: boolean
  }
}
