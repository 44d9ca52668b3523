import type { TranslationKey } from '@coffer/contract'
import type { z } from 'zod'
import { ApiError } from './api.ts'

/** The contract's own rule for a field, as the key of its message; null when the value passes. */
export function fault(schema: z.ZodType, value: unknown): TranslationKey | null {
  const result = schema.safeParse(value)
  if (result.success) return null
  const message = result.error.issues[0]?.message ?? ''
  return message.startsWith('validation.') ? (message as TranslationKey) : 'validation.invalid'
}

/** What the server found in each field (decisions §1: `errors` on 422). */
export function fieldFaults(error: unknown): Record<string, string> {
  const faults = error instanceof ApiError ? error.problem?.errors : undefined
  return Object.fromEntries(
    Object.entries(faults ?? {}).map(([field, messages]) => [field, messages[0] ?? '']),
  )
}
