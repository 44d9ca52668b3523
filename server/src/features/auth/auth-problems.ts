import type { ErrorCode } from '@coffer/contract'
import { AppError, type ErrorDetails } from '../../errors.ts'

const field = (name: string, message: string): [ErrorCode, ErrorDetails] => [
  'request.invalid',
  { errors: { [name]: [message] } },
]
const OFF: [ErrorCode] = ['auth.two_factor_off']
const OVER: [ErrorCode] = ['auth.second_step_expired']
/** How long Better Auth takes no codes after ten wrong ones. */
const LOCKED_SECONDS = 900
const PASSKEY: [ErrorCode] = ['auth.passkey_refused']
const CSRF: [ErrorCode] = ['request.csrf']

const BY_CODE: Readonly<Record<string, [ErrorCode, ErrorDetails?]>> = {
  INVALID_EMAIL_OR_PASSWORD: ['auth.credentials'],
  INVALID_EMAIL: field('email', 'validation.email'),
  PASSWORD_TOO_SHORT: field('password', 'validation.password.short'),
  PASSWORD_TOO_LONG: field('password', 'validation.password.long'),
  CREDENTIAL_ACCOUNT_NOT_FOUND: ['auth.without_password'],
  EMAIL_NOT_VERIFIED: ['auth.unverified'],
  INVALID_CODE: field('code', 'validation.code_wrong'),
  INVALID_BACKUP_CODE: field('code', 'validation.recovery_code_wrong'),
  TOTP_ALREADY_ENABLED: ['auth.two_factor_on'],
  TOTP_NOT_ENABLED: OFF,
  TWO_FACTOR_NOT_ENABLED: OFF,
  BACKUP_CODES_NOT_ENABLED: OFF,
  CHALLENGE_NOT_FOUND: PASSKEY,
  PASSKEY_NOT_FOUND: PASSKEY,
  AUTHENTICATION_FAILED: PASSKEY,
  FAILED_TO_VERIFY_REGISTRATION: PASSKEY,
  USER_NOT_VERIFIED: PASSKEY,
  TWO_FACTOR_REQUIRED: OVER,
  INVALID_TWO_FACTOR_COOKIE: OVER,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: OVER,
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
  // Of two calls with one recovery code at once.
  409: 'auth.second_step_expired',
  422: 'request.invalid',
  429: 'request.too_many',
}

/** What Better Auth refuses, in the words of our own interface. What isn't listed goes by its status. */
export function authProblem(status: number, answer: unknown): AppError {
  const { code } = (answer ?? {}) as { code?: unknown }
  // Only from calls that ask for the present password.
  if (code === 'INVALID_PASSWORD')
    return new AppError(...field('password', 'validation.password.wrong'))
  const known = typeof code === 'string' ? BY_CODE[code] : undefined
  if (known) return new AppError(...known)
  const byStatus = BY_STATUS[status]
  if (byStatus) return new AppError(byStatus)
  return new AppError('internal', { cause: new Error(`Better Auth answered ${status} (${code})`) })
}
