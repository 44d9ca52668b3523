import { CHUNK_RETRY_LIMIT } from '@coffer/contract/constants'
import { splitExtension } from '@coffer/contract/names'
import { backoffMs } from '../../lib/backoff.ts'
import {
  classifyResponse,
  type ResponseAction,
  toFailure,
  UNREACHABLE,
} from './classify-response.ts'
import type { Failure, Outcome, Transport, UploadResponse, UploadTask } from './uploads.types.ts'

export const SMALLEST_CHUNK = 64 * 1024

/** Sizes of requests. Both are halved when a proxy answers 413. */
export interface Limits {
  /** Bytes of a chunk. */
  chunkSize: number
  /** Bytes of small files that share a request. */
  batchBytes: number
}

export interface SendDeps {
  transport: Transport
  limits: Limits
  /** Resolves early when the network comes back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Base64 of the SHA-256, or null where the browser has no Web Crypto. */
  digest: (bytes: ArrayBuffer) => Promise<string | null>
}

/** Receives the progress of an upload. */
export interface Watcher {
  sent: (bytes: number) => void
  processing: () => void
  lost: () => void
}

interface Sending {
  readonly task: UploadTask
  readonly file: File
  readonly deps: SendDeps
  readonly watcher: Watcher
  readonly signal: AbortSignal
  /** The next chunk starts here. */
  offset: number
  /** Consecutive failures of this chunk. */
  failures: number
}

export const UNREADABLE: Failure = { status: 0, code: 'unreadable', title: null, message: null }

/** Sends a file chunk by chunk until it is complete or has failed. Throws when aborted. */
export async function sendFile(
  task: UploadTask,
  file: File,
  deps: SendDeps,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<Outcome> {
  const sending: Sending = { task, file, deps, watcher, signal, offset: 0, failures: 0 }
  let outcome = task.begun ? await syncOffset(sending) : null
  while (!outcome) outcome = await applyAction(await sendChunk(sending), sending)
  return outcome
}

async function sendChunk({ task, file, deps, watcher, signal, offset }: Sending) {
  const end = Math.min(offset + deps.limits.chunkSize, file.size)
  const bytes = await readBytes(file, offset, end)
  if (!bytes) return { kind: 'stop', failure: UNREADABLE } as const
  const checksum = await deps.digest(bytes)
  signal.throwIfAborted()
  const isLast = end === file.size
  watcher.sent(offset)
  const response = await deps.transport.send(
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
  return classifyResponse(response)
}

/** The form parts of UPL-1, and those of UPL-2 that make a chunk safe to repeat. */
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

/** Returns null when the file was moved, removed or changed on disk. */
export async function readBytes(
  file: File,
  start: number,
  end: number,
): Promise<ArrayBuffer | null> {
  try {
    // Each slice costs a browser object, so a complete file is read directly.
    const part = start === 0 && end === file.size ? file : file.slice(start, end)
    return await part.arrayBuffer()
  } catch {
    return null
  }
}

async function applyAction(action: ResponseAction, sending: Sending): Promise<Outcome | null> {
  switch (action.kind) {
    case 'finished':
      return { kind: 'done', itemId: action.itemId }
    case 'session':
      return { kind: 'session' }
    case 'stop':
      return { kind: 'failed', failure: action.failure }
    case 'arrived':
      return advanceTo(action.bytes, sending)
        ? null
        : countFailure(action.failure ?? UNREACHABLE, sending)
    case 'smaller':
      return shrink(action.failure, sending)
    case 'again':
      return countFailure(action.failure, sending, action.afterMs)
    case 'lost':
      sending.watcher.lost()
      return syncOffset(sending)
  }
}

/** A response that advances the offset counts as a success, even with an error status. */
function advanceTo(bytes: number, sending: Sending): boolean {
  const hasAdvanced = bytes > sending.offset
  sending.offset = Math.min(bytes, sending.file.size)
  if (hasAdvanced) sending.failures = 0
  return hasAdvanced
}

/** UPL-17: a chunk fails after three attempts. */
async function countFailure(
  failure: Failure,
  sending: Sending,
  minDelayMs = 0,
): Promise<Outcome | null> {
  sending.failures += 1
  if (sending.failures >= CHUNK_RETRY_LIMIT) return { kind: 'failed', failure }
  await sending.deps.wait(Math.max(backoffMs(sending.failures), minDelayMs), sending.signal)
  return null
}

function shrink(failure: Failure, { deps: { limits } }: Sending): Outcome | null {
  if (limits.chunkSize <= SMALLEST_CHUNK) return { kind: 'failed', failure }
  limits.chunkSize = Math.max(SMALLEST_CHUNK, Math.floor(limits.chunkSize / 2))
  return null
}

/** Asks the server for the offset, retrying while the network is lost, and continues there. */
async function syncOffset(sending: Sending): Promise<Outcome | null> {
  const isStart = sending.offset === 0 && sending.failures === 0 && sending.task.begun
  const { response, wasOffline } = await getStatusWithRetry(sending)
  const action = classifyResponse(response)
  if (action.kind === 'session') return action
  if (action.kind === 'arrived' && advanceTo(action.bytes, sending)) return null
  // The server does not know the upload: it never began, or it is complete. The next chunk shows
  // which.
  if (action.kind !== 'arrived' && response.status !== 404)
    return countFailure(toFailure(response), sending)
  // A lost chunk is a failure only when the network is available.
  return isStart || wasOffline ? null : countFailure(UNREACHABLE, sending)
}

async function getStatusWithRetry({
  task,
  deps: { transport, wait },
  watcher,
  signal,
}: Sending): Promise<{ response: UploadResponse; wasOffline: boolean }> {
  for (let tries = 1; ; tries += 1) {
    const response = await transport.getStatus(task.id, signal)
    signal.throwIfAborted()
    if (response.status !== 0) return { response, wasOffline: tries > 1 }
    watcher.lost()
    await wait(backoffMs(tries), signal)
  }
}
