import { expect, it } from 'vitest'
import { authProblem } from './auth-problems.ts'

it.each([
  [401, 'INVALID_EMAIL_OR_PASSWORD', 'auth.credentials'],
  [400, 'PASSWORD_TOO_LONG', 'request.invalid'],
  [403, 'INVALID_ORIGIN', 'request.csrf'],
  [403, 'EMAIL_NOT_VERIFIED', 'auth.unverified'],
  [400, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', 'auth.second_step_expired'],
  [429, 'ACCOUNT_TEMPORARILY_LOCKED', 'request.too_many'],
  [409, undefined, 'auth.second_step_expired'],
  [401, undefined, 'auth.required'],
  [403, 'SOMETHING_NEW', 'auth.forbidden'],
  [500, undefined, 'internal'],
  [418, undefined, 'internal'],
])('translates status %i with code %s to %s', (status, code, expected) => {
  expect(authProblem(status, { code }).code).toBe(expected)
})

it('names the invalid field', () => {
  const errors = { password: ['validation.password.wrong'] }
  expect(authProblem(400, { code: 'INVALID_PASSWORD' }).details).toEqual({ errors })
})

it('accepts an answer without a body', () => {
  expect(authProblem(404, undefined).code).toBe('route.not_found')
})
