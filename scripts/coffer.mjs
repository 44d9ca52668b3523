import { environment } from './lib/environment.mjs'
import { nodeBinary } from './lib/paths.mjs'
import { exitCode, main, start } from './lib/run.mjs'
import { ready } from './ready.mjs'

/** The operator's command line: `npm run coffer -- <command>`. */
await main(async () => {
  await ready()
  const args = ['server/dist/coffer.js', ...process.argv.slice(2)]
  process.exitCode = await exitCode(start(nodeBinary, args, { env: environment }))
})
