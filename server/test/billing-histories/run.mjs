import { toolEnvironment } from '../../../scripts/lib/environment.mjs'
import { nodeBinary } from '../../../scripts/lib/paths.mjs'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { exitCode, forwardSignals, main, start } from '../../../scripts/lib/run.mjs'

/** The full run, on PostgreSQL with two server processes. */
await main(async () => {
  const postgres = await startPostgres()
  const env = toolEnvironment({ TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgres.url })
  const args = ['server/test/billing-histories/run.ts', ...process.argv.slice(2)]
  const run = start(nodeBinary, args, { env })
  // The signal reaches the run by itself; what we started is stopped once it is gone.
  forwardSignals(run)
  try {
    process.exitCode = await exitCode(run)
  } finally {
    await postgres.stop()
  }
})
