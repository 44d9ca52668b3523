import { ApiError } from '../../lib/api.ts'
import type { Answer } from './uploads.types.ts'

export const LOST: Answer = { status: 0, body: undefined, retryAfterMs: null }

/** An answer, also where the call throws one. Aborting still throws. */
export async function answered(call: Promise<unknown>): Promise<Answer> {
  try {
    return { status: 200, body: await call, retryAfterMs: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: error.problem, retryAfterMs: null }
  }
}
