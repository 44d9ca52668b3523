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
 * What a power cut leaves is what was synced. A kill can't show that, as the kernel keeps what was
 * written; so the system calls of single uploads are held against the order that it takes.
 */
export async function runOrderChecks(tell: (line: string) => void): Promise<string[]> {
  const installation = await createInstallation(1)
  const server = await startServer(installation.env)
  const faults: string[] = []
  try {
    const [person] = installation.people
    if (!person) throw new Error('Nobody is there')
    const client = await person.clientAt(server.origin)
    const own = { random: seededRandom('order'), label: 'order', figures: noFigures() }
    const uploader = new Uploader(client, person.ledger, own)
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
      const wrong = outcome === 'acknowledged' ? wrongOrder(calls) : [`it was ${outcome}`]
      tell(`${name}: ${wrong.length === 0 ? path(calls) : wrong.join('; ')}`)
      faults.push(...wrong.map(line => `${name}: ${line}`))
    }
  } finally {
    await server.kill()
    await installation.remove()
  }
  return faults
}

/** The file or socket that a call is about. */
const subject = ({ text }: SystemCall): string => /^\d+<([^>]*)>/.exec(text)?.[1] ?? ''
const made = ({ text }: SystemCall): string => /"([^"]+)"/.exec(text)?.[1] ?? ''
const succeeded = ({ text }: SystemCall): boolean => /\) += (?!-1)/.test(text)

const isContent = (path: string): boolean => /\/blobs\/[0-9a-f]{8}\/[0-9a-f-]{36}$/.test(path)
const isWal = (path: string): boolean => path.endsWith('/coffer.db-wal')

function wrongOrder(calls: SystemCall[]): string[] {
  const answer = calls.find(call => WRITES.has(call.name) && call.text.includes('"HTTP/1.1 20'))
  const before = calls.filter(call => answer !== undefined && call.ended < answer.began)
  const writes = (isIt: (path: string) => boolean) =>
    before.filter(call => WRITES.has(call.name) && isIt(subject(call)))
  const syncedAfter = (path: string, call: SystemCall | undefined) =>
    call &&
    before.find(
      sync =>
        SYNCS.has(sync.name) &&
        subject(sync) === path &&
        sync.began > call.ended &&
        succeeded(sync),
    )
  const wrong: string[] = []

  const content = writes(isContent).at(-1)
  const contentSync = content && syncedAfter(subject(content), content)
  const commit = writes(isWal).at(-1)
  if (!contentSync) wrong.push('the content was not synced after its last write')
  if (!commit || !contentSync || commit.began < contentSync.ended)
    wrong.push('the database did not write after the content was synced')
  if (!commit || !syncedAfter(subject(commit), commit))
    wrong.push('the database was not synced before the answer')
  for (const entry of before.filter(isNewEntry)) {
    const sync = syncedAfter(dirname(made(entry)), entry)
    if (!sync || (commit && sync.ended > commit.began))
      wrong.push(`the folder of ${made(entry)} was not synced before the database wrote`)
  }
  if (calls.some(call => call.name.startsWith('rename'))) wrong.push('something was renamed')
  return wrong
}

/** A new file or folder among the contents: its name lasts once its folder is synced. */
const isNewEntry = (call: SystemCall): boolean =>
  succeeded(call) &&
  made(call).includes('/blobs/') &&
  (call.name === 'mkdir' || (call.name === 'openat' && call.text.includes('O_CREAT')))

/** The way of one upload to its answer, in short. */
function path(calls: SystemCall[]): string {
  const steps = calls.map(call => {
    const place = subject(call) || made(call)
    if (isContent(place)) return `${call.name} content`
    if (isWal(place)) return `${call.name} database`
    if (/\/blobs(\/[0-9a-f]{8})?$/.test(place)) return `${call.name} folder`
    return call.text.includes('"HTTP/1.1 20') ? 'answer' : ''
  })
  return steps.filter((step, index) => step !== '' && step !== steps[index - 1]).join(', ')
}
