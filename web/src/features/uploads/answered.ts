import { ApiError } from '../../lib/api.ts'
import type { UploadResponse } from './uploads.types.ts'

export const LOST: UploadResponse = { status: 0, body: undefined, retryAfterMs: null }

/** An answer, also where the call throws one. Aborting still throws. */
export async function toAnswer(call: Promise<unknown>): Promise<UploadResponse> {
  try {
    return { status: 200, body: await call, retryAfterMs: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: error.problem, retryAfterMs: null }
  }
}
