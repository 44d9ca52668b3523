import { z } from 'zod'
import { flag, webUrl } from './variable-types.ts'

export const ROLES = ['web', 'worker'] as const
/** `web` answers calls; `worker` runs queued and recurring jobs. */
export type Role = (typeof ROLES)[number]

const roles = z
  .string()
  .default(ROLES.join(','))
  .transform(text => text.split(',').map(role => role.trim()))
  .pipe(z.array(z.enum(ROLES)).min(1))

const seconds = z.coerce.number().int().min(0).max(3600)
const MAX_PROCESSES = 64

/** How a process runs, stops and is observed. */
export const OperationVariables = z.object({
  ROLES: roles,
  PROCESSES: z.literal('auto').or(z.coerce.number().int().min(1).max(MAX_PROCESSES)).default(1),
  // Set by the process that starts the others.
  PROCESS_NUMBER: z.coerce.number().int().optional(),
  START_WAIT_SECONDS: seconds.default(20),
  DRAIN_SECONDS: seconds.default(0),
  // Shorter than the ten seconds after which Docker kills a process.
  GRACE_SECONDS: seconds.default(8),
  MIGRATE: z.enum(['auto', 'check']).default('auto'),
  LOG_REQUESTS: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_SERVICE_NAME: z.string().default('coffer'),
})

export interface OperationConfig {
  roles: ReadonlySet<Role>
  /** Number of processes that one command starts; `auto` means one for each core. */
  processes: number | 'auto'
  /** Which of several processes this is, from 1; undefined for a single one. */
  processNumber: number | undefined
  /** How long a start waits for a PostgreSQL that does not answer. */
  startWaitMs: number
  /** How long a stopping process answers calls as before, so that proxies stop sending them. */
  drainMs: number
  /** How long a closed process waits for running calls. */
  graceMs: number
  /** Whether a start applies missing migrations; otherwise it fails when some are missing. */
  migrates: boolean
  /** Whether each call is logged. */
  logsRequests: boolean
  /** Protects metrics at the usual port, or at their own. */
  metricsToken: string | undefined
  metricsPort: number | undefined
  metricsHost: string
  /** The address of an OpenTelemetry collector. */
  tracingEndpoint: string | undefined
  serviceName: string
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Why variables do not fit together; null when they do. */
export function findConflict(data: z.output<typeof OperationVariables>): string | null {
  const { METRICS_HOST, METRICS_PORT, METRICS_TOKEN, PROCESSES } = data
  if (METRICS_PORT && !LOOPBACK.has(METRICS_HOST) && METRICS_TOKEN === undefined)
    return 'METRICS_HOST needs METRICS_TOKEN, because others can reach it'
  // Each call to the usual port would reach another process.
  if (METRICS_TOKEN && METRICS_PORT === undefined && PROCESSES !== 1)
    return 'METRICS_TOKEN with PROCESSES needs METRICS_PORT'
  return null
}

export const operationConfigOf = (data: z.output<typeof OperationVariables>): OperationConfig => ({
  roles: new Set(data.ROLES),
  processes: data.PROCESSES,
  processNumber: data.PROCESS_NUMBER,
  startWaitMs: data.START_WAIT_SECONDS * 1000,
  drainMs: data.DRAIN_SECONDS * 1000,
  graceMs: data.GRACE_SECONDS * 1000,
  migrates: data.MIGRATE === 'auto',
  logsRequests: data.LOG_REQUESTS,
  metricsToken: data.METRICS_TOKEN,
  metricsPort: data.METRICS_PORT,
  metricsHost: data.METRICS_HOST,
  tracingEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
  serviceName: data.OTEL_SERVICE_NAME,
})

/** Whether calls are measured, traced or logged. */
export const isObserved = (config: OperationConfig): boolean =>
  config.logsRequests ||
  config.metricsPort !== undefined ||
  config.metricsToken !== undefined ||
  config.tracingEndpoint !== undefined
