import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf, type Transferred } from './requests.ts'

const userOf = ({ actor }: FastifyRequest): string | undefined =>
  actor && 'userId' in actor ? actor.userId : undefined

/** Logs each call by its route and ids; addresses, names, tokens and queries are not logged. */
export function installAccessLog(
  app: FastifyInstance,
  transferred: (request: FastifyRequest) => Transferred,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { receivedBytes, sentBytes } = transferred(request)
    request.log.info(
      {
        route: routeOf(request),
        method: request.method,
        status: reply.statusCode,
        is_complete: reply.raw.writableFinished,
        ms: Math.round(reply.elapsedTime),
        received_bytes: receivedBytes,
        sent_bytes: sentBytes,
        request_id: request.id,
        user_id: userOf(request),
      },
      'call',
    )
    done()
  })
}
