import { MAX_ITEMS_COUNTED } from '@coffer/contract/document-type-editing'
import { sql } from 'kysely'
import type { Rows } from '../../db/deep-page.ts'
import { likePattern } from '../../db/like-pattern.ts'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { DocumentTypeRow, SubcategoryRow } from '../../db/schema-documents.ts'

interface Page {
  offset: number
  limit: number
}

export const listTypes = (db: Db): Promise<DocumentTypeRow[]> =>
  db.selectFrom('document_types').selectAll().orderBy('name_key').orderBy('id').execute()

/** A page of types or subcategories, with how many match. */
export interface TypePage extends Page {
  /** Folded; part of the name. */
  nameKey: string
  sort: 'name' | 'created_at'
  direction: 'asc' | 'desc'
}

const nameContains = (nameKey: string) =>
  sql<boolean>`name_key like ${likePattern(nameKey)} escape '\\'`

const ORDER_COLUMNS = { name: 'name_key', created_at: 'created_at' } as const

async function readPage<Row>(
  all: Rows,
  { nameKey, sort, direction, limit, offset }: TypePage,
): Promise<{ rows: Row[]; total: number }> {
  const matching = nameKey === '' ? all : all.where(nameContains(nameKey))
  const rows = await matching
    .selectAll()
    .orderBy(ORDER_COLUMNS[sort], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows as Row[], total: Number(total) }
}

export const browseTypes = (db: Db, page: TypePage) =>
  readPage<DocumentTypeRow>(db.selectFrom('document_types'), page)

export const browseSubcategoriesOf = (db: Db, typeId: string, page: TypePage) =>
  readPage<SubcategoryRow>(
    db.selectFrom('subcategories').where('document_type_id', '=', typeId),
    page,
  )

/**
 * Counts the items of types or subcategories, with those in the trash. Reads an index only, and of
 * each at most one entry more than is counted.
 */
export async function countItems(
  db: Db,
  column: Column,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const [first, ...others] = ids.map(id => {
    const some = db
      .selectFrom('items')
      .select(column)
      .where(column, '=', id)
      .limit(MAX_ITEMS_COUNTED + 1)
    return db
      .selectFrom(some.as('some'))
      .select([sql<string>`${id}`.as('id'), sql<number>`count(*)`.as('items')])
  })
  if (!first) return new Map()
  const rows = await others.reduce((all, next) => all.unionAll(next), first).execute()
  return new Map(rows.map(({ id, items }) => [id, Number(items)]))
}

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

/** The tables that name a type and a subcategory. */
const CLASSIFIED = ['items', 'uploads', 'upload_request_files', 'upload_request_documents'] as const

/**
 * Gives everything that has a type another one: items, also in the trash, unfinished uploads, and
 * what upload requests ask for and have received.
 */
export async function moveItems(tx: Db, column: Column, from: string, to: string): Promise<void> {
  for (const table of CLASSIFIED)
    await tx
      .updateTable(table as 'items')
      .set({ [column]: to })
      .where(column, '=', from)
      .execute()
}

/** Deletes documents of a type that a request asks for more than once, except for the first. */
export async function deleteRepeatedRequests(tx: Db, typeId: string): Promise<void> {
  await tx
    .deleteFrom('upload_request_documents')
    .where('document_type_id', '=', typeId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('upload_request_documents as earlier')
          .select('earlier.id')
          .whereRef('earlier.request_id', '=', 'upload_request_documents.request_id')
          .whereRef('earlier.position', '<', 'upload_request_documents.position')
          .where('earlier.document_type_id', '=', typeId)
          .where(
            sql<boolean>`coalesce(earlier.subcategory_id, '')
              = coalesce(upload_request_documents.subcategory_id, '')`,
          ),
      ),
    )
    .execute()
}

export async function moveValues(tx: Db, fromFieldId: string, toFieldId: string): Promise<void> {
  await tx
    .updateTable('document_values')
    .set({ field_id: toFieldId })
    .where('field_id', '=', fromFieldId)
    .execute()
}

/** Replaces a value of a field. */
export async function renameOption(
  tx: Db,
  fieldId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('document_values')
    .set({ value: to })
    .where('field_id', '=', fieldId)
    .where('value', '=', from)
    .execute()
}

export async function moveSubcategory(
  tx: Db,
  id: string,
  typeId: string,
  updatedAt: number,
): Promise<void> {
  await tx
    .updateTable('subcategories')
    .set({ document_type_id: typeId, updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
}

/** Returns one of the values that an item has for a field, or null. */
export async function findUsedOption(
  db: Db,
  fieldId: string,
  options: readonly string[],
): Promise<string | null> {
  const row = await db
    .selectFrom('document_values')
    .select('value')
    .where('field_id', '=', fieldId)
    .where('value', 'in', options)
    .limit(1)
    .executeTakeFirst()
  return row?.value ?? null
}

/**
 * Whether items or active upload requests have a type or subcategory. Includes items in the trash, because they can be
 * restored, but not unfinished uploads, which may be abandoned.
 */
export async function isUsed(db: Db, column: Column, id: string): Promise<boolean> {
  const requested = db
    .selectFrom('upload_request_documents as document')
    .innerJoin('upload_requests', 'upload_requests.id', 'document.request_id')
    .select('document.id')
    .where(`document.${column}`, '=', id)
    .where('upload_requests.status', '=', 'active')
  const items = db.selectFrom('items').select('id').where(column, '=', id)
  const first = await items.unionAll(requested).limit(1).executeTakeFirst()
  return first !== undefined
}

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
