import { ApiError } from '../../lib/api.ts'
import type { UploadResponse } from './uploads.types.ts'

export const NO_RESPONSE: UploadResponse = { status: 0, body: undefined, retryAfterMs: null }

/**
 * Resolves with a response even when the call throws an ApiError. Rethrows every other error, such
 * as an abort.
 */
export async function toUploadResponse(call: Promise<unknown>): Promise<UploadResponse> {
  try {
    return { status: 200, body: await call, retryAfterMs: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: error.problem, retryAfterMs: null }
  }
}
