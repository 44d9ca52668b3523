import { toolEnvironment } from '../../../scripts/lib/environment.mjs'
import { startObjectStore } from '../../../scripts/lib/object-store.mjs'
import { nodeBinary } from '../../../scripts/lib/paths.mjs'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { exitCode, forwardSignals, main, start } from '../../../scripts/lib/run.mjs'
import { builtServerForTests } from '../../../scripts/lib/server-command.mjs'
import { ready } from '../../../scripts/ready.mjs'

/** Space for what `transfers` stores, which more than fills the memory; the file is sparse. */
const TRANSFERS_BYTES = 1024 ** 4

const openStore = parts =>
  startObjectStore({
    freesSpace: true,
    ...(parts.includes('transfers') && { diskBytes: TRANSFERS_BYTES }),
  })

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
  forwardSignals(run)
  try {
    process.exitCode = await exitCode(run)
  } finally {
    await objectStore?.stop()
    await postgres?.stop()
  }
})
