import type { Kysely } from 'kysely'

/** Paystack gives each payment with a card another code; its signature shows that the card is the same. */
export async function addCardSignatures(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payment_methods').addColumn('signature', 'text').execute()
}
