import { MAX_CUSTOMERS } from '@coffer/contract/custom-folders'
import type { Customer } from '@coffer/contract/customers'
import { sql } from 'kysely'
import { likePattern } from '../../db/like-pattern.ts'
import type { Db } from '../../db/open.ts'
import { nameKey } from '../../lib/item-names.ts'

export const insertCustomFolder = async (
  db: Db,
  itemId: string,
  customer: Customer,
): Promise<void> => {
  await db
    .insertInto('custom_folders')
    .values({ item_id: itemId, ...customer })
    .execute()
}

/** The customer of the first custom folder among the items. */
export const findCustomer = (db: Db, ids: readonly string[]): Promise<Customer | undefined> =>
  db
    .selectFrom('custom_folders')
    .select(['member_number', 'identification', 'first_name', 'last_name'])
    .where('item_id', 'in', ids)
    .executeTakeFirst()

/** Whether this server has any custom folder, of any owner. */
export const hasCustomFolders = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('custom_folders').select('item_id').limit(1).executeTakeFirst()) !==
  undefined

export interface CustomerRow extends Customer {
  id: string
  name: string
}

/** Finds live custom folders of one owner, or of all owners. */
export function findCustomers(
  db: Db,
  ownerId: string | null,
  query: string,
): Promise<CustomerRow[]> {
  let customers = db
    .selectFrom('custom_folders')
    .innerJoin('items', 'items.id', 'custom_folders.item_id')
    .select(['items.id', 'items.name', 'member_number', 'identification', 'first_name'])
    .select('last_name')
    .where('items.trashed_at', 'is', null)
    .where(
      sql<boolean>`(items.id = ${query} or member_number = ${query}
        or items.name_key like ${likePattern(nameKey(query))} escape '\\')`,
    )
  if (ownerId !== null) customers = customers.where('items.owner_id', '=', ownerId)
  return customers.orderBy('items.sort_name').orderBy('items.id').limit(MAX_CUSTOMERS).execute()
}
