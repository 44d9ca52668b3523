import { prepareBatches, verifyAll } from './batch.ts'
import { type Figures, noFigures } from './figures.ts'
import { COUNTABLE, TARGETS, type Target, tracePointOf } from './injected-faults.ts'
import { inspect } from './inspect.ts'
import { createInstallation, type Installation } from './installation.ts'
import { startServer } from './server-process.ts'
import { trace } from './strace.ts'

/** Enough users that the last call is always made, however many syncs are shared. */
const PEOPLE = 4
const CALLS = [
  'mkdir',
  'openat',
  'pwrite64',
  'pwritev',
  'pwritev2',
  'fsync',
  'fdatasync',
  'ftruncate',
  'unlink',
  'close',
]

interface Boundary {
  target: Target
  call: number
}

/** Kills the server at the first, the second, … system call of a batch of uploads. */
export async function runBoundaryKills(
  lastCall: number,
  report: (line: string) => void,
): Promise<{ figures: Figures; failures: string[] }> {
  const figures = noFigures()
  const failures: string[] = []
  const installation = await createInstallation(PEOPLE)
  try {
    for (const target of TARGETS)
      for (let call = 1; call <= lastCall; call += 1) {
        const violations = await killAt(installation, { target, call }, figures)
        report(
          `${target}, call ${call}: ${violations.length === 0 ? 'nothing lost' : violations.join('; ')}`,
        )
        failures.push(...violations.map(line => `${target}, call ${call}: ${line}`))
      }
  } finally {
    await installation.remove()
  }
  return { figures, failures }
}

async function killAt(
  installation: Installation,
  { target, call }: Boundary,
  figures: Figures,
): Promise<string[]> {
  const server = await startServer({ ...installation.env, ...COUNTABLE })
  const batches = await prepareBatches(installation, server, `${target}-${call}`, figures)
  const tracing = await trace({
    ...(await tracePointOf(target, server, installation)),
    calls: CALLS,
    inject: `signal=SIGKILL:when=${call}`,
  })
  const outcomes = (await Promise.all(batches.map(batch => batch.run()))).flat()
  await tracing.detach()
  await server.kill()
  figures.kills += 1
  const violations = outcomes.includes('cut off')
    ? []
    : ['the call was never made, so nothing was tested']
  violations.push(...(await inspect(installation, figures)))
  const next = await startServer(installation.env)
  violations.push(...(await verifyAll(installation, next, figures)))
  await next.kill()
  return violations
}
