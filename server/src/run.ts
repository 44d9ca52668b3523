import pino from 'pino'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { prepareInstallation } from './features/setup/index.ts'
import { housekeeping } from './housekeeping.ts'
import { collectGarbageWhenIdle } from './idle-memory.ts'
import { startClock } from './jobs/clock.ts'

/** Reads the environment, opens the dependencies and serves until a stop signal. */
export async function run(webDist: string): Promise<void> {
  try {
    await serve(webDist)
  } catch (error) {
    // The operator sees one line for every kind of error.
    process.stderr.write(`Coffer can't start. ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

async function serve(webDist: string): Promise<void> {
  const config = readConfig()
  const log = pino({ level: config.logLevel }, pino.destination(2))
  const deps = await createDeps(config, log)
  const app = await buildApp({ deps, webDist })
  const address = await app.listen({ host: config.host, port: config.port })
  const hint = await prepareInstallation(deps, config.appUrl ?? address)
  process.stdout.write(`Coffer is at ${config.appUrl ?? address}\n${hint ? `${hint}\n` : ''}`)

  const stopClock = startClock(housekeeping(deps), log)
  const stopCollecting = collectGarbageWhenIdle(app.server)
  deps.worker.start()
  deps.hub.start()
  let closing = false
  async function close(): Promise<void> {
    if (closing) return
    closing = true
    stopClock()
    stopCollecting()
    await Promise.all([app.close(), deps.stop()])
    await deps.db.destroy()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close())
}
