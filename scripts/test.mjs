import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideChromium } from './lib/chromium.mjs'
import { countsWithExitCode, summary, total } from './lib/counts.mjs'
import { toolEnvironment } from './lib/environment.mjs'
import { startObjectStore } from './lib/object-store.mjs'
import { memoryFolder, startPostgres } from './lib/postgres.mjs'
import { exitCode, main, say, start } from './lib/run.mjs'
import { builtServerForTests } from './lib/server-command.mjs'
import { provideTestPrograms } from './lib/test-programs.mjs'
import { testSteps } from './lib/test-steps.mjs'
import { ready } from './ready.mjs'

/** The signal that interrupted the run. */
let interruption
/** The process of the current step. */
let running

await main(async () => {
  await ready()
  const chromium = await provideChromium()
  await provideTestPrograms()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  const postgres = await startPostgres(memoryFolder())
  // Its tests fail without it, and all others run.
  const objectStore = await startObjectStore().catch(error => {
    say(error.message)
    return { env: {}, stop: async () => {} }
  })
  const reports = mkdtempSync(join(tmpdir(), 'coffer-reports-'))
  const env = toolEnvironment({
    TEST_POSTGRES_URL: postgres.url,
    ...objectStore.env,
    ...builtServerForTests,
    CHROMIUM_PATH: chromium,
    // Many processes load the same packages.
    NODE_COMPILE_CACHE: join(reports, 'compile-cache'),
  })
  const results = []
  try {
    for (const step of testSteps(reports)) {
      if (!interruption) results.push(await runStep(step, env))
    }
  } finally {
    await objectStore.stop()
    await postgres.stop()
    rmSync(reports, { recursive: true, force: true })
  }
  process.exitCode = report(results)
})

async function runStep({ name, command, env: stepEnvironment, count, failures, retries }, env) {
  say(heading(name))
  const startedAt = performance.now()
  const [program, ...args] = command
  running = start(program, args, { env: { ...env, ...stepEnvironment } })
  const code = await exitCode(running)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    name,
    seconds,
    counts: countsWithExitCode(code, count(code)),
    failures: failures(),
    retries: retries(),
  }
}

/** Forwards the signal to the current step; PostgreSQL stops after the step has ended. */
function interrupt(signal) {
  interruption = signal
  running?.kill(signal)
}

function report(results) {
  if (interruption) {
    say(`Interrupted by ${interruption}.`)
    return 128 + constants.signals[interruption]
  }
  say(heading('result'))
  for (const { name, seconds, counts } of results) {
    const mark = counts.failed === 0 ? '✓' : '✗'
    say(`${mark} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(7)} s   ${summary(counts)}`)
  }
  for (const failure of results.flatMap(result => result.failures)) say(`✗ ${failure}`)
  for (const retry of results.flatMap(result => result.retries))
    say(`↻ passed on a retry: ${retry}`)
  const counts = total(results.map(result => result.counts))
  say(`\n${summary(counts)}`)
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1
}

function heading(name) {
  const line = `── ${name} `.padEnd(72, '─')
  return process.stdout.isTTY ? `\n\x1b[1m${line}\x1b[0m` : `\n${line}`
}
