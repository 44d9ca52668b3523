import type { Kysely } from 'kysely'

/** Paystack charges a card only for the email of its first payment, which may differ from the user's. */
export async function addPayerEmails(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payment_methods').addColumn('payer_email', 'text').execute()
}
