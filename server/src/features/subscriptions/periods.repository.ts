import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import type { Schema } from '../../db/schema.ts'
import type { CheckoutRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'

/** @returns the ids of the inserted ones; a subscription that has a period that begins then gets none */
export async function insertPeriods(
  db: Db,
  rows: readonly Insertable<Schema['billing_periods']>[],
): Promise<ReadonlySet<string>> {
  const inserted = await db
    .insertInto('billing_periods')
    .values(rows)
    .onConflict(oc => oc.columns(['subscription_id', 'starts_at']).doNothing())
    .returning('id')
    .execute()
  return new Set(inserted.map(({ id }) => id))
}

export async function setPeriodInvoice(db: Db, id: string, invoiceId: string): Promise<void> {
  await db
    .updateTable('billing_periods')
    .set({ invoice_id: invoiceId })
    .where('id', '=', id)
    .execute()
}

/**
 * Ends the open periods of a subscription at a time, and deletes those that begin later. Usage is still
 * weighted by their full time.
 */
export async function endOpenPeriods(db: Db, subscriptionId: string, at: number): Promise<void> {
  await db
    .deleteFrom('billing_periods')
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'open')
    .where('starts_at', '>=', at)
    .execute()
  await db
    .updateTable('billing_periods')
    .set(eb => ({ ends_at: at, full_ends_at: eb.ref('ends_at') }))
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'open')
    .where('ends_at', '>', at)
    .execute()
}

/** Active fixed subscriptions whose period is over. */
export const listDueRenewals = (db: Db, now: number, page: Page): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('renews_at', '<=', now)
    .where('type', '=', 'fixed')
    .where('status', '=', 'active')
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()

/** Subscriptions with a change of plan that its request did not finish. */
export const listSwapping = (db: Db, before: number, page: Page): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('pending_swap', 'is not', null)
    .where('updated_at', '<', before)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()

export const listEnded = (db: Db, now: number, page: Page): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'cancelled')
    .where('ends_at', '<=', now)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()

export const listOpenCheckouts = (db: Db, since: number, page: Page): Promise<CheckoutRow[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('state', '=', 'open')
    .where('created_at', '>=', since)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()

export const listLive = (db: Db, page: Page): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', 'in', LIVE_STATUSES)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()
