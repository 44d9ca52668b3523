import { ERROR_STATUS, type ErrorCode, type TranslationKey } from '@coffer/contract'

export interface ErrorDetails {
  /** Replaces the message of the code. */
  detail?: TranslationKey
  /** Text of an administrator, which replaces the translated message. */
  message?: string | undefined
  /** Values for the placeholders of the translated message. */
  values?: Record<string, string | number>
  /** Messages per field, as translation keys. */
  errors?: Record<string, string[]>
  /** Seconds until another attempt makes sense. */
  retryAfterSeconds?: number
  expectedOffset?: number
  cause?: unknown
}

/** The only error that rules and services throw; anything else is a bug and becomes `internal`. */
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
