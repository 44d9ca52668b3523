import type { FieldType } from '@coffer/contract/document-types'
import type { DocumentValue } from '@coffer/contract/documents'
import { toTyped } from '@coffer/contract/typed-numbers'

/**
 * Returns the text of a value in its field; numbers in the format of the locale, without grouping.
 */
export function toText(type: FieldType, value: DocumentValue, locale: string): string {
  if (value === null) return ''
  return type === 'number' ? toTyped(String(value), locale) : String(value)
}

/** Returns the value that is sent for a text. A single comma is a decimal separator. */
export function toValue(type: FieldType, text: string): DocumentValue {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'boolean') return trimmed === 'true'
  return type === 'number' && /^[^.,]*,[^.,]*$/.test(trimmed) ? trimmed.replace(',', '.') : trimmed
}
