import type { UploadRequest } from '@coffer/contract/upload-requests'
import i18next from 'i18next'
import type { RequestedDocument } from './wanted-documents.tsx'

export const HOURS = ['24', '72', '168', '720', 'never'] as const
/** `kept`: as it is. */
export type Hours = (typeof HOURS)[number] | 'kept'
export const UNITS = { MB: 1e6, GB: 1e9 } as const
export type Unit = keyof typeof UNITS

export interface Values {
  name: string
  note: string
  email: string
  hours: Hours
  maxFiles: string
  maxSize: string
  unit: Unit
  types: string
  wanted: readonly RequestedDocument[]
}

const START: Values = {
  ...{ name: '', note: '', email: '', hours: '72' },
  ...{ maxFiles: '', maxSize: '', unit: 'MB', types: '', wanted: [] },
}

/** What the fields show of a request; of none what is proposed. */
export function valuesOf(request: UploadRequest | null): Values {
  if (!request) return START
  const { name, note, max_files, max_bytes, allowed_types, documents } = request.attributes
  const unit = max_bytes !== null && max_bytes % UNITS.GB === 0 ? 'GB' : 'MB'
  return {
    ...{ name, note: note ?? '', email: '', hours: 'kept', unit },
    maxFiles: max_files === null ? '' : String(max_files),
    maxSize: max_bytes === null ? '' : String(max_bytes / UNITS[unit]),
    types: allowed_types?.join(', ') ?? '',
    wanted: documents.map(one => ({
      ...{ tipo_id: one.tipo_id, subcategory_id: one.subcategory_id },
      name: [one.tipo_nombre, one.subcategory_nombre].filter(Boolean).join(' · '),
    })),
  }
}

export const hasLimits = ({ maxFiles, maxSize, types }: Values): boolean =>
  [maxFiles, maxSize, types].some(text => text.trim() !== '')

/** @returns null for no limit, NaN for what is none */
function numberIn(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN
}

const bytesIn = ({ maxSize, unit }: Values): number | null => {
  const size = numberIn(maxSize)
  return size === null ? null : Math.round(size * UNITS[unit])
}

/** What can't be sent at all; the rest is judged by the server. */
export function validateForm(values: Values): Record<string, string> {
  const files = numberIn(values.maxFiles)
  const bytes = bytesIn(values)
  const isCount = files === null || (Number.isInteger(files) && files > 0)
  return {
    ...(!isCount && { maxFiles: i18next.t('upload_requests.count_fault') }),
    ...(bytes !== null && !(bytes >= 1) && { maxSize: i18next.t('upload_requests.size_fault') }),
  }
}

/** What holds for a request, new or open. */
export const termsOf = (values: Values) => ({
  ...(values.name.trim() && { name: values.name.trim() }),
  note: values.note.trim() || null,
  ...(values.hours !== 'kept' && {
    expiration: values.hours === 'never' ? null : Number(values.hours),
  }),
  max_files: numberIn(values.maxFiles),
  max_bytes: bytesIn(values),
  allowed_types: values.types.split(/[\s,;]+/).filter(Boolean),
})

export const wantedOf = ({ wanted }: Values) =>
  wanted.map(({ tipo_id, subcategory_id }) => ({ tipo_id, subcategory_id }))

/** What the server names, by the fields that are shown. */
export function serverFieldErrors(refused: Record<string, string>): Record<string, string> {
  const { name, note, email, max_files, max_bytes, ...others } = refused
  const types = Object.entries(others).find(([field]) => field.startsWith('allowed_types'))?.[1]
  const named = { name, note, email, maxFiles: max_files, maxSize: max_bytes, types }
  return Object.fromEntries(
    Object.entries(named).flatMap(([field, words]) => (words ? [[field, words]] : [])),
  )
}
