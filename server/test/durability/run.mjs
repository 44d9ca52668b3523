import { parseArgs } from 'node:util'
import { toolEnvironment } from '../../../scripts/lib/environment.mjs'
import { startObjectStore } from '../../../scripts/lib/object-store.mjs'
import { nodeBinary } from '../../../scripts/lib/paths.mjs'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { exitCode, main, start } from '../../../scripts/lib/run.mjs'
import { builtServerForTests } from '../../../scripts/lib/server-command.mjs'
import { ready } from '../../../scripts/ready.mjs'

const MEBIBYTE = 1024 ** 2
/** More would not fit into the store's memory beside all else. */
const IN_MEMORY_BYTES = 6 * 1024 * MEBIBYTE

const { values } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    clients: { type: 'string', default: '100' },
    megabytes: { type: 'string', default: '64' },
  },
})

/** `transfers` leaves the files of two rounds in the store. */
const storedBytes = () => 2 * Number(values.clients) * Number(values.megabytes) * MEBIBYTE

const openStore = parts =>
  parts.includes('transfers') && storedBytes() > IN_MEMORY_BYTES
    ? startObjectStore({ freesSpace: true, diskBytes: 2 * storedBytes() })
    : startObjectStore({ freesSpace: true })

/** The full run, against the built server as `npm start` runs it. */
await main(async () => {
  const args = process.argv.slice(2)
  await ready()
  const postgres = args.includes('--postgres') ? await startPostgres() : undefined
  const objectStore = args.includes('--store=s3') ? await openStore(args) : undefined
  const env = toolEnvironment({
    ...builtServerForTests,
    ...(postgres && { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgres.url }),
    ...(objectStore && { TEST_STORAGE: 's3', ...objectStore.env }),
  })
  const run = start(nodeBinary, ['server/test/durability/run.ts', ...args], { env })
  // The signal reaches the run by itself; what we started is stopped once it is gone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill(signal))
  try {
    process.exitCode = await exitCode(run)
  } finally {
    await objectStore?.stop()
    await postgres?.stop()
  }
})
