import type { FieldInput } from '@coffer/contract/document-type-editing'
import type { DocumentField } from '@coffer/contract/document-types'
import { nameKey } from '../../lib/item-names.ts'

/** Fields as they are kept, from what the table says. */
export const readFields = (json: string): DocumentField[] => JSON.parse(json) as DocumentField[]

/** The place of the first field whose name an earlier one has; -1 when all differ. */
export function placeOfTwin(fields: readonly Pick<FieldInput, 'name'>[]): number {
  const keys = fields.map(field => nameKey(field.name))
  return keys.findIndex((key, place) => keys.indexOf(key) !== place)
}

/**
 * The fields as they will be. One that names an id keeps it, and with it the values; an id that is
 * not one of the present fields' is not taken over.
 */
export function fieldsAfter(
  present: readonly DocumentField[],
  wanted: readonly FieldInput[],
  newId: () => string,
): DocumentField[] {
  const free = new Set(present.map(field => field.id))
  return wanted.map(({ id, name, type, required }) => {
    const kept = id !== undefined && free.delete(id)
    return { id: kept ? id : newId(), name, type, required }
  })
}

/** Fields whose values would be lost: those that go, and those that become another kind. */
export const endangered = (
  present: readonly DocumentField[],
  after: readonly DocumentField[],
): DocumentField[] =>
  present.filter(field => after.find(({ id }) => id === field.id)?.type !== field.type)

export const requiredIds = (fields: readonly DocumentField[]): string[] =>
  fields.filter(field => field.required).map(field => field.id)

/** Whether an item can be whole with the one and lack something with the other. */
export const asksOtherwise = (
  present: readonly DocumentField[],
  after: readonly DocumentField[],
): boolean => requiredIds(present).sort().join() !== requiredIds(after).sort().join()
