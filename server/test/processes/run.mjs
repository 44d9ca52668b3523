import { toolEnvironment } from '../../../scripts/lib/environment.mjs'
import { nodeBinary } from '../../../scripts/lib/paths.mjs'
import { startOwnPostgres } from '../../../scripts/lib/postgres.mjs'
import { exitCode, main, start } from '../../../scripts/lib/run.mjs'
import { serverArgs, serverEnvironment } from '../../../scripts/lib/server-command.mjs'
import { provideTestPrograms } from '../../../scripts/lib/test-programs.mjs'
import { ready } from '../../../scripts/ready.mjs'

/** The full run, against the built server and a PostgreSQL that is restarted. */
await main(async () => {
  await ready()
  await provideTestPrograms()
  const postgres = await startOwnPostgres()
  const env = toolEnvironment({
    SERVER_COMMAND: JSON.stringify({ args: serverArgs, env: serverEnvironment }),
    TEST_DATABASE: 'postgres',
    TEST_POSTGRES_URL: postgres.url,
  })
  const args = ['server/test/processes/run.ts', ...process.argv.slice(2)]
  const run = start(nodeBinary, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  run.on('message', async () => {
    await postgres.restart()
    run.send('done')
  })
  // The signal reaches the run by itself; what we started is stopped once it is gone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill(signal))
  try {
    process.exitCode = await exitCode(run)
  } finally {
    await postgres.stop()
  }
})
