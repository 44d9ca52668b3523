import { ERROR_STATUS, type ErrorCode, type Locale, type Problem } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import type { AppError, ErrorDetails } from '../errors.ts'
import { isTranslationKey, localeFrom, translate } from '../lib/translate.ts'

function fieldMessages(
  locale: Locale,
  { errors = {}, values }: Pick<ErrorDetails, 'errors' | 'values'>,
): Record<string, string[]> {
  const message = (key: string) =>
    translate(locale, isTranslationKey(key) ? key : 'validation.invalid', values)
  return Object.fromEntries(
    Object.entries(errors).map(([field, keys]) => [field, keys.map(message)]),
  )
}

/** An RFC 9457 problem in the caller's language. */
export function problemOf(
  code: ErrorCode,
  details: ErrorDetails = {},
  acceptLanguage?: string,
): Problem {
  const locale = localeFrom(acceptLanguage)
  const detail =
    details.message ?? translate(locale, details.detail ?? `errors.${code}.detail`, details.values)
  return {
    type: `urn:coffer:${code}`,
    title: translate(locale, `errors.${code}.title`, details.values),
    status: ERROR_STATUS[code],
    detail,
    message: detail,
    code,
    ...(details.errors && { errors: fieldMessages(locale, details) }),
    ...(details.expectedOffset !== undefined && { expected_offset: details.expectedOffset }),
  }
}

/** Translates errors that are part of a response, in the caller's language. */
export const problemsFor =
  ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  ({ code, details }: AppError): Problem =>
    problemOf(code, details, headers['accept-language'])
