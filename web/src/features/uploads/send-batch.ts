import { CHUNK_RETRY_LIMIT } from '@coffer/contract/constants'
import { Problem } from '@coffer/contract/errors'
import { z } from 'zod'
import { backoffMs } from '../../lib/backoff.ts'
import {
  classifyResponse,
  isFolderUnavailable,
  toFailure,
  UNREACHABLE,
} from './classify-response.ts'
import { readBytes, type SendDeps, SMALLEST_CHUNK, UNREADABLE, type Watcher } from './send-file.ts'
import type { BatchPart, Failure, Outcome, UploadResponse, UploadTask } from './uploads.types.ts'

/**
 * Outcome of one file of a batch. `single`: send the file by itself. `begun`: the server has a part
 * of it.
 */
export type BatchOutcome = Outcome | { kind: 'single' } | { kind: 'begun' } | { kind: 'smaller' }

export interface BatchWatcher extends Pick<Watcher, 'processing' | 'lost'> {
  sent: (task: UploadTask, bytes: number) => void
}

interface Readable {
  task: UploadTask
  part: BatchPart
}

/**
 * Sends small files in one request until each has an outcome. Repeating the request is safe because
 * each file has an upload id. Throws when aborted.
 */
export async function sendBatch(
  tasks: readonly UploadTask[],
  deps: SendDeps,
  watcher: BatchWatcher,
  signal: AbortSignal,
): Promise<Map<UploadTask, BatchOutcome>> {
  const outcomes = new Map<UploadTask, BatchOutcome>()
  const readable = await readSequentially(tasks, deps)
  signal.throwIfAborted()
  const isRead = new Set(readable.map(({ task }) => task))
  for (const task of tasks)
    if (!isRead.has(task)) outcomes.set(task, { kind: 'failed', failure: UNREADABLE })
  if (readable.length === 0) return outcomes
  const result = await sendUntilAnswered(readable, deps, watcher, signal)
  for (const [index, { task }] of readable.entries())
    outcomes.set(task, Array.isArray(result) ? (result[index] ?? SINGLE) : result)
  return outcomes
}

const SINGLE = { kind: 'single' } as const

/** Small enough that the page can render between two reads. */
const READ_AT_ONCE = 16

let lastRead: Promise<unknown> = Promise.resolve()

/** Reads one batch after another: the first is sent while the next is read. */
function readSequentially(tasks: readonly UploadTask[], deps: SendDeps): Promise<Readable[]> {
  const read = lastRead.then(() => readAll(tasks, deps))
  lastRead = read.catch(() => {})
  return read
}

async function readAll(tasks: readonly UploadTask[], deps: SendDeps): Promise<Readable[]> {
  const read: Readable[] = []
  for (let start = 0; start < tasks.length; start += READ_AT_ONCE) {
    const slice = tasks.slice(start, start + READ_AT_ONCE)
    const results = await Promise.all(slice.map(task => readOne(task, deps)))
    read.push(...results.filter(result => result !== null))
  }
  return read
}

async function readOne(task: UploadTask, deps: SendDeps): Promise<Readable | null> {
  const bytes = task.file && (await readBytes(task.file, 0, task.size))
  if (!bytes) return null
  const checksum = await deps.digest(bytes)
  return { task, part: { entry: toEntry(task, checksum), bytes } }
}

/** All files of a batch have the same folder and document type. */
const formOf = (task: UploadTask | undefined): Record<string, string> => ({
  parent_id: task?.parentId ?? '',
  ...task?.document,
})

const toEntry = (task: UploadTask, checksum: string | null): BatchPart['entry'] => ({
  filename: task.name,
  path: task.path,
  size: task.size,
  upload_id: task.id,
  on_conflict: task.onConflict,
  ...(task.file && { modified_at: task.file.lastModified }),
  ...(checksum && { checksum: `sha-256=${checksum}` }),
})

/** Returns one outcome for all files, or one for each. */
async function sendUntilAnswered(
  readable: readonly Readable[],
  deps: SendDeps,
  watcher: BatchWatcher,
  signal: AbortSignal,
): Promise<BatchOutcome | BatchOutcome[]> {
  for (let failures = 1; ; failures += 1) {
    const response = await deps.transport.sendBatch(
      formOf(readable[0]?.task),
      readable.map(({ part }) => part),
      { signal, onProgress: progressOf(readable, watcher) },
    )
    signal.throwIfAborted()
    const outcome = outcomesOf(response, deps)
    if (Array.isArray(outcome) || outcome.kind !== 'again') return outcome
    const wasOffline =
      response.status === 0 && (await waitForServer(readable, deps, watcher, signal))
    // UPL-17: three failures end the upload. A lost network does not count as a failure.
    if (wasOffline) failures = 0
    else if (failures >= CHUNK_RETRY_LIMIT) return { kind: 'failed', failure: outcome.failure }
    else await deps.wait(Math.max(backoffMs(failures), outcome.afterMs), signal)
  }
}

/** Only the ids: lists fetch the items themselves. */
const Results = z.object({
  data: z.array(
    z.object({ item: z.object({ id: z.string() }).nullable(), problem: Problem.nullable() }),
  ),
})

type Retry = { kind: 'again'; failure: Failure; afterMs: number }

function outcomesOf(
  response: UploadResponse,
  deps: SendDeps,
): BatchOutcome | BatchOutcome[] | Retry {
  const results = Results.safeParse(response.body).data?.data
  if (results && response.status === 200)
    return results.map(({ item, problem }) => {
      if (item) return { kind: 'done', itemId: item.id }
      const status = problem?.status ?? 0
      return outcomeOfOne({ status, body: problem, retryAfterMs: null })
    })
  const action = classifyResponse(response)
  switch (action.kind) {
    case 'lost':
      return { kind: 'again', failure: UNREACHABLE, afterMs: 0 }
    case 'again':
      return action
    case 'session':
      return action
    case 'smaller':
      return shrink(deps) ? { kind: 'smaller' } : SINGLE
    case 'stop':
      return isFolderUnavailable(action.failure)
        ? { kind: 'failed', failure: action.failure }
        : SINGLE
    default:
      return SINGLE
  }
}

function outcomeOfOne(response: UploadResponse): BatchOutcome {
  const action = classifyResponse(response)
  if (action.kind === 'arrived') return { kind: 'begun' }
  return action.kind === 'stop'
    ? { kind: 'failed', failure: toFailure(response) }
    : { kind: 'single' }
}

/** @returns false when the batch size is at its minimum */
function shrink({ limits }: SendDeps): boolean {
  if (limits.batchBytes <= SMALLEST_CHUNK) return false
  limits.batchBytes = Math.max(SMALLEST_CHUNK, Math.floor(limits.batchBytes / 2))
  return true
}

/** @returns whether the server was unreachable for a while */
async function waitForServer(
  readable: readonly Readable[],
  { transport, wait }: SendDeps,
  watcher: BatchWatcher,
  signal: AbortSignal,
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    watcher.lost()
    const response = await transport.getStatus(readable[0]?.task.id ?? '', signal)
    signal.throwIfAborted()
    if (response.status !== 0) return tries > 1
    await wait(backoffMs(tries), signal)
  }
}

/** Assigns the sent bytes of a request to its files, in order. */
function progressOf(readable: readonly Readable[], watcher: BatchWatcher) {
  const total = readable.reduce((sum, { part }) => sum + part.bytes.byteLength, 0)
  let at = 0
  let before = 0
  return (count: number) => {
    for (let current = readable[at]; current; current = readable[at]) {
      const size = current.part.bytes.byteLength
      watcher.sent(current.task, Math.min(size, Math.max(0, count - before)))
      if (count < before + size) break
      before += size
      at += 1
    }
    if (count >= total) watcher.processing()
  }
}
