import { SETUP_SOCKET_PATH } from '@coffer/contract/setup'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isOwnOrigin } from '../../http/origin.ts'
import { isSetupCode, requireSetupOpen } from './setup.service.ts'

const PATIENCE_MS = 10_000
/** Close code for a message without the setup code. */
const REFUSED = 4403

/** Answers the first message, which has to be the setup code, and closes. */
function answerOnce(socket: WebSocket, isCode: (text: string) => boolean): void {
  const timer = setTimeout(() => socket.close(REFUSED), PATIENCE_MS)
  timer.unref()
  socket.once('message', data => {
    clearTimeout(timer)
    if (!isCode(String(data))) return socket.close(REFUSED)
    socket.send('ready')
    socket.close()
  })
  socket.on('error', () => socket.terminate())
}

/**
 * SETUP-2: a WebSocket for the status check, which shows that proxies let them through. It has to be
 * registered after the WebSocket plugin.
 */
export function setupSocketRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'secret' | 'config'>,
): void {
  app.route({
    method: 'GET',
    url: SETUP_SOCKET_PATH,
    onRequest: async request => {
      await requireSetupOpen(deps)
      if (!isOwnOrigin(deps, request)) throw new AppError('auth.forbidden')
    },
    handler: (_request, reply) => reply.header('upgrade', 'websocket').status(426).send(),
    wsHandler: (socket: WebSocket) => answerOnce(socket, text => isSetupCode(deps, text)),
  })
}
