import type { UploadRequest } from '@coffer/contract/upload-requests'
import i18next from 'i18next'
import { bytesOf, numberOf, sizeIn, toTypedNumber } from '../../lib/sizes.ts'
import type { RequestedDocument } from './requested-documents.tsx'

export const HOURS = ['24', '72', '168', '720', 'never'] as const
/** `kept` leaves the expiry unchanged. */
export type Hours = (typeof HOURS)[number] | 'kept'
export const UNITS = ['MB', 'GB'] as const
export type Unit = (typeof UNITS)[number]

export interface Values {
  name: string
  note: string
  email: string
  hours: Hours
  maxFiles: string
  maxSize: string
  unit: Unit
  types: string
  documents: readonly RequestedDocument[]
}

const INITIAL_VALUES: Values = {
  name: '',
  note: '',
  email: '',
  hours: '72',
  maxFiles: '',
  maxSize: '',
  unit: 'MB',
  types: '',
  documents: [],
}

/** Returns the form values of a request, or the defaults of a new one. */
export function valuesOf(request: UploadRequest | null, locale: string): Values {
  if (!request) return INITIAL_VALUES
  const { name, note, max_files, max_bytes, allowed_types, documents } = request.attributes
  const unit = max_bytes !== null && Number.isInteger(sizeIn(max_bytes, 'GB')) ? 'GB' : 'MB'
  return {
    name,
    note: note ?? '',
    email: '',
    hours: 'kept',
    unit,
    maxFiles: max_files === null ? '' : toTypedNumber(max_files, locale),
    maxSize: max_bytes === null ? '' : toTypedNumber(sizeIn(max_bytes, unit), locale),
    types: allowed_types?.join(', ') ?? '',
    documents: documents.map(document => ({
      tipo_id: document.tipo_id,
      subcategory_id: document.subcategory_id,
      name: [document.tipo_nombre, document.subcategory_nombre].filter(Boolean).join(' · '),
    })),
  }
}

export const hasLimits = ({ maxFiles, maxSize, types }: Values): boolean =>
  [maxFiles, maxSize, types].some(text => text.trim() !== '')

/** Returns the limits; null when empty, NaN for invalid text. */
const limitsOf = ({ maxFiles, maxSize, unit }: Values, locale: string) => ({
  max_files: maxFiles.trim() === '' ? null : numberOf(maxFiles, locale),
  max_bytes: maxSize.trim() === '' ? null : bytesOf(maxSize, unit, locale),
})

/** Returns the errors that the form can detect itself; the server validates the rest. */
export function validateForm(values: Values, locale: string): Record<string, string> {
  const { max_files: files, max_bytes: bytes } = limitsOf(values, locale)
  const isCount = files === null || (Number.isInteger(files) && files > 0)
  return {
    ...(!isCount && { maxFiles: i18next.t('upload_requests.count_error') }),
    ...(bytes !== null && !(bytes >= 1) && { maxSize: i18next.t('upload_requests.size_error') }),
  }
}

/** Returns the terms to send for a new or existing request. */
export const termsOf = (values: Values, locale: string) => ({
  ...(values.name.trim() && { name: values.name.trim() }),
  note: values.note.trim() || null,
  ...(values.hours !== 'kept' && {
    expiration: values.hours === 'never' ? null : Number(values.hours),
  }),
  ...limitsOf(values, locale),
  allowed_types: values.types.split(/[\s,;]+/).filter(Boolean),
})

/** Returns the terms that were edited, so that others keep the values that were changed on another device meanwhile. */
export function changedTerms(
  start: Values,
  values: Values,
  locale: string,
): Partial<ReturnType<typeof termsOf>> {
  const before: Record<string, unknown> = termsOf(start, locale)
  const isEdited = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name])
  return Object.fromEntries(Object.entries(termsOf(values, locale)).filter(isEdited))
}

export const documentsOf = ({ documents }: Values) =>
  documents.map(({ tipo_id, subcategory_id }) => ({ tipo_id, subcategory_id }))

/** Maps the server's errors to the fields of the form. */
export function serverFieldErrors(errors: Record<string, string>): Record<string, string> {
  const { name, note, email, max_files, max_bytes, ...others } = errors
  const types = Object.entries(others).find(([field]) => field.startsWith('allowed_types'))?.[1]
  const named = { name, note, email, maxFiles: max_files, maxSize: max_bytes, types }
  return Object.fromEntries(
    Object.entries(named).flatMap(([field, message]) => (message ? [[field, message]] : [])),
  )
}
