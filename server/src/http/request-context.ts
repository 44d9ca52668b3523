import { CLIENT_HEADER } from '@coffer/contract/constants'
import type { FastifyInstance } from 'fastify'
import { requestContext } from '../request-context.ts'

/** Makes the request known to everything that runs on its behalf. */
export function installRequestContext(app: FastifyInstance): void {
  // After the actor was resolved, and after the body was read, because the body parser loses the
  // async context.
  app.addHook('preHandler', (request, _reply, done) => {
    const clientId = request.headers[CLIENT_HEADER]
    const context = {
      requestId: request.id,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      actor: request.actor ?? null,
      clientId: typeof clientId === 'string' ? clientId : undefined,
    }
    requestContext.run(context, done)
  })
}
