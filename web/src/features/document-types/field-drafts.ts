import type { DocumentField, FieldType } from '@coffer/contract/document-types'
import { newId } from '../../lib/new-id.ts'
import type { Draft } from './document-types.api.ts'

/** A field while it is edited. */
export interface FieldDraft {
  /** Identifies the row, also of a field that is not stored yet. */
  key: string
  id?: string
  name: string
  type: FieldType
  required: boolean
  /** One option per line. */
  options: string
}

export const emptyField = (): FieldDraft => ({
  key: newId(),
  name: '',
  type: 'text',
  required: false,
  options: '',
})

export const draftsOf = (fields: readonly DocumentField[]): FieldDraft[] =>
  fields.map(({ id, name, type, required, options = [] }) => ({
    key: id,
    id,
    name,
    type,
    required,
    options: options.join('\n'),
  }))

const optionsOf = (text: string): string[] =>
  text
    .split('\n')
    .map(option => option.trim())
    .filter(option => option !== '')

/** Returns the fields as they are sent. */
export const fieldsOf = (drafts: readonly FieldDraft[]): Draft['fields'] =>
  drafts.map(({ id, name, type, required, options }) => ({
    ...(id !== undefined && { id }),
    name,
    type,
    required,
    ...(type === 'choice' && { options: optionsOf(options) }),
  }))

/** Moves an element of a list. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const rest = all.toSpliced(from, 1)
  const element = all[from]
  return element === undefined ? [...all] : rest.toSpliced(to, 0, element)
}
