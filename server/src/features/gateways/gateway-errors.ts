import { GatewayError } from './gateway.ts'

/** Failures of a connection before the gateway can have read the call. */
export const UNSENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Code of an error whose reason is that the gateway does not accept our keys. */
export const CREDENTIALS_REJECTED = 'credentials_rejected'

/** Details of the error for status 429. @param retryAfter the `Retry-After` header, in seconds */
export function rateLimitDetails(retryAfter: string | string[] | undefined) {
  const seconds = Number(retryAfter)
  const isStated = Number.isFinite(seconds) && seconds > 0
  return { code: 'rate_limited', ...(isStated && { retryAfterSeconds: seconds }) }
}

/** Whether a call failed because the gateway has nothing of that id. */
export const isMissing = (error: unknown): boolean =>
  error instanceof GatewayError && error.isMissing

/** Whether the payer's means of payment was refused. */
export const isDecline = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && (error.kind === 'declined' || error.kind === 'hard_declined')

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof GatewayError && codes.includes(error.code ?? '')
