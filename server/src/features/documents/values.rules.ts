import type { DocumentField, FieldType } from '@coffer/contract/document-types'
import { type DocumentValue, VALUE_MAX } from '@coffer/contract/documents'
import { PLAIN_TEXT } from '@coffer/contract/names'

/** A value as it is kept, null when the field is empty, or what speaks against it. */
export type ValidatedValue = { kept: string | null } | { fault: string }

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (!year) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // The thirty-first of June would become the first of July.
  return date.toISOString().startsWith(text)
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

const KINDS: Record<FieldType, (text: string) => ValidatedValue> = {
  text: text => {
    if (text.length > VALUE_MAX) return { fault: 'validation.long' }
    return PLAIN_TEXT.test(text) ? { kept: text.normalize('NFC') } : { fault: 'validation.invalid' }
  },
  number: text => {
    const number = NUMBER.test(text) ? Number(text) : Number.NaN
    // Without the sign of a zero, which nobody means.
    return Number.isFinite(number) ? { kept: String(number + 0) } : { fault: 'validation.number' }
  },
  date: text => (isDay(text) ? { kept: text } : { fault: 'validation.date' }),
  boolean: text => {
    if (['true', '1'].includes(text)) return { kept: 'true' }
    return ['false', '0'].includes(text) ? { kept: 'false' } : { fault: 'validation.boolean' }
  },
}

/** Whether a field takes a value. What is only spaces is as good as nothing. */
export function validateValue(type: FieldType, value: DocumentValue): ValidatedValue {
  const text = value === null ? '' : String(value).trim()
  return text === '' ? { kept: null } : KINDS[type](text)
}

export interface ValidatedValues {
  /** By the fields' ids. */
  kept: Map<string, string | null>
  /** By the name under which each value was sent. */
  errors: Record<string, string[]>
}

export function validateValues(
  fields: readonly DocumentField[],
  values: Readonly<Record<string, DocumentValue>>,
  inputOf: (fieldId: string) => string,
): ValidatedValues {
  const byId = new Map(fields.map(field => [field.id, field]))
  const judged: ValidatedValues = { kept: new Map(), errors: {} }
  for (const [id, value] of Object.entries(values)) {
    const field = byId.get(id)
    const one: ValidatedValue = field
      ? validateValue(field.type, value)
      : { fault: 'validation.invalid' }
    if ('fault' in one) judged.errors[inputOf(id)] = [one.fault]
    else judged.kept.set(id, one.kept)
  }
  return judged
}

/** A kept value as it travels. */
export function wireValue(type: FieldType, kept: string | undefined): DocumentValue {
  if (kept === undefined) return null
  if (type === 'number') return Number(kept)
  return type === 'boolean' ? kept === 'true' : kept
}
