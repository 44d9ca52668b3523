import type { TranslationKey } from '@coffer/contract'
import i18next from 'i18next'
import type { z } from 'zod'
import { ApiError } from './api.ts'

/**
 * Validates a value against a field's schema of the contract.
 * @returns the translated error, or null
 */
export function validateField(schema: z.ZodType, value: unknown): string | null {
  const result = schema.safeParse(value)
  if (result.success) return null
  const message = result.error.issues[0]?.message ?? ''
  const isKey = message.startsWith('validation.')
  return i18next.t(isKey ? (message as TranslationKey) : 'validation.invalid')
}

/** HTTP-9: returns the first message of each invalid field of a 422. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const errors = error instanceof ApiError ? error.problem?.errors : undefined
  return Object.fromEntries(
    Object.entries(errors ?? {}).map(([field, messages]) => [field, messages[0] ?? '']),
  )
}
