import type { DocumentField } from '@coffer/contract/document-types'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import * as types from './document-types.repository.ts'
import { readFields, requiredIds } from './document-types.rules.ts'

/** Type and subcategory of an item, with their names. */
export interface Classification
  extends Pick<ItemRow, 'document_type_id' | 'subcategory_id' | 'document_entered'> {
  document_type_name: string | null
  subcategory_name: string | null
}

export const NO_DOCUMENT: Classification = {
  document_type_id: null,
  document_type_name: null,
  subcategory_id: null,
  subcategory_name: null,
  document_entered: 0,
}

/** Returns the columns of the items table. */
export const columnsOf = ({
  document_type_id,
  subcategory_id,
  document_entered,
}: Classification) => ({ document_type_id, subcategory_id, document_entered })

export interface Choice {
  tipo_id: string | null
  subcategory_id: string | null
}

export interface Classified {
  classification: Classification
  /** The type's fields, then the subcategory's. */
  fields: DocumentField[]
}

/**
 * Resolves a choice to type, subcategory and fields; a subcategory alone implies its type.
 * `document_entered` is that of an item without values.
 * @throws AppError `document_type.not_found` when the type or its subcategory does not exist
 */
export const classify = (db: Db, choice: Choice): Promise<Classified> =>
  classifyWith(db, choice, types.findType)

/** Like `classify`, and locks the type against changes until the transaction ends. */
export const classifyForUpdate = (tx: Db, choice: Choice): Promise<Classified> =>
  classifyWith(tx, choice, (db, id) => types.lockDocumentType(db, id, 'shared'))

async function classifyWith(
  db: Db,
  { tipo_id, subcategory_id }: Choice,
  findType: typeof types.findType,
): Promise<Classified> {
  if (!tipo_id && !subcategory_id) return { classification: NO_DOCUMENT, fields: [] }
  const type = await findType(db, tipo_id ?? (await typeIdOf(db, subcategory_id)))
  // Read after the type is locked, so that it can't change any more.
  const subcategory = subcategory_id ? await types.findSubcategory(db, subcategory_id) : undefined
  const isForeign = subcategory_id && subcategory?.document_type_id !== type?.id
  if (!type || isForeign) throw new AppError('document_type.not_found')
  const fields = [
    ...readFields(type.fields),
    ...(subcategory ? readFields(subcategory.fields) : []),
  ]
  return {
    classification: {
      document_type_id: type.id,
      document_type_name: type.name,
      subcategory_id: subcategory?.id ?? null,
      subcategory_name: subcategory?.name ?? null,
      document_entered: requiredIds(fields).length === 0 ? 1 : 0,
    },
    fields,
  }
}

/** A field with the name of its subcategory when several subcategories are listed. */
export type FieldWithSubcategory = DocumentField & { subcategory: string | null }

/** Returns the fields of a type with all its subcategories or one; empty if the type does not exist. */
export async function findFields(
  db: Db,
  typeId: string,
  subcategoryId: string | undefined,
): Promise<FieldWithSubcategory[]> {
  const type = await types.findType(db, typeId)
  const all = type ? await types.listSubcategories(db, { typeIds: [typeId] }) : []
  const selected = all.filter(({ id }) => subcategoryId === undefined || id === subcategoryId)
  return [
    ...readFields(type?.fields ?? '[]').map(field => ({ ...field, subcategory: null })),
    ...selected.flatMap(({ name, fields }) => {
      const subcategory = subcategoryId === undefined ? name : null
      return readFields(fields).map(field => ({ ...field, subcategory }))
    }),
  ]
}

const typeIdOf = async (db: Db, subcategoryId: string | null): Promise<string> =>
  (await types.findSubcategory(db, subcategoryId ?? ''))?.document_type_id ?? ''

/** Like `classifyForUpdate`, but returns no type when it was deleted since the upload began. */
export async function classifyIfThere(tx: Db, choice: Choice): Promise<Classification> {
  try {
    return (await classifyForUpdate(tx, choice)).classification
  } catch (error) {
    if (error instanceof AppError && error.code === 'document_type.not_found') return NO_DOCUMENT
    throw error
  }
}
