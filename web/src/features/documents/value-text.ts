import type { FieldType } from '@coffer/contract/document-types'
import type { DocumentValue } from '@coffer/contract/documents'

/** A value as it stands in its field: numbers as the reader writes them, without groups. */
export function toText(type: FieldType, value: DocumentValue, locale: string): string {
  if (value === null) return ''
  return type === 'number' ? localNumber(Number(value), locale) : String(value)
}

function localNumber(value: number, locale: string): string {
  const text = String(value)
  const mark = new Intl.NumberFormat(locale)
    .formatToParts(1.5)
    .find(part => part.type === 'decimal')
  return text.replace('.', mark?.value ?? '.')
}

/** What is sent for a text. A comma by itself is the decimal mark of half the world. */
export function toValue(type: FieldType, text: string): DocumentValue {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'boolean') return trimmed === 'true'
  return type === 'number' && /^[^.,]*,[^.,]*$/.test(trimmed) ? trimmed.replace(',', '.') : trimmed
}
