import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { ProcessReport } from '../process-report.ts'

/** Set by proxies that send a refused call to another process, and none to this one for a while. */
const REPEATS = 'coffer-proxy-repeats'
const READING_METHODS = new Set(['GET', 'HEAD'])

/** Proxies repeat no call that may have changed something. */
const isRepeated = ({ method, headers }: FastifyRequest): boolean =>
  headers[REPEATS] !== undefined && READING_METHODS.has(method)

/**
 * Shuts the server down: running requests are answered, idle connections are closed, and the rest
 * is cut off after a while. Uploads and downloads can be resumed.
 */
export function installShutdown(
  app: FastifyInstance,
  { config, report }: { config: Pick<Config, 'operation'>; report: ProcessReport },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    // A proxy could use a connection again in the moment in which the server closes it.
    if (report.isDraining) reply.header('connection', 'close')
    if (report.isDraining && isRepeated(request))
      done(new AppError('server.stopping', { retryAfterSeconds: 1 }))
    else done()
  })
  app.addHook('preClose', done => {
    report.isDraining = true
    // Connections that become idle later would otherwise stay open for a minute.
    app.server.keepAliveTimeout = 1
    setTimeout(() => app.server.closeAllConnections(), config.operation.graceMs).unref()
    done()
  })
}
