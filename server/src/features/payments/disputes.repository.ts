import type { Updateable } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { DisputeRow } from '../../db/schema-payments.ts'

/** The disputes of a payment, and its reversal. */
export const findDisputesOf = (db: Db, paymentId: string): Promise<DisputeRow[]> =>
  db.selectFrom('disputes').selectAll().where('payment_id', '=', paymentId).execute()

export async function insertDispute(db: Db, row: DisputeRow): Promise<void> {
  await db.insertInto('disputes').values(row).execute()
}

export async function updateDispute(
  db: Db,
  id: string,
  change: Updateable<Schema['disputes']>,
): Promise<void> {
  await db.updateTable('disputes').set(change).where('id', '=', id).execute()
}

export async function deleteDispute(db: Db, id: string): Promise<void> {
  await db.deleteFrom('disputes').where('id', '=', id).execute()
}
