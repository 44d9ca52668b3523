import { ERROR_STATUS, type ErrorCode, type TranslationKey } from '@coffer/contract'

export interface ErrorDetails {
  /** Said in place of the code's own words. */
  detail?: TranslationKey
  /** Values for the places of the translated message. */
  values?: Record<string, string | number>
  /** The field's messages, as translation keys. */
  errors?: Record<string, string[]>
  /** Seconds after which a try makes sense again. */
  retryAfterSeconds?: number
  expectedOffset?: number
  cause?: unknown
}

/** The one error a rule may throw. Anything else that escapes is a bug and becomes `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.details = details
  }
  get status(): number {
    return ERROR_STATUS[this.code]
  }
}
