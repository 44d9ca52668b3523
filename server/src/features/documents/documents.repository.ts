import { sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Classification } from '../document-types/index.ts'

/** Limits the parameters of one statement. */
const BATCH_SIZE = 500

function* batches(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE)
    yield ids.slice(start, start + BATCH_SIZE)
}

/** Returns the values of items by item id and field id, in one query. */
export async function findValuesOf(
  db: Db,
  itemIds: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  if (itemIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('document_values')
    .selectAll()
    .where('item_id', 'in', itemIds)
    .execute()
  const byItem = Map.groupBy(rows, row => row.item_id)
  const mapOf = (values: typeof rows) => new Map(values.map(row => [row.field_id, row.value]))
  return new Map([...byItem].map(([id, values]) => [id, mapOf(values)]))
}

/** Returns the values of an item by field id. */
export const findValues = async (db: Db, itemId: string): Promise<Map<string, string>> =>
  (await findValuesOf(db, [itemId])).get(itemId) ?? new Map()

export async function writeClassification(
  db: Db,
  itemIds: readonly string[],
  { document_type_id, subcategory_id }: Classification,
): Promise<void> {
  recordChange(db, 'item', itemIds)
  for (const ids of batches(itemIds))
    await db
      .updateTable('items')
      .set({ document_type_id, subcategory_id })
      .where('id', 'in', ids)
      .execute()
}

/** Deletes the values of all other fields than the given ones. */
export async function deleteOtherValues(
  db: Db,
  itemIds: readonly string[],
  fieldIds: readonly string[],
): Promise<void> {
  for (const ids of batches(itemIds))
    await db
      .deleteFrom('document_values')
      .where('item_id', 'in', ids)
      .$if(fieldIds.length > 0, q => q.where('field_id', 'not in', fieldIds))
      .execute()
}

/** Sets the value of one field on many items; null deletes it. */
export async function writeValue(
  db: Db,
  itemIds: readonly string[],
  fieldId: string,
  value: string | null,
): Promise<void> {
  for (const ids of batches(itemIds)) {
    if (value === null)
      await db
        .deleteFrom('document_values')
        .where('item_id', 'in', ids)
        .where('field_id', '=', fieldId)
        .execute()
    else
      await db
        .insertInto('document_values')
        .columns(['item_id', 'field_id', 'value'])
        .expression(
          db
            .selectFrom('items')
            .select([
              'id',
              sql<string>`${fieldId}`.as('field_id'),
              sql<string>`${value}`.as('value'),
            ])
            .where('id', 'in', ids),
        )
        .onConflict(oc => oc.columns(['item_id', 'field_id']).doUpdateSet({ value }))
        .execute()
  }
}
