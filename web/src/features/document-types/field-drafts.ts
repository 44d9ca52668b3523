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

/** @param sent the drafts that were saved as these fields, whose rows they keep */
export const draftsOf = (
  fields: readonly DocumentField[],
  sent: readonly FieldDraft[] = [],
): FieldDraft[] =>
  fields.map(({ id, name, type, required, options = [] }, index) => ({
    key: sent[index]?.key ?? id,
    id,
    name,
    type,
    required,
    options: options.join('\n'),
  }))

/** Adds the ids that new fields got when they were saved. */
export const withIds = (
  drafts: readonly FieldDraft[],
  saved: readonly FieldDraft[],
): FieldDraft[] =>
  drafts.map(draft => ({ ...saved.find(({ key }) => key === draft.key), ...draft }))

/**
 * Names errors by the key of their field instead of its position, which can change. All options of a
 * field have one input, so the error of one of them is that of `options`.
 */
export const errorsByKey = (
  errors: Readonly<Record<string, string>>,
  sent: readonly FieldDraft[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [
      path
        .replace(/^fields\.(\d+)/, (field, index) => sent[index]?.key ?? field)
        .replace(/\.options\.\d+$/, '.options'),
      message,
    ]),
  )

/** Returns the names of the errors that the form shows at an input. */
export const inputNames = (drafts: readonly FieldDraft[]): string[] => [
  'name',
  ...drafts.flatMap(({ key, type }) => [
    `${key}.name`,
    ...(type === 'choice' ? [`${key}.options`] : []),
  ]),
]

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
