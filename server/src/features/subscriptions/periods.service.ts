import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { BillingPeriodRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import { openInvoice } from '../invoices/index.ts'
import { setPeriodInvoice } from './periods.repository.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'

interface NewPeriod {
  position: number
  period: { startsAt: number; endsAt: number }
  at: number
}

/** Builds a period of a fixed plan, which is invoiced in advance. */
export const newPeriod = (
  { newId }: Pick<Deps, 'newId'>,
  { id, plan_snapshot }: Pick<SubscriptionRow, 'id' | 'plan_snapshot'>,
  { position, period, at }: NewPeriod,
): BillingPeriodRow => ({
  id: newId(),
  subscription_id: id,
  position,
  starts_at: period.startsAt,
  ends_at: period.endsAt,
  full_ends_at: null,
  state: 'settled',
  plan_snapshot,
  invoice_id: null,
  settled_at: at,
})

/** Opens the invoice of a period of a fixed plan. @param dueAt undefined for the usual time to pay */
export async function openPeriodInvoice(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  row: SubscriptionRow,
  { id, starts_at: startsAt, ends_at: endsAt }: BillingPeriodRow,
  { at, dueAt }: { at: number; dueAt?: number | undefined },
): Promise<InvoiceRow> {
  const period = { startsAt, endsAt }
  const invoice = await openInvoice(tx, deps, {
    userId: row.user_id,
    gateway: row.gateway,
    currency: row.currency,
    subscriptionId: row.id,
    periodId: id,
    period,
    pricesIncludeTax: true,
    at,
    dueAt,
    lines: [{ description: snapshotOf(row).name, period, amount: row.amount ?? 0 }],
  })
  await setPeriodInvoice(tx, id, invoice.id)
  return invoice
}
