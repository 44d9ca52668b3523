import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type JobEnd, jobEnded } from '../jobs/job-events.ts'
import { VERSION } from '../version.ts'
import { routeOf } from './requests.ts'

const SERVER_ERROR = 500
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The span of the proxy or client that made the call (W3C trace context). */
function parentOf({ headers }: FastifyRequest) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(headers.traceparent)) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const parent: SpanContext = { traceId, spanId, traceFlags, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}

export interface Tracing {
  /** Traces the calls of an app. */
  install: (app: FastifyInstance) => void
  /** Sends what is not sent yet. */
  close: () => Promise<void>
}

/**
 * Sends a span for each call and job to a collector. Spans are made when their work has ended, which
 * costs nothing meanwhile.
 */
export function startTracing(endpoint: string, serviceName: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': VERSION,
      'process.pid': process.pid,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('coffer', VERSION)

  function traceJob(message: unknown): void {
    const { name, outcome, startedAt } = message as JobEnd
    const attributes = { 'coffer.job': name, 'coffer.outcome': outcome }
    const span = tracer.startSpan(`job ${name}`, {
      kind: SpanKind.CONSUMER,
      startTime: startedAt,
      attributes,
    })
    if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  jobEnded.subscribe(traceJob)

  return {
    install(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = routeOf(request)
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          {
            kind: SpanKind.SERVER,
            startTime: Date.now() - reply.elapsedTime,
            attributes: {
              'http.request.method': request.method,
              'http.route': route,
              'http.response.status_code': reply.statusCode,
              'coffer.request_id': request.id,
            },
          },
          parentOf(request),
        )
        if (reply.statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
        done()
      })
    },
    async close() {
      jobEnded.unsubscribe(traceJob)
      await provider.shutdown()
    },
  }
}
