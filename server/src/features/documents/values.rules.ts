import type { DocumentField, FieldType } from '@coffer/contract/document-types'
import { type DocumentValue, MAX_VALUE_LENGTH } from '@coffer/contract/documents'
import { PLAIN_TEXT } from '@coffer/contract/names'

/** A normalised value, null when the field is empty, or the text key of the error. */
export type ValidatedValue = { stored: string | null } | { error: string }

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (!year) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // `Date.UTC` turns an invalid day such as June 31 into another date.
  return date.toISOString().startsWith(text)
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

/** The significant digits of a number, of which a stored one has about 15. */
const digitsOf = (number: string): string =>
  number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')

const VALIDATORS: Record<FieldType, (text: string) => ValidatedValue> = {
  text: text => {
    if (text.length > MAX_VALUE_LENGTH) return { error: 'validation.long' }
    return PLAIN_TEXT.test(text)
      ? { stored: text.normalize('NFC') }
      : { error: 'validation.invalid' }
  },
  number: text => {
    const number = NUMBER.test(text) ? Number(text) : Number.NaN
    if (!Number.isFinite(number)) return { error: 'validation.number' }
    // Adding zero turns -0 into 0.
    const stored = String(number + 0)
    return digitsOf(stored) === digitsOf(text) ? { stored } : { error: 'validation.long' }
  },
  date: text => (isDay(text) ? { stored: text } : { error: 'validation.date' }),
  // The options of the field are checked by `validateValue`.
  choice: text => ({ stored: text.normalize('NFC') }),
  boolean: text => {
    if (['true', '1'].includes(text)) return { stored: 'true' }
    return ['false', '0'].includes(text) ? { stored: 'false' } : { error: 'validation.boolean' }
  },
}

/** Validates and normalises a value; only spaces count as empty. */
export function validateValue(
  type: FieldType,
  value: DocumentValue,
  options: readonly string[] = [],
): ValidatedValue {
  const text = value === null ? '' : String(value).trim()
  if (text === '') return { stored: null }
  const validated = VALIDATORS[type](text)
  const isUnknown =
    type === 'choice' && 'stored' in validated && !options.includes(validated.stored ?? '')
  return isUnknown ? { error: 'validation.option' } : validated
}

export interface ValidatedValues {
  /** Normalised values by field id. */
  stored: Map<string, string | null>
  /** Field errors by input name. */
  errors: Record<string, string[]>
}

/** Validates values by field id; unknown fields are errors. */
export function validateValues(
  fields: readonly DocumentField[],
  values: Readonly<Record<string, DocumentValue>>,
  inputNameOf: (fieldId: string) => string,
): ValidatedValues {
  const byId = new Map(fields.map(field => [field.id, field]))
  const result: ValidatedValues = { stored: new Map(), errors: {} }
  for (const [id, value] of Object.entries(values)) {
    const field = byId.get(id)
    const validated: ValidatedValue = field
      ? validateValue(field.type, value, field.options)
      : { error: 'validation.invalid' }
    if ('error' in validated) result.errors[inputNameOf(id)] = [validated.error]
    else result.stored.set(id, validated.stored)
  }
  return result
}

/** Converts a stored value to its API type. */
export function wireValue(type: FieldType, stored: string | undefined): DocumentValue {
  if (stored === undefined) return null
  if (type === 'number') return Number(stored)
  return type === 'boolean' ? stored === 'true' : stored
}
