import { dirname } from 'node:path'
import { noFigures } from './figures.ts'
import { createInstallation } from './installation.ts'
import { seededRandom } from './seeded.ts'
import { startServer } from './server-process.ts'
import { mainThread, trace } from './strace.ts'
import { type SystemCall, systemCallsIn } from './system-calls.ts'
import { Uploader, type UploadOutcome } from './uploader.ts'

const CALLS = [
  'mkdir',
  'openat',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'pwritev2',
  'fsync',
  'fdatasync',
  'rename',
  'renameat',
  'renameat2',
  'unlink',
]
const WRITES = new Set(['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2'])
const SYNCS = new Set(['fsync', 'fdatasync'])

/**
 * After a power loss only synced data remains. A kill cannot show that, because the kernel keeps
 * written data; so the order of system calls of single uploads is checked instead.
 */
export async function runOrderChecks(report: (line: string) => void): Promise<string[]> {
  const installation = await createInstallation(1)
  const server = await startServer(installation.env)
  const failures: string[] = []
  try {
    const [person] = installation.people
    if (!person) throw new Error('No test user exists')
    const client = await person.clientAt(server.origin)
    const options = { random: seededRandom('order'), label: 'order', figures: noFigures() }
    const uploader = new Uploader(client, person.ledger, options)
    const upload = uploader.begin()
    const requests: [string, () => Promise<UploadOutcome>][] = [
      ['a small file', () => uploader.small()],
      ['an overwritten file', () => uploader.overwrite()],
      ['a first chunk', () => uploader.sendChunk(upload)],
      ['a next chunk', () => uploader.sendChunk(upload)],
    ]
    for (const [name, send] of requests) {
      const threads = mainThread(server.pid)
      const tracing = await trace({ threads, follow: true, calls: CALLS })
      const outcome = await send()
      const calls = systemCallsIn(await tracing.detach())
      const violations = outcome === 'acknowledged' ? wrongOrder(calls) : [`it was ${outcome}`]
      report(`${name}: ${violations.length === 0 ? path(calls) : violations.join('; ')}`)
      failures.push(...violations.map(line => `${name}: ${line}`))
    }
  } finally {
    await server.kill()
    await installation.remove()
  }
  return failures
}

/** The file or socket of a call. */
const targetOf = ({ text }: SystemCall): string => /^\d+<([^>]*)>/.exec(text)?.[1] ?? ''
const createdPath = ({ text }: SystemCall): string => /"([^"]+)"/.exec(text)?.[1] ?? ''
const succeeded = ({ text }: SystemCall): boolean => /\) += (?!-1)/.test(text)

const isContent = (path: string): boolean => /\/blobs\/[0-9a-f]{8}\/[0-9a-f-]{36}$/.test(path)
const isWal = (path: string): boolean => path.endsWith('/coffer.db-wal')

function wrongOrder(calls: SystemCall[]): string[] {
  const answer = calls.find(call => WRITES.has(call.name) && call.text.includes('"HTTP/1.1 20'))
  const before = calls.filter(call => answer !== undefined && call.ended < answer.began)
  const writes = (matches: (path: string) => boolean) =>
    before.filter(call => WRITES.has(call.name) && matches(targetOf(call)))
  const syncedAfter = (path: string, call: SystemCall | undefined) =>
    call &&
    before.find(
      sync =>
        SYNCS.has(sync.name) &&
        targetOf(sync) === path &&
        sync.began > call.ended &&
        succeeded(sync),
    )
  const violations: string[] = []

  const content = writes(isContent).at(-1)
  const contentSync = content && syncedAfter(targetOf(content), content)
  const commit = writes(isWal).at(-1)
  if (!contentSync) violations.push('the content was not synced after its last write')
  if (!commit || !contentSync || commit.began < contentSync.ended)
    violations.push('the database did not write after the content was synced')
  if (!commit || !syncedAfter(targetOf(commit), commit))
    violations.push('the database was not synced before the answer')
  for (const entry of before.filter(isNewEntry)) {
    const sync = syncedAfter(dirname(createdPath(entry)), entry)
    if (!sync || (commit && sync.ended > commit.began))
      violations.push(
        `the folder of ${createdPath(entry)} was not synced before the database wrote`,
      )
  }
  if (calls.some(call => call.name.startsWith('rename'))) violations.push('something was renamed')
  return violations
}

/** A new file or folder in the blob store, whose name is durable once its folder is synced. */
const isNewEntry = (call: SystemCall): boolean =>
  succeeded(call) &&
  createdPath(call).includes('/blobs/') &&
  (call.name === 'mkdir' || (call.name === 'openat' && call.text.includes('O_CREAT')))

/** A summary of an upload's calls up to its response. */
function path(calls: SystemCall[]): string {
  const steps = calls.map(call => {
    const target = targetOf(call) || createdPath(call)
    if (isContent(target)) return `${call.name} content`
    if (isWal(target)) return `${call.name} database`
    if (/\/blobs(\/[0-9a-f]{8})?$/.test(target)) return `${call.name} folder`
    return call.text.includes('"HTTP/1.1 20') ? 'answer' : ''
  })
  return steps.filter((step, index) => step !== '' && step !== steps[index - 1]).join(', ')
}
