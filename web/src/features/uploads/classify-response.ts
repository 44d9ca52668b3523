import { Problem } from '@coffer/contract/errors'
import { ItemType } from '@coffer/contract/items'
import { uploadChunk } from '@coffer/contract/uploads'
import { z } from 'zod'
import { isClosedLinkError } from '../../lib/closed-link.ts'
import type { Failure, UploadResponse } from './uploads.types.ts'

/** The next step after a response. */
export type ResponseAction =
  | { kind: 'finished'; itemId: string }
  /** The server has the first `bytes` bytes; the next chunk starts there. */
  | { kind: 'arrived'; bytes: number; failure: Failure | null }
  | { kind: 'smaller'; failure: Failure }
  | { kind: 'lost' }
  | { kind: 'session' }
  | { kind: 'again'; failure: Failure; afterMs: number }
  | { kind: 'stop'; failure: Failure }

/** Only the id: lists fetch the item themselves. */
const FinishedItem = z.object({ data: z.object({ id: z.string(), type: ItemType }) })

const RETRYABLE_STATUSES = new Set([408, 425, 429, 502, 503, 504])
const RETRYABLE_CODES = new Set(['request.csrf', 'storage.unavailable'])

/** Converts an error response into a failure. */
export function toFailure({ status, body }: UploadResponse): Failure {
  const problem = Problem.safeParse(body).data
  return {
    status,
    code: problem?.code ?? null,
    title: problem?.title ?? null,
    message: problem?.message ?? null,
  }
}

/** Decides the next step of an upload after a response. */
export function classifyResponse(response: UploadResponse): ResponseAction {
  if (response.status === 0) return { kind: 'lost' }
  return response.status < 300 ? classifySuccess(response) : classifyError(response)
}

function classifySuccess(response: UploadResponse): ResponseAction {
  const item = FinishedItem.safeParse(response.body).data?.data
  if (item) return { kind: 'finished', itemId: item.id }
  const upload = uploadChunk.interim.safeParse(response.body).data?.data
  if (upload) return { kind: 'arrived', bytes: upload.attributes.received_bytes, failure: null }
  // The body is not ours, for example the login page of a proxy or captive portal.
  return { kind: 'again', failure: toFailure(response), afterMs: 0 }
}

function classifyError(response: UploadResponse): ResponseAction {
  const failure = toFailure(response)
  const bytes = Problem.safeParse(response.body).data?.expected_offset
  if (bytes !== undefined) return { kind: 'arrived', bytes, failure }
  if (isSessionOver(failure)) return { kind: 'session' }
  // A 413 without an error code comes from a proxy that accepts smaller requests only (UPL-13).
  if (failure.status === 413 && failure.code === null) return { kind: 'smaller', failure }
  if (isRetryable(failure)) return { kind: 'again', failure, afterMs: response.retryAfterMs ?? 0 }
  // UPL-17: 500 and 422 stop the upload, and so does every other error that a retry would not
  // change.
  return { kind: 'stop', failure }
}

/** The target folder no longer exists. */
export const isParentMissing = ({ code }: Failure): boolean =>
  code === 'item.not_found' || code === 'upload.parent_gone'

/** Whether the user can choose another folder: this one is gone, or may not be added to. */
export const needsOtherFolder = (failure: Failure): boolean =>
  isParentMissing(failure) || failure.code === 'auth.forbidden'

const RESTRICTION_CODES = new Set([
  'upload.restricted',
  'folder.restricted',
  'share.unavailable',
  'upload_request.unavailable',
])

/**
 * HTTP-10: a 401 is also the answer for restrictions of the owner, which a new sign-in would not
 * lift.
 */
const isRestricted = ({ code }: Failure): boolean => code !== null && RESTRICTION_CODES.has(code)

/** No response was received. */
export const UNREACHABLE: Failure = { status: 0, code: 'unreachable', title: null, message: null }

/** Whether the failure also applies to all other uploads into the same folder. */
export const isFolderUnavailable = (failure: Failure): boolean =>
  needsOtherFolder(failure) || isRestricted(failure) || isClosedLinkError(failure.code)

const isSessionOver = (failure: Failure): boolean =>
  failure.status === 401 && !isRestricted(failure)

const isRetryable = ({ status, code }: Failure): boolean =>
  RETRYABLE_STATUSES.has(status) || (code !== null && RETRYABLE_CODES.has(code))
