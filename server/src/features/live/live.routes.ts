import * as contract from '@coffer/contract/live'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isOwnOrigin } from '../../http/origin.ts'
import { parseInput, type Route } from '../../http/route.ts'
import type { ConnectionHub } from '../../realtime/hub.ts'
import { sessionChecks } from '../auth/index.ts'
import { closeGradually, connectClient, repeatTogether } from './connection.ts'

type LiveDeps = Pick<Deps, 'db' | 'now' | 'secret' | 'config' | 'live' | 'settings' | 'report'> & {
  hub: ConnectionHub
}
type UserOf = (request: FastifyRequest) => Promise<UserActor>

/** Open connections of one user across tabs and devices. */
const CONNECTIONS_PER_USER = 30
/** Clients send no messages of their own. */
const MAX_MESSAGE_BYTES = 1024
const PING_MS = 30_000

/** Registers the WebSocket endpoint. */
export async function liveRoutes(
  app: FastifyInstance,
  route: Route,
  deps: LiveDeps,
  userOf: UserOf,
): Promise<void> {
  const { hub } = deps
  const isSessionLive = sessionChecks(deps)
  const onPing = repeatTogether(PING_MS)
  await app.register(websocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES },
    preClose: done => void closeGradually(app.websocketServer.clients).then(() => done()),
  })

  app.route({
    method: 'GET',
    url: contract.LIVE_PATH,
    // Checked before the upgrade, so that errors are ordinary HTTP responses.
    onRequest: async request => {
      // Pages try again, and reach another process.
      if (deps.report.isDraining) throw new AppError('server.stopping', { retryAfterSeconds: 1 })
      request.actor = await userOf(request)
      // Browsers let any site open a WebSocket with our cookies, so check the origin.
      if (!isOwnOrigin(deps, request)) throw new AppError('auth.forbidden')
      if (hub.countOf(request.actor.userId) >= CONNECTIONS_PER_USER)
        throw new AppError('request.too_many')
    },
    handler: (_request, reply) => reply.header('upgrade', 'websocket').status(426).send(),
    wsHandler: (socket: WebSocket, request) => {
      const { page, age } = parseInput(contract.PageQuery, request.query)
      const { userId } = request.actor as UserActor
      const isLive = () => isSessionLive(request)
      connectClient(hub, { socket, id: page, userId, age, isLive, onPing })
    },
  })

  route(contract.testWebsockets, ({ actor }) => {
    deps.live.publish([actor.userId], { type: 'connection.tested' })
    return undefined
  })
}
