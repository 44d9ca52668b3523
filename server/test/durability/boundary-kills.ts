import { prepareBatches, verifyAll } from './batch.ts'
import { type Figures, noFigures } from './figures.ts'
import { COUNTABLE, TARGETS, tracePointOf } from './injected-faults.ts'
import { inspect } from './inspect.ts'
import { createInstallation, type Installation } from './installation.ts'
import { type ServerProcess, startServer } from './server-process.ts'
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

/** A call of the server at which it is killed. */
export interface Boundary {
  name: string
  env?: Record<string, string>
  /** Watches the calls; the returned function ends that. */
  begin: (server: ServerProcess, installation: Installation) => Promise<() => Promise<unknown>>
}

/** The first, the second, … system call on each target. */
export const systemCalls = (lastCall: number): Boundary[] =>
  TARGETS.flatMap(target =>
    Array.from({ length: lastCall }, (_, index) => ({
      name: `${target}, call ${index + 1}`,
      env: COUNTABLE,
      async begin(server, installation) {
        const tracing = await trace({
          ...(await tracePointOf(target, server, installation)),
          calls: CALLS,
          inject: `signal=SIGKILL:when=${index + 1}`,
        })
        return tracing.detach
      },
    })),
  )

/** Kills the server at calls of a batch of uploads. */
export async function runBoundaryKills(
  boundaries: readonly Boundary[],
  report: (line: string) => void,
  storeEndpoint?: string,
): Promise<{ figures: Figures; failures: string[] }> {
  const figures = noFigures()
  const failures: string[] = []
  const installation = await createInstallation(PEOPLE, { storeEndpoint })
  try {
    for (const boundary of boundaries) {
      const violations = await killAt(installation, boundary, figures)
      report(
        `${boundary.name}: ${violations.length === 0 ? 'nothing lost' : violations.join('; ')}`,
      )
      failures.push(...violations.map(line => `${boundary.name}: ${line}`))
    }
  } finally {
    await installation.remove()
  }
  return { figures, failures }
}

async function killAt(
  installation: Installation,
  { name, env, begin }: Boundary,
  figures: Figures,
): Promise<string[]> {
  const server = await startServer({ ...installation.env, ...env })
  const batches = await prepareBatches(installation, server, name, figures)
  const end = await begin(server, installation)
  const outcomes = (await Promise.all(batches.map(batch => batch.run()))).flat()
  await end()
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
