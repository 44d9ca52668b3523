import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { sendProblemOnSocket } from './client-errors.ts'

const CHECKS_PER_LIMIT = 4

interface OpenBody {
  request: IncomingMessage
  response: ServerResponse
  /** Uploads may last as long as bytes arrive; other bodies have a time limit in total. */
  isUpload: boolean
  /** Start of the body; for an upload, the time of its last bytes. */
  since: number
  seenBytes: number
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Also true while bytes wait to be read, because then the server is the slow side. */
function hasProgressed({ request, seenBytes }: OpenBody): boolean {
  return request.socket.bytesRead > seenBytes || request.readableLength > 0
}

function cutOff({ request, response }: OpenBody): void {
  const { socket } = request
  if (response.headersSent || response.socket !== socket) socket.destroy()
  else sendProblemOnSocket(socket, 'request.timeout')
}

/** Ends requests with unfinished bodies, which would hold their connections forever. */
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

  function checkAll(): void {
    for (const body of open.values()) checkBody(body, performance.now())
    timer = undefined
    schedule()
  }

  function schedule(): void {
    if (open.size === 0 || timer) return
    timer = setTimeout(checkAll, Math.min(bodyMs, uploadIdleMs) / CHECKS_PER_LIMIT).unref()
  }

  // On the server itself, because requests that the framework rejects reach no hook.
  app.server.on('request', (request, response) => {
    if (!hasBody(request)) return
    const since = performance.now()
    const { bytesRead: seenBytes } = request.socket
    open.set(request, { request, response, isUpload: false, since, seenBytes })
    request.once('close', () => open.delete(request))
    schedule()
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
