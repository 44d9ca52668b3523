import { environment } from './lib/environment.mjs'
import { nodeBinary } from './lib/paths.mjs'
import { exitCode, forwardSignals, main, start } from './lib/run.mjs'
import { serverArgs, serverEnvironment } from './lib/server-command.mjs'
import { ready } from './ready.mjs'

await main(async () => {
  await ready()
  // Without npm or a shell in between, so that signals reach the server.
  const server = start(nodeBinary, serverArgs, {
    env: { ...serverEnvironment, ...environment },
  })
  forwardSignals(server)
  process.exitCode = await exitCode(server)
})
