import type { FieldType } from '@coffer/contract/document-types'
import type { DocumentValue } from '@coffer/contract/documents'
import { readTyped, toTyped } from '@coffer/contract/typed-numbers'

/**
 * Returns the text of a value in its field; numbers in the format of the locale, without grouping.
 */
export function toText(type: FieldType, value: DocumentValue, locale: string): string {
  if (value === null) return ''
  return type === 'number' ? toTyped(String(value), locale) : String(value)
}

/** Returns the value that is sent for a text that was typed in the format of the locale. */
export function toValue(type: FieldType, text: string, locale: string): DocumentValue {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'boolean') return trimmed === 'true'
  return type === 'number' ? (readNumber(trimmed, locale) ?? trimmed) : trimmed
}

/** A plus sign or an exponent, which `toText` writes for very small numbers, is kept. */
function readNumber(text: string, locale: string): string | undefined {
  const [, plus = '', mantissa = '', exponent = ''] = /^(\+?)(.*?)(e[+-]?\d+)?$/i.exec(text) ?? []
  const decimal = readTyped(mantissa, locale)
  return decimal === undefined ? undefined : plus + decimal + exponent
}
