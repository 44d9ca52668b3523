import { look, prepareBatches } from './batch.ts'
import { type Figures, noFigures } from './figures.ts'
import { COUNTABLE, placeOf, TARGETS, type Target } from './injected-faults.ts'
import { inspect } from './inspect.ts'
import { createInstallation, type Installation } from './installation.ts'
import { startServer } from './server-process.ts'
import { trace } from './strace.ts'

/** So many that the last call is always made, however many syncs are shared. */
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

/** Kills the server as it enters the first, the second, … system call of a batch of uploads. */
export async function runBoundaryKills(
  lastCall: number,
  tell: (line: string) => void,
): Promise<{ figures: Figures; faults: string[] }> {
  const figures = noFigures()
  const faults: string[] = []
  const installation = await createInstallation(PEOPLE)
  try {
    for (const target of TARGETS)
      for (let call = 1; call <= lastCall; call += 1) {
        const wrong = await killAt(installation, { target, call }, figures)
        tell(`${target}, call ${call}: ${wrong.length === 0 ? 'nothing lost' : wrong.join('; ')}`)
        faults.push(...wrong.map(line => `${target}, call ${call}: ${line}`))
      }
  } finally {
    await installation.remove()
  }
  return { figures, faults }
}

async function killAt(
  installation: Installation,
  { target, call }: Boundary,
  figures: Figures,
): Promise<string[]> {
  const server = await startServer({ ...installation.env, ...COUNTABLE })
  const batches = await prepareBatches(installation, server, `${target}-${call}`, figures)
  const tracing = await trace({
    ...(await placeOf(target, server, installation)),
    calls: CALLS,
    inject: `signal=SIGKILL:when=${call}`,
  })
  const outcomes = (await Promise.all(batches.map(batch => batch.run()))).flat()
  await tracing.detach()
  await server.kill()
  figures.kills += 1
  const wrong = outcomes.includes('cut off') ? [] : ['the call was never made: nothing is shown']
  wrong.push(...(await inspect(installation, figures)))
  const next = await startServer(installation.env)
  wrong.push(...(await look(installation, next, figures)))
  await next.kill()
  return wrong
}
