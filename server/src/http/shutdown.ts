import type { FastifyInstance } from 'fastify'

/** Shorter than the ten seconds after which Docker kills the process. */
const GRACE_MS = 8_000

/**
 * Shuts the server down: running requests are answered, idle connections are closed, and the rest
 * is cut off after a while. Uploads and downloads can be resumed.
 */
export function installShutdown(app: FastifyInstance): void {
  app.addHook('preClose', done => {
    // Connections that become idle later would otherwise stay open for a minute.
    app.server.keepAliveTimeout = 1
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
    done()
  })
}
