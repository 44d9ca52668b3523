import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import pino from 'pino'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openPostgres, openSqlite } from '../../src/db/open.ts'
import { openDiskBlobs } from '../../src/files/blobs.ts'
import { passwordHasher } from '../../src/lib/passwords.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createRuntime } from '../../src/runtime.ts'
import { createCommands, moneyJobs } from './server-commands.ts'
import { createTimeline } from './timeline.ts'

const config = readConfig()
const timeline = createTimeline(Number(process.env.STARTS_AT))
const database = config.databaseUrl
  ? openPostgres(config.databaseUrl)
  : openSqlite(join(config.dataDir, 'coffer.db'))
const send = (message: object) => {
  if (process.connected) process.send?.(message)
}
/** Errors and failed jobs; a gateway that failed is expected. */
const log = pino(
  { level: 'warn' },
  {
    write(line: string) {
      const { level, msg, err } = JSON.parse(line)
      if (err?.type !== 'GatewayError' && (level >= 50 || err))
        send({ fault: `${msg}: ${err?.stack ?? ''}` })
    },
  },
)
const deps = createRuntime(
  database,
  {
    config,
    secret: process.env.SECRET ?? '',
    blobs: await openDiskBlobs(join(config.dataDir, 'blobs'), config.diskReserveBytes),
    followStores: async () => undefined,
    hashPassword: passwordHasher({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
    outbound: createOutbound({ ...config.remote, appUrl: config.appUrl }),
    now: () => new Date(timeline.now()),
    newId: randomUUIDv7,
    transferCheckMs: 1000,
    log,
  },
  moneyJobs,
)
const app = await buildApp({ deps, webDist: '' })
const origin = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) })
const commands = createCommands(deps, timeline)

process.on('message', async ({ id, name, input }: { id: number; name: string; input: unknown }) => {
  try {
    const run = commands[name as keyof typeof commands] as (input: unknown) => unknown
    send({ id, result: await run(input) })
  } catch (error) {
    send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
send({ origin })
