import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { databaseInUse } from './db/database-choice.ts'
import { keepDatabase, prepareInstallation } from './features/setup/index.ts'
import { housekeeping } from './housekeeping.ts'
import { collectGarbageWhenIdle } from './idle-memory.ts'
import { startClock } from './jobs/clock.ts'
import { ProcessReport } from './process-report.ts'
import type { Runtime } from './runtime.ts'

const CHOICE_CHECK_MS = 500

/** Reads the environment, opens the dependencies and serves until a stop signal. */
export async function run(webDist: string): Promise<void> {
  try {
    await serve(webDist)
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
  close: () => Promise<void>
}

/** Listens with the given dependencies and starts the background work. */
async function listen(deps: Runtime, options: Options, port: number): Promise<Serving> {
  const { config } = options
  const app = await buildApp({ deps, webDist: options.webDist })
  const address = await app.listen({ host: config.host, port })
  const listening = app.server.address()
  const hint = await prepareInstallation(deps, config.appUrl ?? address)
  const stopClock = startClock(housekeeping(deps), deps)
  const stopCollecting = collectGarbageWhenIdle(app.server)
  deps.worker.start()
  deps.hub.start()
  return {
    deps,
    port: typeof listening === 'object' && listening ? listening.port : port,
    hint,
    address: config.appUrl ?? address,
    async close() {
      stopCollecting()
      await stopClock()
      await Promise.all([app.close(), deps.stop()])
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
  const next = await createDeps(config, log, { report, isServer: true }).catch(error =>
    keepDatabase(serving.deps, error),
  )
  if (!next) return serving
  // The port is free only once the server has closed; browsers repeat their calls.
  await serving.close()
  const switched = await listen(next, options, serving.port)
  log.info({ database: next.databaseKind }, 'the chosen database is in use')
  return switched
}

async function serve(webDist: string): Promise<void> {
  const config = readConfig()
  const report = new ProcessReport()
  const log = pino({ level: config.logLevel, ...report.logOptions }, pino.destination(2))
  const options = { config, log, report, webDist }
  const deps = await createDeps(config, log, { report, isServer: true })
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
    await serving.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close())
  process.stdout.write(
    `Coffer is at ${serving.address}\n${serving.hint ? `${serving.hint}\n` : ''}`,
  )
}
