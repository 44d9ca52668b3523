import type { FieldType } from '@coffer/contract/document-types'
import type { DocumentValue } from '@coffer/contract/documents'

/**
 * Returns the text of a value in its field; numbers in the format of the locale, without grouping.
 */
export function toText(type: FieldType, value: DocumentValue, locale: string): string {
  if (value === null) return ''
  return type === 'number' ? localNumber(Number(value), locale) : String(value)
}

function localNumber(value: number, locale: string): string {
  const text = String(value)
  const separator = new Intl.NumberFormat(locale)
    .formatToParts(1.5)
    .find(part => part.type === 'decimal')
  return text.replace('.', separator?.value ?? '.')
}

/** Returns the value that is sent for a text. A single comma is a decimal separator. */
export function toValue(type: FieldType, text: string): DocumentValue {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'boolean') return trimmed === 'true'
  return type === 'number' && /^[^.,]*,[^.,]*$/.test(trimmed) ? trimmed.replace(',', '.') : trimmed
}
