import type { ErrorCode } from '@coffer/contract'
import { AppError, type ErrorDetails } from '../../errors.ts'

const field = (name: string, message: string): [ErrorCode, ErrorDetails] => [
  'request.invalid',
  { errors: { [name]: [message] } },
]
const CSRF: [ErrorCode] = ['request.csrf']

const BY_CODE: Readonly<Record<string, [ErrorCode, ErrorDetails?]>> = {
  INVALID_EMAIL_OR_PASSWORD: ['auth.credentials'],
  INVALID_EMAIL: field('email', 'validation.email'),
  PASSWORD_TOO_SHORT: field('password', 'validation.password.short'),
  PASSWORD_TOO_LONG: field('password', 'validation.password.long'),
  // Only from calls that ask for the present password.
  INVALID_PASSWORD: field('currentPassword', 'validation.password.wrong'),
  EMAIL_NOT_VERIFIED: ['auth.unverified'],
  INVALID_ORIGIN: CSRF,
  MISSING_OR_NULL_ORIGIN: CSRF,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: CSRF,
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'request.invalid',
  401: 'auth.required',
  403: 'auth.forbidden',
  404: 'route.not_found',
  422: 'request.invalid',
  429: 'request.too_many',
}

/** What Better Auth refuses, in the words of our own interface. What isn't listed goes by its status. */
export function authProblem(status: number, answer: unknown): AppError {
  const { code } = (answer ?? {}) as { code?: unknown }
  const known = typeof code === 'string' ? BY_CODE[code] : undefined
  if (known) return new AppError(...known)
  const byStatus = BY_STATUS[status]
  if (byStatus) return new AppError(byStatus)
  return new AppError('internal', { cause: new Error(`Better Auth answered ${status} (${code})`) })
}
