import { nodeBinary } from './lib/paths.mjs'
import { exitCode, forwardSignals, main, start } from './lib/run.mjs'
import { ready } from './ready.mjs'

/** Runs Coffer with simulated gateways, and a page that advances the clock of all of them. */
await main(async () => {
  await ready()
  // The simulators are TypeScript, which only the pinned Node.js runs.
  const demo = start(nodeBinary, ['scripts/lib/billing-demo.mjs'])
  forwardSignals(demo)
  process.exitCode = await exitCode(demo)
})
