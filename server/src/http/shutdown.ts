import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { ProcessReport } from '../process-report.ts'

/**
 * Shuts the server down: running requests are answered, idle connections are closed, and the rest
 * is cut off after a while. Uploads and downloads can be resumed.
 */
export function installShutdown(
  app: FastifyInstance,
  { config, report }: { config: Pick<Config, 'operation'>; report: ProcessReport },
): void {
  app.addHook('onRequest', (_request, reply, done) => {
    // A proxy could use a connection again in the moment in which the server closes it.
    if (report.isDraining) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', done => {
    report.isDraining = true
    // Connections that become idle later would otherwise stay open for a minute.
    app.server.keepAliveTimeout = 1
    setTimeout(() => app.server.closeAllConnections(), config.operation.graceMs).unref()
    done()
  })
}
