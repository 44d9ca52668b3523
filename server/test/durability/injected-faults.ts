import { join } from 'node:path'
import { databaseKind } from '../test-database.ts'
import { type Disruption, disrupt } from './disruption.ts'
import { type Figures, noFigures } from './figures.ts'
import { createInstallation, type Installation } from './installation.ts'
import type { ServerProcess } from './server-process.ts'
import { fileThreads, mainThread, type Tracing, trace } from './strace.ts'

const PEOPLE = 2
// Not `write`: that is how the threads wake each other.
const WRITES = ['pwrite64', 'pwritev', 'pwritev2']

/** Each by itself, so that none is made up for by another's failure. */
const CALLS = {
  contents: { write: WRITES, 'sync of a content': ['fdatasync'], 'sync of a folder': ['fsync'] },
  database: { write: WRITES, sync: ['fsync', 'fdatasync'] },
} as const satisfies Record<string, Record<string, readonly string[]>>

export type Target = keyof typeof CALLS
/** Only SQLite's calls are made in our process. */
export const TARGETS: readonly Target[] =
  databaseKind() === 'sqlite' ? ['contents', 'database'] : ['contents']

/** One thread for all files makes the calls countable: strace counts for each thread. */
export const COUNTABLE = { UV_THREADPOOL_SIZE: '1' }

/** Where to look for the calls on contents, or on SQLite's files. */
export const placeOf = async (
  target: Target,
  { pid }: ServerProcess,
  { folder }: Installation,
): Promise<Pick<Tracing, 'threads' | 'paths'>> =>
  target === 'contents'
    ? { threads: await fileThreads(pid) }
    : {
        threads: mainThread(pid),
        paths: ['coffer.db', 'coffer.db-wal'].map(name => join(folder, name)),
      }

interface InjectedFault {
  target: Target
  call: string
  calls: readonly string[]
  error: 'ENOSPC' | 'EIO'
  /** The one call that fails; all of them without. */
  when: number | undefined
}

/** SQLite tells a full disk from a broken one only where it writes. */
const expectedOf = ({ target, call, error }: InjectedFault) =>
  error === 'ENOSPC' && (target === 'contents' || call === 'write')
    ? 'storage.full'
    : 'storage.unavailable'

const asDisruption = (fault: InjectedFault): Disruption => ({
  name: `${fault.target}, ${fault.call}, ${fault.error}, ${fault.when ? `call ${fault.when}` : 'every call'}`,
  expected: [expectedOf(fault)],
  // A next chunk needs no folder synced.
  isTotal: fault.when === undefined && fault.call !== 'sync of a folder',
  // Uploads that come together share calls, so that there may be no fourth one.
  mayMiss: fault.when !== undefined && fault.when > 1,
  ...(fault.when !== undefined && { env: COUNTABLE }),
  async begin(server, installation) {
    const tracing = await trace({
      ...(await placeOf(fault.target, server, installation)),
      calls: fault.calls,
      inject: `error=${fault.error}${fault.when ? `:when=${fault.when}` : ''}`,
    })
    return async () => (await tracing.detach()).filter(line => line.includes('(INJECTED)')).length
  },
})

/** Every call fails, and then the first, the second, … alone. */
function allFaults(lastCall: number): InjectedFault[] {
  const whens = [undefined, ...Array.from({ length: lastCall }, (_, index) => index + 1)]
  const faults = TARGETS.flatMap(target =>
    Object.entries(CALLS[target]).flatMap(([call, calls]) =>
      (['ENOSPC', 'EIO'] as const).map(error => ({ target, call, calls, error })),
    ),
  )
  return faults.flatMap(fault => whens.map(when => ({ ...fault, when })))
}

/** Makes the writes and syncs of contents and of SQLite fail, from outside of the process. */
export async function runInjectedFaults(
  lastCall: number,
  tell: (line: string) => void,
): Promise<{ figures: Figures; faults: string[] }> {
  const figures = noFigures()
  const faults: string[] = []
  const installation = await createInstallation(PEOPLE)
  try {
    for (const disruption of allFaults(lastCall).map(asDisruption)) {
      const { wrong, summary } = await disrupt(installation, disruption, figures)
      tell(`${disruption.name}: ${wrong.length === 0 ? summary : wrong.join('; ')}`)
      faults.push(...wrong.map(line => `${disruption.name}: ${line}`))
    }
  } finally {
    await installation.remove()
  }
  return { figures, faults }
}
