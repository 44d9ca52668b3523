import type { FastifyInstance } from 'fastify'

/** Shorter than the ten seconds after which Docker loses patience. */
const GRACE_MS = 8_000

/**
 * How a server ends: requests that run are answered, connections that fall idle are closed, and what
 * still stands after a while is cut off. Uploads and downloads go on from where they were.
 */
export function installShutdown(app: FastifyInstance): void {
  app.addHook('preClose', done => {
    // Idle connections are closed once, now; those that fall idle later would be kept for a minute.
    app.server.keepAliveTimeout = 1
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
    done()
  })
}
