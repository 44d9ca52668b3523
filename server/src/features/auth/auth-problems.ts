import type { ErrorCode } from '@coffer/contract'
import { AppError, type ErrorDetails } from '../../errors.ts'

const fieldError = (name: string, message: string): [ErrorCode, ErrorDetails] => [
  'request.invalid',
  { errors: { [name]: [message] } },
]
const TWO_FACTOR_OFF: [ErrorCode] = ['auth.two_factor_off']
const SECOND_STEP_EXPIRED: [ErrorCode] = ['auth.second_step_expired']
/** How long Better Auth locks an account after ten wrong codes. */
const LOCKED_SECONDS = 900
const PASSKEY: [ErrorCode] = ['auth.passkey_refused']
const CSRF: [ErrorCode] = ['request.csrf']

const BY_CODE: Readonly<Record<string, [ErrorCode, ErrorDetails?]>> = {
  INVALID_EMAIL_OR_PASSWORD: ['auth.credentials'],
  INVALID_EMAIL: fieldError('email', 'validation.email'),
  PASSWORD_TOO_SHORT: fieldError('password', 'validation.password.short'),
  PASSWORD_TOO_LONG: fieldError('password', 'validation.password.long'),
  CREDENTIAL_ACCOUNT_NOT_FOUND: ['auth.without_password'],
  EMAIL_NOT_VERIFIED: ['auth.unverified'],
  INVALID_CODE: fieldError('code', 'validation.code_wrong'),
  INVALID_BACKUP_CODE: fieldError('code', 'validation.recovery_code_wrong'),
  TOTP_ALREADY_ENABLED: ['auth.two_factor_on'],
  TOTP_NOT_ENABLED: TWO_FACTOR_OFF,
  TWO_FACTOR_NOT_ENABLED: TWO_FACTOR_OFF,
  BACKUP_CODES_NOT_ENABLED: TWO_FACTOR_OFF,
  CHALLENGE_NOT_FOUND: PASSKEY,
  PASSKEY_NOT_FOUND: PASSKEY,
  AUTHENTICATION_FAILED: PASSKEY,
  FAILED_TO_VERIFY_REGISTRATION: PASSKEY,
  USER_NOT_VERIFIED: PASSKEY,
  TWO_FACTOR_REQUIRED: SECOND_STEP_EXPIRED,
  INVALID_TWO_FACTOR_COOKIE: SECOND_STEP_EXPIRED,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: SECOND_STEP_EXPIRED,
  ACCOUNT_TEMPORARILY_LOCKED: ['request.too_many', { retryAfterSeconds: LOCKED_SECONDS }],
  INVALID_ORIGIN: CSRF,
  MISSING_OR_NULL_ORIGIN: CSRF,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: CSRF,
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'request.invalid',
  401: 'auth.required',
  403: 'auth.forbidden',
  404: 'route.not_found',
  // Two concurrent calls used the same recovery code.
  409: 'auth.second_step_expired',
  422: 'request.invalid',
  429: 'request.too_many',
}

const suspensionProblem = (reason: unknown): AppError =>
  typeof reason === 'string' && reason !== ''
    ? new AppError('auth.suspended', { detail: 'errors.auth.suspended.reason', values: { reason } })
    : new AppError('auth.suspended')

/** Translates an error of Better Auth to an error of our API: by its code, otherwise by its status. */
export function authProblem(status: number, answer: unknown): AppError {
  const { code, reason } = (answer ?? {}) as { code?: unknown; reason?: unknown }
  // Only calls that require the current password return this code.
  if (code === 'INVALID_PASSWORD')
    return new AppError(...fieldError('password', 'validation.password.wrong'))
  if (code === 'ACCOUNT_SUSPENDED') return suspensionProblem(reason)
  const mapped = typeof code === 'string' ? BY_CODE[code] : undefined
  if (mapped) return new AppError(...mapped)
  const byStatus = BY_STATUS[status]
  if (byStatus) return new AppError(byStatus)
  return new AppError('internal', { cause: new Error(`Better Auth answered ${status} (${code})`) })
}
