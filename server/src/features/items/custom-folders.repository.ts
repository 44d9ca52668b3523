import type { Customer } from '@coffer/contract/customers'
import type { Db } from '../../db/open.ts'

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

/** Whose folder one of the items is. */
export const findCustomer = (db: Db, ids: readonly string[]): Promise<Customer | undefined> =>
  db
    .selectFrom('custom_folders')
    .select(['member_number', 'identification', 'first_name', 'last_name'])
    .where('item_id', 'in', ids)
    .executeTakeFirst()
