import { CHUNK_RETRY_LIMIT } from '@coffer/contract/constants'
import { splitExtension } from '@coffer/contract/names'
import { backoffMs } from '../../lib/backoff.ts'
import { failureOf, judge, type ResponseAction, UNREACHABLE } from './classify-response.ts'
import type { Failure, Outcome, Transport, UploadResponse, UploadTask } from './uploads.types.ts'

export const SMALLEST_CHUNK = 64 * 1024

/** What goes at once. All of it becomes less where a proxy takes no more. */
export interface Limits {
  /** Bytes of a chunk. */
  chunkSize: number
  /** Bytes of small files that share a request. */
  batchBytes: number
}

export interface SendPorts {
  transport: Transport
  limits: Limits
  /** Ends early when the network comes back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Base64 of the SHA-256, or null where the browser offers none. */
  digest: (bytes: ArrayBuffer) => Promise<string | null>
}

/** Told how the upload goes. */
export interface Watcher {
  sent: (bytes: number) => void
  processing: () => void
  lost: () => void
}

interface Sending {
  readonly task: UploadTask
  readonly file: File
  readonly ports: SendPorts
  readonly watcher: Watcher
  readonly signal: AbortSignal
  /** The next chunk starts here. */
  offset: number
  /** Of this chunk, one after the other. */
  failures: number
}

export const UNREADABLE: Failure = { status: 0, code: 'unreadable', title: null, message: null }

/** Sends a file chunk by chunk until it is whole or can't become so. Aborting throws. */
export async function sendFile(
  task: UploadTask,
  file: File,
  ports: SendPorts,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<Outcome> {
  const sending: Sending = { task, file, ports, watcher, signal, offset: 0, failures: 0 }
  let outcome = task.begun ? await findPlace(sending) : null
  while (!outcome) outcome = await follow(await sendChunk(sending), sending)
  return outcome
}

async function sendChunk({ task, file, ports, watcher, signal, offset }: Sending) {
  const end = Math.min(offset + ports.limits.chunkSize, file.size)
  const bytes = await readBytes(file, offset, end)
  if (!bytes) return { kind: 'stop', failure: UNREADABLE } as const
  const checksum = await ports.digest(bytes)
  signal.throwIfAborted()
  const isLast = end === file.size
  watcher.sent(offset)
  const answer = await ports.transport.send(
    formOf(task, { offset, isLast, checksum }),
    new Blob([bytes]),
    {
      signal,
      onProgress: count => {
        watcher.sent(Math.min(offset + count, end))
        if (isLast && count >= bytes.byteLength) watcher.processing()
      },
    },
  )
  signal.throwIfAborted()
  return judge(answer)
}

/** The form parts of specification §7, and those that make the upload safe to go on. */
function formOf(
  task: UploadTask,
  { offset, isLast, checksum }: { offset: number; isLast: boolean; checksum: string | null },
): Record<string, string> {
  return {
    filename: task.name,
    path: task.path,
    parent_id: task.parentId ?? '',
    extension: splitExtension(task.name)[1].slice(1),
    is_last: String(isLast),
    upload_id: task.id,
    offset: String(offset),
    size: String(task.size),
    on_conflict: task.onConflict,
    ...task.document,
    ...(task.file && { modified_at: String(task.file.lastModified) }),
    ...(checksum && { checksum: `sha-256=${checksum}` }),
  }
}

/** Null when the file was moved, removed or changed on its disk meanwhile. */
export async function readBytes(
  file: File,
  start: number,
  end: number,
): Promise<ArrayBuffer | null> {
  try {
    // A slice is an object of its own in the browser: spared where it is the whole.
    const part = start === 0 && end === file.size ? file : file.slice(start, end)
    return await part.arrayBuffer()
  } catch {
    return null
  }
}

async function follow(action: ResponseAction, sending: Sending): Promise<Outcome | null> {
  switch (action.kind) {
    case 'finished':
      return { kind: 'done', itemId: action.itemId }
    case 'session':
      return { kind: 'session' }
    case 'stop':
      return { kind: 'failed', failure: action.failure }
    case 'arrived':
      return goOnAt(action.bytes, sending)
        ? null
        : countFailure(action.failure ?? UNREACHABLE, sending)
    case 'smaller':
      return shrink(action.failure, sending)
    case 'again':
      return countFailure(action.failure, sending, action.afterMs)
    case 'lost':
      sending.watcher.lost()
      return findPlace(sending)
  }
}

/** A chunk that brought the upload further is a success, whatever else was said about it. */
function goOnAt(bytes: number, sending: Sending): boolean {
  const isFurther = bytes > sending.offset
  sending.offset = Math.min(bytes, sending.file.size)
  if (isFurther) sending.failures = 0
  return isFurther
}

/** Spec §8: a chunk is retried until success or three failures. */
async function countFailure(
  failure: Failure,
  sending: Sending,
  atLeastMs = 0,
): Promise<Outcome | null> {
  sending.failures += 1
  if (sending.failures >= CHUNK_RETRY_LIMIT) return { kind: 'failed', failure }
  await sending.ports.wait(Math.max(backoffMs(sending.failures), atLeastMs), sending.signal)
  return null
}

function shrink(failure: Failure, { ports: { limits } }: Sending): Outcome | null {
  if (limits.chunkSize <= SMALLEST_CHUNK) return { kind: 'failed', failure }
  limits.chunkSize = Math.max(SMALLEST_CHUNK, Math.floor(limits.chunkSize / 2))
  return null
}

/** Asks how much has arrived, for as long as it takes to be answered, and goes on there. */
async function findPlace(sending: Sending): Promise<Outcome | null> {
  const isStart = sending.offset === 0 && sending.failures === 0 && sending.task.begun
  const { answer, wasAway } = await askUntilAnswered(sending)
  const action = judge(answer)
  if (action.kind === 'session') return action
  if (action.kind === 'arrived' && goOnAt(action.bytes, sending)) return null
  // Unknown there: it never began, or it is whole. Sending the next chunk tells which.
  if (action.kind !== 'arrived' && answer.status !== 404)
    return countFailure(failureOf(answer), sending)
  // With the network there, a lost chunk is a failure; with the network away it is not.
  return isStart || wasAway ? null : countFailure(UNREACHABLE, sending)
}

async function askUntilAnswered({
  task,
  ports: { transport, wait },
  watcher,
  signal,
}: Sending): Promise<{ answer: UploadResponse; wasAway: boolean }> {
  for (let tries = 1; ; tries += 1) {
    const answer = await transport.ask(task.id, signal)
    signal.throwIfAborted()
    if (answer.status !== 0) return { answer, wasAway: tries > 1 }
    watcher.lost()
    await wait(backoffMs(tries), signal)
  }
}
