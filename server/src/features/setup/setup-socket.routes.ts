import { SETUP_SOCKET_PATH } from '@coffer/contract/setup'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isOwnOrigin } from '../../http/origin.ts'
import { requireSetupOpen } from './setup.service.ts'
import { requireCodeFrom } from './setup-code.http.ts'

const PATIENCE_MS = 10_000
/** Close code for a message without the setup code. */
const REFUSED = 4403

/** Answers the first message, which has to be the setup code, and closes. */
function answerOnce(socket: WebSocket, requireCode: (text: string) => Promise<void>): void {
  const timer = setTimeout(() => socket.close(REFUSED), PATIENCE_MS)
  timer.unref()
  const answer = () => {
    socket.send('ready')
    socket.close()
  }
  socket.once('message', data => {
    clearTimeout(timer)
    void requireCode(String(data)).then(answer, () => socket.close(REFUSED))
  })
  socket.on('error', () => socket.terminate())
}

/**
 * SETUP-2: a WebSocket for the status check, which shows that proxies let them through. It has to be
 * registered after the WebSocket plugin.
 */
export function setupSocketRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'transact' | 'now' | 'secret' | 'config'>,
): void {
  app.route({
    method: 'GET',
    url: SETUP_SOCKET_PATH,
    onRequest: async request => {
      await requireSetupOpen(deps)
      if (!isOwnOrigin(deps, request)) throw new AppError('auth.forbidden')
    },
    handler: (_request, reply) => reply.header('upgrade', 'websocket').status(426).send(),
    wsHandler: (socket: WebSocket, { ip }) =>
      answerOnce(socket, code => requireCodeFrom(deps, ip, code)),
  })
}
