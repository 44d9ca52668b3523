import { type FieldInput, MAX_FIELDS, MAX_OPTIONS } from '@coffer/contract/document-type-editing'
import type { DocumentField } from '@coffer/contract/document-types'
import { nameKey } from '../../lib/item-names.ts'

/** Parses the stored fields. */
export const readFields = (json: string): DocumentField[] => JSON.parse(json) as DocumentField[]

/** Whether a form has more fields or options than one that is sent may have. */
export const isTooLarge = (fields: readonly DocumentField[]): boolean =>
  fields.length > MAX_FIELDS ||
  fields.some(({ options }) => options && options.length > MAX_OPTIONS)

/** Returns the index of the first field with the name of an earlier one, or -1. */
export function duplicateIndex(fields: readonly Pick<FieldInput, 'name'>[]): number {
  const keys = fields.map(field => nameKey(field.name))
  return keys.findIndex((key, index) => keys.indexOf(key) !== index)
}

/**
 * Returns the new fields. An input with the id of a current field keeps the id and so its values;
 * other ids are replaced by new ones.
 */
export function mergeFields(
  current: readonly DocumentField[],
  inputs: readonly FieldInput[],
  newId: () => string,
): DocumentField[] {
  const unusedIds = new Set(current.map(field => field.id))
  return inputs.map(({ id, name, type, required, options }) => {
    const isKept = id !== undefined && unusedIds.delete(id)
    const field = { id: isKept ? id : newId(), name, type, required }
    return options ? { ...field, options: options.map(option => option.normalize('NFC')) } : field
  })
}

/** Returns the current fields whose values would be lost, because they are removed or change type. */
export const fieldsLosingValues = (
  current: readonly DocumentField[],
  after: readonly DocumentField[],
): DocumentField[] =>
  current.filter(field => after.find(({ id }) => id === field.id)?.type !== field.type)

/** Returns the options that fields lose, with the field; items may have them as values. */
export const lostOptions = (
  current: readonly DocumentField[],
  after: readonly DocumentField[],
): { field: DocumentField; options: string[] }[] =>
  current.flatMap(field => {
    const remaining = after.find(({ id }) => id === field.id)?.options
    const options = (field.options ?? []).filter(option => remaining?.includes(option) === false)
    return options.length > 0 ? [{ field, options }] : []
  })

export const requiredIds = (fields: readonly DocumentField[]): string[] =>
  fields.filter(field => field.required).map(field => field.id)

/** Reports whether the required fields differ, so that items need a new status. */
export const hasOtherRequiredFields = (
  current: readonly DocumentField[],
  after: readonly DocumentField[],
): boolean => requiredIds(current).sort().join() !== requiredIds(after).sort().join()
