import { type Kysely, sql } from 'kysely'

/** Facts that amounts depend on, which rows did not contain. */
export async function addBillingFacts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('billing_periods').addColumn('full_ends_at', 'bigint').execute()
  await setFullPeriods(db)
  await db.schema
    .alterTable('invoices')
    .addColumn('is_manual', 'integer', c => c.notNull().defaultTo(0))
    .execute()
}

/** Periods that are billed keep the time by which they were rated: their invoices state it. */
export async function setFullPeriods(db: Kysely<unknown>): Promise<void> {
  await sql`update billing_periods set full_ends_at = (
      select subscriptions.period_ends_at from subscriptions
      where subscriptions.id = billing_periods.subscription_id)
    where state = 'open' and exists (
      select 1 from subscriptions where subscriptions.id = billing_periods.subscription_id
        and subscriptions.type = 'metered' and subscriptions.status = 'completed'
        and subscriptions.period_starts_at = billing_periods.starts_at
        and subscriptions.period_ends_at > billing_periods.ends_at)`.execute(db)
}
