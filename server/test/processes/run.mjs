import { toolEnvironment } from '../../../scripts/lib/environment.mjs'
import { startObjectStore } from '../../../scripts/lib/object-store.mjs'
import { nodeBinary } from '../../../scripts/lib/paths.mjs'
import { startOwnPostgres } from '../../../scripts/lib/postgres.mjs'
import { exitCode, forwardSignals, main, start } from '../../../scripts/lib/run.mjs'
import { builtServerForTests } from '../../../scripts/lib/server-command.mjs'
import { provideTestPrograms } from '../../../scripts/lib/test-programs.mjs'
import { ready } from '../../../scripts/ready.mjs'

/** The full run, against the built server, and a PostgreSQL and a bucket that are restarted. */
await main(async () => {
  const args = process.argv.slice(2)
  await ready()
  await provideTestPrograms()
  const postgres = await startOwnPostgres()
  const objectStore = args.includes('--store=s3')
    ? await startObjectStore({ freesSpace: true })
    : undefined
  const services = { database: postgres, gateway: objectStore }
  const env = toolEnvironment({
    ...builtServerForTests,
    TEST_DATABASE: 'postgres',
    TEST_POSTGRES_URL: postgres.url,
    ...(objectStore && { TEST_STORAGE: 's3', ...objectStore.env }),
  })
  const run = start(nodeBinary, ['server/test/processes/run.ts', ...args], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  run.on('message', async service => {
    await services[service]?.restart()
    run.send('done')
  })
  // The signal reaches the run by itself; what we started is stopped once it is gone.
  forwardSignals(run)
  try {
    process.exitCode = await exitCode(run)
  } finally {
    await objectStore?.stop()
    await postgres.stop()
  }
})
