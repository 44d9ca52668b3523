import { join } from 'node:path'
import { databaseKind } from '../test-database.ts'
import { type Disruption, disrupt } from './disruption.ts'
import { type Figures, noFigures } from './figures.ts'
import { createInstallation, type Installation } from './installation.ts'
import type { ServerProcess } from './server-process.ts'
import { fileThreads, mainThread, type Tracing, trace } from './strace.ts'

const PEOPLE = 2
// Without `write`, by which threads wake each other.
const WRITES = ['pwrite64', 'pwritev', 'pwritev2']

/** Each call by itself, so that no failure is hidden by another. */
const CALLS = {
  contents: { write: WRITES, 'sync of a content': ['fdatasync'], 'sync of a folder': ['fsync'] },
  database: { write: WRITES, sync: ['fsync', 'fdatasync'] },
} as const satisfies Record<string, Record<string, readonly string[]>>

type Target = keyof typeof CALLS
/** Only SQLite's calls are made in our process. */
export const TARGETS: readonly Target[] =
  databaseKind() === 'sqlite' ? ['contents', 'database'] : ['contents']

/** A single thread for files makes calls countable, because strace counts per thread. */
export const COUNTABLE = { UV_THREADPOOL_SIZE: '1' }

/** Where to trace calls on blobs, or on SQLite's files. */
export const tracePointOf = async (
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
  /** The index of the failing call; undefined for every call. */
  when: number | undefined
}

/** SQLite distinguishes a full disk from a broken one only for writes. */
const expectedOf = ({ target, call, error }: InjectedFault) =>
  error === 'ENOSPC' && (target === 'contents' || call === 'write')
    ? 'storage.full'
    : 'storage.unavailable'

const asDisruption = (fault: InjectedFault): Disruption => ({
  name: `${fault.target}, ${fault.call}, ${fault.error}, ${fault.when ? `call ${fault.when}` : 'every call'}`,
  expected: [expectedOf(fault)],
  // Later chunks need no sync of a folder.
  isTotal: fault.when === undefined && fault.call !== 'sync of a folder',
  // Concurrent uploads share calls, so that there may be fewer than expected.
  mayMiss: fault.when !== undefined && fault.when > 1,
  ...(fault.when !== undefined && { env: COUNTABLE }),
  async begin(server, installation) {
    const tracing = await trace({
      ...(await tracePointOf(fault.target, server, installation)),
      calls: fault.calls,
      inject: `error=${fault.error}${fault.when ? `:when=${fault.when}` : ''}`,
    })
    return async () => (await tracing.detach()).filter(line => line.includes('(INJECTED)')).length
  },
})

/**
 * Makes writes and syncs of blobs and of SQLite fail from outside the process: first every call, then
 * only the first, the second, …
 */
export function diskFaults(lastCall: number): Disruption[] {
  const whens = [undefined, ...Array.from({ length: lastCall }, (_, index) => index + 1)]
  const faults = TARGETS.flatMap(target =>
    Object.entries(CALLS[target]).flatMap(([call, calls]) =>
      (['ENOSPC', 'EIO'] as const).map(error => ({ target, call, calls, error })),
    ),
  )
  return faults.flatMap(fault => whens.map(when => asDisruption({ ...fault, when })))
}

/** Uploads during one fault after the other. */
export async function runInjectedFaults(
  faults: readonly Disruption[],
  report: (line: string) => void,
  storeEndpoint?: string,
): Promise<{ figures: Figures; failures: string[] }> {
  const figures = noFigures()
  const failures: string[] = []
  const installation = await createInstallation(PEOPLE, { storeEndpoint })
  try {
    for (const disruption of faults) {
      const { violations, summary } = await disrupt(installation, disruption, figures)
      report(`${disruption.name}: ${violations.length === 0 ? summary : violations.join('; ')}`)
      failures.push(...violations.map(line => `${disruption.name}: ${line}`))
    }
  } finally {
    await installation.remove()
  }
  return { figures, failures }
}
