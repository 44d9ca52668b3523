import cluster from 'node:cluster'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import { countWaitingWork, readTaskRuns } from '../features/server-status/index.ts'
import {
  type StoreCallEnd,
  type StoreCallRepeat,
  storeCallEnded,
  storeCallRepeated,
} from '../files/s3/store-events.ts'
import { housekeeping } from '../housekeeping.ts'
import { type JobEnd, jobEnded } from '../jobs/job-events.ts'
import type { TaskRun } from '../process-report.ts'
import type { Runtime } from '../runtime.ts'
import { VERSION } from '../version.ts'
import { routeOf, type Transferred } from './requests.ts'

const DURATIONS = [0.005, 0.025, 0.1, 0.5, 2, 10, 60]
const JOB_DURATIONS = [0.1, 1, 10, 60, 600, 3600]
/** How long figures of the whole installation are kept, which every process counts. */
const KEPT_MS = 10_000
const LAG_PRECISION_MS = 20

export interface Metrics {
  contentType: string
  read: () => Promise<string>
  /** Measures the calls of an app. */
  install: (app: FastifyInstance, transferred: (request: FastifyRequest) => Transferred) => void
}

/** Measures this process; labels have few values, so ids and addresses are none. */
export function createMetrics(deps: Runtime): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS })
  measureProcess(deps, registers)
  measureTasks(deps, registers)
  measureInstallation(deps, registers)
  measureJobs(registers)
  measureStore(registers)
  // Of several processes the one that started them adds the figures up.
  if (cluster.isWorker) AggregatorRegistry.setRegistries([new AggregatorRegistry(), registry])
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    install: (app, transferred) => measureRequests(app, registers, transferred),
  }
}

function measureRequests(
  app: FastifyInstance,
  registers: Registry[],
  transferred: (request: FastifyRequest) => Transferred,
): void {
  const requests = new Counter({
    name: 'coffer_http_requests_total',
    help: 'Answered calls; a call that was interrupted has the status 499.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'coffer_http_request_seconds',
    help: 'Time from the headers of a call to the end of its answer.',
    labelNames: ['route', 'method'],
    buckets: DURATIONS,
    registers,
  })
  const running = new Gauge({
    name: 'coffer_http_requests_running',
    help: 'Calls that are being answered.',
    registers,
  })
  const bytes = new Counter({
    name: 'coffer_http_bytes_total',
    help: 'Bytes of calls and answers, with their headers.',
    labelNames: ['direction'],
    registers,
  })
  // Live connections of pages have a figure of their own.
  const isCall = ({ headers }: FastifyRequest) => headers.upgrade === undefined
  app.addHook('onRequest', (request, _reply, done) => {
    if (isCall(request)) running.inc()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (!isCall(request)) return done()
    const route = routeOf(request)
    const { method } = request
    const status = reply.raw.writableFinished ? reply.statusCode : 499
    running.dec()
    requests.inc({ route, method, status })
    durations.observe({ route, method }, reply.elapsedTime / 1000)
    const { receivedBytes, sentBytes } = transferred(request)
    bytes.inc({ direction: 'in' }, receivedBytes)
    bytes.inc({ direction: 'out' }, sentBytes)
    done()
  })
}

interface Reading {
  name: string
  help: string
  labelNames?: readonly string[]
  /** How the figures of several processes become one; by default their sum. */
  aggregator?: 'max'
  read: (gauge: Gauge) => void | Promise<void>
}

const addGauges = (registers: Registry[], readings: readonly Reading[]): void => {
  for (const { read, labelNames = [], ...options } of readings)
    new Gauge({
      ...options,
      labelNames,
      registers,
      collect() {
        return read(this)
      },
    })
}

function measureProcess({ report, hub, live, databasePool }: Runtime, registers: Registry[]): void {
  addGauges(registers, [
    {
      name: 'coffer_info',
      help: 'Version of this process.',
      labelNames: ['version'],
      read: gauge => gauge.set({ version: VERSION }, 1),
    },
    {
      name: 'coffer_draining',
      help: '1 while the process stops.',
      read: gauge => gauge.set(Number(report.isDraining)),
    },
    {
      name: 'coffer_live_pages',
      help: 'Open pages.',
      read: gauge => gauge.set(hub.countConnections().connections),
    },
    {
      name: 'coffer_bridge_down',
      help: '1 while messages of other processes do not arrive.',
      read: gauge => gauge.set(Number(!live.receivesMessages())),
    },
    {
      name: 'coffer_database_connections',
      help: 'Connections for calls, and calls that wait for one.',
      labelNames: ['state'],
      read(gauge) {
        const pool = databasePool()
        if (!pool) return
        gauge.set({ state: 'busy' }, pool.total - pool.idle)
        gauge.set({ state: 'idle' }, pool.idle)
        gauge.set({ state: 'awaited' }, pool.waiting)
      },
    },
    {
      name: 'coffer_repeated_transactions',
      help: 'Transactions that were run again after a conflict, since the start, by SQLSTATE.',
      labelNames: ['code'],
      read(gauge) {
        for (const [code, count] of report.retries) gauge.set({ code }, count)
      },
    },
  ])
}

/** Reads again only what was read more than `KEPT_MS` ago. */
function keep<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; value: Promise<T> } | undefined
  return () => {
    const at = Date.now()
    if (!kept || at - kept.at > KEPT_MS) kept = { at, value: read() }
    return kept.value
  }
}

/** Of tasks that run once per installation, the last run may have been in another process. */
function measureTasks(deps: Runtime, registers: Registry[]): void {
  const tasks = housekeeping(deps)
  const sharedRuns = keep(() => readTaskRuns(deps))
  const setEach = async (gauge: Gauge, figureOf: (run: TaskRun) => number) => {
    const shared = await sharedRuns()
    for (const { name: task, isPerProcess } of tasks) {
      const run = (isPerProcess ? deps.report.tasks : shared).get(task)
      if (run) gauge.set({ task }, figureOf(run))
    }
  }
  const shape = { labelNames: ['task'], aggregator: 'max' } as const
  addGauges(registers, [
    {
      ...shape,
      name: 'coffer_task_last_run_timestamp_seconds',
      help: 'When a recurring task ran last, in this process if it runs in every one.',
      read: gauge => setEach(gauge, ({ at }) => at / 1000),
    },
    {
      ...shape,
      name: 'coffer_task_failed',
      help: '1 when the last run of a recurring task failed.',
      read: gauge => setEach(gauge, ({ error }) => Number(error !== null)),
    },
  ])
}

/** Figures of the whole installation, which are the same in every process. */
function measureInstallation(deps: Runtime, registers: Registry[]): void {
  const work = keep(() => countWaitingWork(deps))
  const aggregator = 'max'
  addGauges(registers, [
    {
      name: 'coffer_jobs',
      help: 'Jobs of the installation by state.',
      labelNames: ['state'],
      aggregator,
      async read(gauge) {
        for (const [state, count] of Object.entries((await work()).jobs))
          gauge.set({ state }, count)
      },
    },
    {
      name: 'coffer_oldest_job_seconds',
      help: 'For how long the oldest waiting job of the installation has been due.',
      aggregator,
      read: async gauge => gauge.set((await work()).oldestJobMs / 1000),
    },
    {
      name: 'coffer_search_queue_items',
      help: 'Items that wait to be indexed for the search.',
      aggregator,
      read: async gauge => gauge.set((await work()).searchQueue),
    },
    {
      name: 'coffer_open_uploads',
      help: 'Uploads that are not finished.',
      aggregator,
      read: async gauge => gauge.set((await work()).openUploads),
    },
  ])
}

function measureJobs(registers: Registry[]): void {
  const durations = new Histogram({
    name: 'coffer_job_seconds',
    help: 'Attempts of jobs by name and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: JOB_DURATIONS,
    registers,
  })
  jobEnded.subscribe(message => {
    const { name, outcome, startedAt } = message as JobEnd
    durations.observe({ job: name, outcome }, (Date.now() - startedAt) / 1000)
  })
}

function measureStore(registers: Registry[]): void {
  const durations = new Histogram({
    name: 'coffer_store_call_seconds',
    help: 'Calls of the bucket by operation and result, with their repetitions; reading ends with the headers.',
    labelNames: ['operation', 'result'],
    buckets: DURATIONS,
    registers,
  })
  const retries = new Counter({
    name: 'coffer_store_retries_total',
    help: 'Repetitions of calls that the bucket has not answered or refused for the moment.',
    labelNames: ['operation'],
    registers,
  })
  storeCallEnded.subscribe(message => {
    const { operation, result, attempts, seconds } = message as StoreCallEnd
    durations.observe({ operation, result }, seconds)
    if (attempts > 1) retries.inc({ operation }, attempts - 1)
  })
  storeCallRepeated.subscribe(message => retries.inc({ ...(message as StoreCallRepeat) }))
}
