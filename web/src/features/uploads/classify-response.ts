import { Problem } from '@coffer/contract/errors'
import { ItemType } from '@coffer/contract/items'
import { uploadChunk } from '@coffer/contract/uploads'
import { z } from 'zod'
import type { Failure, UploadResponse } from './uploads.types.ts'

/** What is to be done after an answer. */
export type ResponseAction =
  | { kind: 'finished'; itemId: string }
  /** The server has everything up to here; the next chunk starts there. */
  | { kind: 'arrived'; bytes: number; failure: Failure | null }
  | { kind: 'smaller'; failure: Failure }
  | { kind: 'lost' }
  | { kind: 'session' }
  | { kind: 'again'; failure: Failure; afterMs: number }
  | { kind: 'stop'; failure: Failure }

/** Of the item only which one: the lists ask for it themselves. */
const Arrived = z.object({ data: z.object({ id: z.string(), type: ItemType }) })

const PASSING = new Set([408, 425, 429, 502, 503, 504])
const PASSING_CODES = new Set(['request.csrf', 'storage.unavailable'])

export function failureOf({ status, body }: UploadResponse): Failure {
  const problem = Problem.safeParse(body).data
  return {
    status,
    code: problem?.code ?? null,
    title: problem?.title ?? null,
    message: problem?.message ?? null,
  }
}

export function judge(answer: UploadResponse): ResponseAction {
  if (answer.status === 0) return { kind: 'lost' }
  return answer.status < 300 ? judgeSuccess(answer) : judgeRefusal(answer)
}

function judgeSuccess(answer: UploadResponse): ResponseAction {
  const item = Arrived.safeParse(answer.body).data?.data
  if (item) return { kind: 'finished', itemId: item.id }
  const upload = uploadChunk.interim.safeParse(answer.body).data?.data
  if (upload) return { kind: 'arrived', bytes: upload.attributes.received_bytes, failure: null }
  // A page of something that stands between us and the server.
  return { kind: 'again', failure: failureOf(answer), afterMs: 0 }
}

function judgeRefusal(answer: UploadResponse): ResponseAction {
  const failure = failureOf(answer)
  const bytes = Problem.safeParse(answer.body).data?.expected_offset
  if (bytes !== undefined) return { kind: 'arrived', bytes, failure }
  if (isSessionOver(failure)) return { kind: 'session' }
  // Not from us, so a proxy's: it takes less at once than we send.
  if (failure.status === 413 && failure.code === null) return { kind: 'smaller', failure }
  if (isRetryable(failure)) return { kind: 'again', failure, afterMs: answer.retryAfterMs ?? 0 }
  // Spec §8: 500 and 422 stop the upload; so does everything else that asking again won't change.
  return { kind: 'stop', failure }
}

/** The folder it was meant for is gone; another one may be named. */
export const isParentGone = ({ code }: Failure): boolean =>
  code === 'item.not_found' || code === 'upload.parent_gone'

const RESTRICTED = new Set([
  ...['upload.restricted', 'folder.restricted'],
  ...['share.unavailable', 'upload_request.unavailable'],
])

/** Spec §8 also has 401 for an owner's restrictions, which signing in would not lift. */
const isRestricted = ({ code }: Failure): boolean => code !== null && RESTRICTED.has(code)

/** Nothing answered. */
export const UNREACHABLE: Failure = { status: 0, code: 'unreachable', title: null, message: null }

/** Speaks against all that waits for the same folder; everything else each file is to be told for itself. */
export const isFolderGone = (failure: Failure): boolean =>
  isParentGone(failure) || isRestricted(failure)

const isSessionOver = (failure: Failure): boolean =>
  failure.status === 401 && !isRestricted(failure)

const isRetryable = ({ status, code }: Failure): boolean =>
  PASSING.has(status) || (code !== null && PASSING_CODES.has(code))
