import { sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { DocumentTypeRow, SubcategoryRow } from '../../db/schema-documents.ts'

interface Page {
  offset: number
  limit: number
}

export const listTypes = (db: Db, page?: Page): Promise<DocumentTypeRow[]> =>
  db
    .selectFrom('document_types')
    .selectAll()
    .orderBy('name_key')
    .orderBy('id')
    .$if(page !== undefined, q => q.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()

/** Returns the subcategories of the given types, or of all types. */
export const listSubcategories = (
  db: Db,
  { typeIds, page }: { typeIds?: readonly string[]; page?: Page } = {},
): Promise<SubcategoryRow[]> =>
  db
    .selectFrom('subcategories')
    .selectAll()
    .$if(typeIds !== undefined, q => q.where('document_type_id', 'in', typeIds ?? []))
    .orderBy('name_key')
    .orderBy('id')
    .$if(page !== undefined, q => q.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()

export async function countTypes(db: Db): Promise<number> {
  const row = await db
    .selectFrom('document_types')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export async function countSubcategories(db: Db, typeId?: string): Promise<number> {
  const row = await db
    .selectFrom('subcategories')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .$if(typeId !== undefined, q => q.where('document_type_id', '=', typeId ?? ''))
    .executeTakeFirstOrThrow()
  return row.total
}

export const findType = (db: Db, id: string): Promise<DocumentTypeRow | undefined> =>
  db.selectFrom('document_types').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Locks a type and its subcategories until the transaction ends: `shared` to assign it to items,
 * `exclusive` to change it.
 */
export const lockDocumentType = (
  tx: Db,
  id: string,
  how: 'shared' | 'exclusive',
): Promise<DocumentTypeRow | undefined> =>
  tx
    .selectFrom('document_types')
    .selectAll()
    .where('id', '=', id)
    .$if(hasRowLocks(tx), q => (how === 'shared' ? q.forShare() : q.forUpdate()))
    .executeTakeFirst()

/** @param key the folded name, see `nameKey` */
export const findTypeByKey = (db: Db, key: string): Promise<DocumentTypeRow | undefined> =>
  db.selectFrom('document_types').selectAll().where('name_key', '=', key).executeTakeFirst()

export const findSubcategory = (db: Db, id: string): Promise<SubcategoryRow | undefined> =>
  db.selectFrom('subcategories').selectAll().where('id', '=', id).executeTakeFirst()

export const findSubcategoryByKey = (
  db: Db,
  typeId: string,
  key: string,
): Promise<SubcategoryRow | undefined> =>
  db
    .selectFrom('subcategories')
    .selectAll()
    .where('document_type_id', '=', typeId)
    .where('name_key', '=', key)
    .executeTakeFirst()

export const insertType = async (db: Db, row: DocumentTypeRow): Promise<void> => {
  await db.insertInto('document_types').values(row).execute()
}

export const insertSubcategory = async (db: Db, row: SubcategoryRow): Promise<void> => {
  await db.insertInto('subcategories').values(row).execute()
}

type Change = Pick<DocumentTypeRow, 'name' | 'name_key' | 'fields' | 'updated_at'>

export const updateType = async (db: Db, id: string, change: Change): Promise<void> => {
  await db.updateTable('document_types').set(change).where('id', '=', id).execute()
}

export const updateSubcategory = async (db: Db, id: string, change: Change): Promise<void> => {
  await db.updateTable('subcategories').set(change).where('id', '=', id).execute()
}

export const deleteType = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('document_types').where('id', '=', id).execute()
}

export const deleteSubcategory = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('subcategories').where('id', '=', id).execute()
}

type Column = 'document_type_id' | 'subcategory_id'

/** Includes items in the trash, because they can be restored. */
export const isUsed = async (db: Db, column: Column, id: string): Promise<boolean> =>
  (await db.selectFrom('items').select('id').where(column, '=', id).limit(1).executeTakeFirst()) !==
  undefined

/** Returns the owners of items of a type, including items in the trash. */
export async function ownersOfType(db: Db, typeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('items')
    .select('owner_id')
    .distinct()
    .where('document_type_id', '=', typeId)
    .execute()
  return rows.map(row => row.owner_id)
}

/** Returns one of the fields for which an item has a value, or null. */
export async function findFilled(db: Db, fieldIds: readonly string[]): Promise<string | null> {
  if (fieldIds.length === 0) return null
  const row = await db
    .selectFrom('document_values')
    .select('field_id')
    .where('field_id', 'in', fieldIds)
    .limit(1)
    .executeTakeFirst()
  return row?.field_id ?? null
}

/** The items whose required fields changed. */
export type Affected =
  | { itemIds: readonly string[] }
  | { document_type_id: string; subcategory_id: string | null }

/** Recomputes `document_entered`: whether the items have values for all required fields. */
export async function updateEnteredFlags(
  db: Db,
  affected: Affected,
  required: readonly string[],
): Promise<void> {
  const filled =
    required.length === 0
      ? sql`0`
      : sql`(select count(*) from document_values
          where document_values.item_id = items.id and field_id in (${sql.join(required)}))`
  await db
    .updateTable('items')
    .set({
      document_entered: sql<0 | 1>`case when ${filled} = ${required.length} then 1 else 0 end`,
    })
    .$call(q => {
      if ('itemIds' in affected) return q.where('id', 'in', affected.itemIds)
      const ofType = q.where('document_type_id', '=', affected.document_type_id)
      return affected.subcategory_id === null
        ? ofType.where('subcategory_id', 'is', null)
        : ofType.where('subcategory_id', '=', affected.subcategory_id)
    })
    .execute()
}
