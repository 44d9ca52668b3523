import type { FastifyInstance } from 'fastify'
import type { Runtime } from '../runtime.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** Loaded only where configured, so that others don't start slower or need more memory. */
export interface Observers {
  metrics: Metrics | undefined
  install: (app: FastifyInstance) => Promise<void>
  close: () => Promise<void>
}

async function openTracing({ config }: Runtime): Promise<Tracing | undefined> {
  const { tracingEndpoint, serviceName } = config.operation
  if (tracingEndpoint === undefined) return undefined
  const { startTracing } = await import('./tracing.ts')
  return startTracing(tracingEndpoint, serviceName)
}

async function openMetrics(deps: Runtime): Promise<Metrics | undefined> {
  const { metricsPort, metricsToken } = deps.config.operation
  if (metricsPort === undefined && metricsToken === undefined) return undefined
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics(deps)
}

/** Serves metrics at their own port, unless the process that started this one does so. */
async function servePort({ config }: Runtime, metrics: Metrics | undefined) {
  const { metricsPort: port, metricsHost: host, metricsToken: token } = config.operation
  if (!metrics || port === undefined || config.operation.processNumber !== undefined) return
  const { serveMetrics } = await import('./metrics-server.ts')
  return serveMetrics({ ...metrics, host, port, token })
}

async function mountMetrics(app: FastifyInstance, metrics: Metrics, token: string): Promise<void> {
  const { mayReadMetrics } = await import('./metrics-server.ts')
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization, token)) return reply.status(401).send('')
    return reply.type(metrics.contentType).send(await metrics.read())
  })
}

/** Opens what the configuration asks for: metrics, traces and a log of calls. */
export async function openObservers(deps: Runtime): Promise<Observers> {
  const { logsRequests, metricsToken, metricsPort } = deps.config.operation
  const [metrics, tracing] = await Promise.all([openMetrics(deps), openTracing(deps)])
  const closePort = await servePort(deps, metrics)
  return {
    metrics,
    async install(app) {
      if (tracing) tracing.install(app)
      if (!metrics && !logsRequests) return
      const { measureTransfers } = await import('./requests.ts')
      if (metrics) metrics.install(app, measureTransfers())
      if (logsRequests) {
        const { installAccessLog } = await import('./access-log.ts')
        installAccessLog(app, measureTransfers())
      }
      if (metrics && metricsToken !== undefined && metricsPort === undefined)
        await mountMetrics(app, metrics, metricsToken)
    },
    async close() {
      await closePort?.()
      await tracing?.close()
    },
  }
}
