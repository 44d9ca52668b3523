import type { DocumentField } from '@coffer/contract/document-types'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import * as types from './document-types.repository.ts'
import { readFields, requiredIds } from './document-types.rules.ts'

/** What an item is as a document, with the names that are shown. */
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

/** The part of it that a row keeps. */
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
 * What a choice stands for; a subcategory alone stands for its type as well. `document_entered` is
 * that of an item without values.
 * @throws AppError `document_type.not_found` when there is no such type, or no such subcategory of it
 */
export const classify = (db: Db, choice: Choice): Promise<Classified> =>
  classifyBy(db, choice, types.findType)

/** For what is written by it: nobody asks for other fields, or deletes the type, before the commit. */
export const classifyForUpdate = (tx: Db, choice: Choice): Promise<Classified> =>
  classifyBy(tx, choice, (db, id) => types.lockDocumentType(db, id, 'shared'))

async function classifyBy(
  db: Db,
  { tipo_id, subcategory_id }: Choice,
  typeOf: typeof types.findType,
): Promise<Classified> {
  if (!tipo_id && !subcategory_id) return { classification: NO_DOCUMENT, fields: [] }
  const type = await typeOf(db, tipo_id ?? (await typeIdOf(db, subcategory_id)))
  // Read after its type is held, as it is from then on.
  const subcategory = subcategory_id ? await types.findSubcategory(db, subcategory_id) : undefined
  const isOdd = subcategory_id && subcategory?.document_type_id !== type?.id
  if (!type || isOdd) throw new AppError('document_type.not_found')
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

/** A field, and which subcategory asks for it where that is not known by what was asked. */
export type OfferedField = DocumentField & { subcategory: string | null }

/** What items of a type are asked for, or those of one subcategory; nothing where there is none such. */
export async function fieldsWithin(
  db: Db,
  typeId: string,
  subcategoryId: string | undefined,
): Promise<OfferedField[]> {
  const type = await types.findType(db, typeId)
  const all = type ? await types.listSubcategories(db, { typeIds: [typeId] }) : []
  const chosen = all.filter(({ id }) => subcategoryId === undefined || id === subcategoryId)
  return [
    ...readFields(type?.fields ?? '[]').map(field => ({ ...field, subcategory: null })),
    ...chosen.flatMap(({ name, fields }) => {
      const subcategory = subcategoryId === undefined ? name : null
      return readFields(fields).map(field => ({ ...field, subcategory }))
    }),
  ]
}

const typeIdOf = async (db: Db, subcategoryId: string | null): Promise<string> =>
  (await types.findSubcategory(db, subcategoryId ?? ''))?.document_type_id ?? ''

/** What was chosen a while ago is written: a type that was deleted meanwhile is no reason to fail. */
export async function classifyIfThere(tx: Db, choice: Choice): Promise<Classification> {
  try {
    return (await classifyForUpdate(tx, choice)).classification
  } catch (error) {
    if (error instanceof AppError && error.code === 'document_type.not_found') return NO_DOCUMENT
    throw error
  }
}
