import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { databaseInUse } from './db/database-choice.ts'
import { keepDatabase, prepareInstallation } from './features/setup/index.ts'
import { housekeeping } from './housekeeping.ts'
import { collectGarbageWhenIdle } from './idle-memory.ts'
import { type ClockJob, startClock } from './jobs/clock.ts'
import type { Observers } from './observe/observers.ts'
import { isObserved, ROLES } from './operation-variables.ts'
import { listenForProbes } from './probe-server.ts'
import { ProcessReport } from './process-report.ts'
import type { Runtime } from './runtime.ts'

const CHOICE_CHECK_MS = 500

/** Reads the environment, opens the dependencies and serves until a stop signal. */
export async function run(webDist: string): Promise<void> {
  try {
    await start(webDist)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): never {
  // The operator sees one line for every kind of error.
  process.stderr.write(`Coffer can't start. ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

interface Options {
  config: Config
  log: FastifyBaseLogger
  report: ProcessReport
  webDist: string
}

interface Serving {
  deps: Runtime
  port: number
  /** The message with the setup code, until the server is installed. */
  hint: string | undefined
  address: string
  /** Lets proxies send calls to other processes, and waits until they do. */
  drain: () => Promise<void>
  close: () => Promise<void>
}

/** Opens what this process serves: the product, or for a worker only what probes ask. */
async function openServer(
  deps: Runtime,
  { config, webDist }: Options,
  { port, observers }: { port: number; observers: Observers | undefined },
) {
  const { host, operation } = config
  if (!operation.roles.has('web')) return listenForProbes(deps, port, observers?.metrics)
  const app = await buildApp({ deps, webDist, observers })
  const address = await app.listen({ host, port })
  return { server: app.server, address, close: () => app.close() }
}

/** Loads the observers only if the configuration asks for one. */
async function observersOf(deps: Runtime): Promise<Observers | undefined> {
  if (!isObserved(deps.config.operation)) return undefined
  const { openObservers } = await import('./observe/observers.ts')
  return openObservers(deps)
}

/** Recurring work of this process; what runs once per installation is done by workers. */
const recurringWork = (deps: Runtime, isWorker: boolean): ClockJob[] =>
  housekeeping(deps).filter(({ isPerProcess }) => isWorker || isPerProcess)

/** Listens with the given dependencies and starts the background work. */
async function listen(deps: Runtime, options: Options, port: number): Promise<Serving> {
  const { config, report } = options
  const { roles, drainMs } = config.operation
  const isWorker = roles.has('worker')
  const observers = await observersOf(deps)
  const { server, address, close } = await openServer(deps, options, { port, observers })
  const listening = server.address()
  const hint = roles.has('web')
    ? await prepareInstallation(deps, config.appUrl ?? address)
    : undefined
  const stopClock = startClock(recurringWork(deps, isWorker), deps)
  const stopCollecting = collectGarbageWhenIdle(server)
  if (isWorker) deps.worker.start()
  deps.hub.start()
  return {
    deps,
    port: typeof listening === 'object' && listening ? listening.port : port,
    hint,
    address: config.appUrl ?? address,
    async drain() {
      report.isDraining = true
      await sleep(drainMs)
    },
    async close() {
      stopCollecting()
      await stopClock()
      await Promise.all([close(), deps.worker.stop()])
      // Calls that were cut off have still to release what they hold.
      await deps.uploadLeases.settle()
      await deps.stop()
      await observers?.close()
      await deps.db.destroy()
    },
  }
}

/**
 * Continues with the database that the setup wizard has chosen: opens it first, so that a database
 * that cannot be opened leaves the server as it is.
 */
async function switchDatabase(serving: Serving, options: Options): Promise<Serving> {
  const { config, log, report } = options
  // A database that was chosen now is empty or unused.
  const opening = { report, isServer: true, migrating: 'apply' } as const
  const next = await createDeps(config, log, opening).catch(error =>
    keepDatabase(serving.deps, error),
  )
  if (!next) return serving
  // The port is free only once the server has closed; browsers repeat their calls.
  await serving.close()
  const switched = await listen(next, options, serving.port)
  log.info({ database: next.databaseKind }, 'the chosen database is in use')
  return switched
}

/** Serves in this process, or in several that this one starts. */
async function start(webDist: string): Promise<void> {
  const config = readConfig()
  const count = await countProcesses(config)
  if (count === 1 || config.operation.processNumber !== undefined) return serve(config, webDist)
  const { supervise } = await import('./supervisor.ts')
  return supervise(count, config.operation)
}

/** @throws Error when several processes are configured for SQLite */
async function countProcesses(config: Config): Promise<number> {
  const { processes, roles } = config.operation
  if (processes === 1 && roles.size === ROLES.length) return 1
  const { url } = await databaseInUse(config)
  if (url === undefined && typeof processes === 'number' && processes > 1)
    throw new Error('PROCESSES needs PostgreSQL: set DATABASE_URL')
  if (url === undefined && roles.size < ROLES.length)
    throw new Error('ROLES needs PostgreSQL: set DATABASE_URL')
  if (processes !== 'auto') return processes
  return url === undefined ? 1 : availableParallelism()
}

async function serve(config: Config, webDist: string): Promise<void> {
  const report = new ProcessReport()
  const log = pino({ level: config.logLevel, ...report.logOptions }, pino.destination(2))
  const options = { config, log, report, webDist }
  // A reload of the service sends it; by default it would end the process.
  process.on('SIGUSR2', () =>
    log.warn('SIGUSR2 is ignored: a single process cannot replace itself. Restart the service.'),
  )
  const migrating = config.operation.migrates ? 'apply' : 'require'
  const deps = await createDeps(config, log, { report, isServer: true, migrating })
  let serving = await listen(deps, options, config.port)
  let switching: Promise<void> | undefined
  let closing = false
  async function followChoice(): Promise<void> {
    const { url } = await databaseInUse(config)
    if (url !== serving.deps.databaseUrl) serving = await switchDatabase(serving, options)
  }
  /** Every process follows a choice, not only the one that stored it. */
  function onChoice(): void {
    if (switching || closing) return
    switching = followChoice()
      .catch(fail)
      .finally(() => {
        switching = undefined
      })
  }
  // A finished installation does not change its database. A file watcher would miss a choice that is
  // stored before its first look.
  const choiceChecks = serving.hint ? setInterval(onChoice, CHOICE_CHECK_MS) : undefined

  async function close(): Promise<void> {
    if (closing) return
    closing = true
    clearInterval(choiceChecks)
    await switching
    await serving.drain()
    await serving.close()
    process.exit(0)
  }
  const { processNumber = 1 } = config.operation
  process.on('SIGTERM', () => void close())
  // Of several processes the first one receives it from the terminal and stops the others.
  process.on('SIGINT', () => config.operation.processNumber ?? void close())
  if (processNumber === 1)
    process.stdout.write(
      `Coffer is at ${serving.address}\n${serving.hint ? `${serving.hint}\n` : ''}`,
    )
}
