import type { TranslationKey } from '@coffer/contract'
import i18next from 'i18next'
import type { z } from 'zod'
import { ApiError } from './api.ts'

/** What the contract's own rule for a field has against a value; null when it passes. */
export function fault(schema: z.ZodType, value: unknown): string | null {
  const result = schema.safeParse(value)
  if (result.success) return null
  const message = result.error.issues[0]?.message ?? ''
  const isKey = message.startsWith('validation.')
  return i18next.t(isKey ? (message as TranslationKey) : 'validation.invalid')
}

/** HTTP-9: the messages of each invalid field, from `errors` of a 422. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const faults = error instanceof ApiError ? error.problem?.errors : undefined
  return Object.fromEntries(
    Object.entries(faults ?? {}).map(([field, messages]) => [field, messages[0] ?? '']),
  )
}
