import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'

/**
 * Subscriptions on our own schedule that are not paid, or may not be: an open invoice of theirs is due.
 * @param userId undefined for all users
 */
export const findUnpaid = (db: Db, now: number, page: Page, userId?: string) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'payment_state'])
    .where('type', '=', 'fixed')
    .where('external_id', 'is', null)
    .where('status', '=', 'active')
    .where(eb =>
      eb.or([
        eb('payment_state', '<>', 'ok'),
        eb.exists(
          eb
            .selectFrom('invoices')
            .select('invoices.id')
            .whereRef('invoices.subscription_id', '=', 'subscriptions.id')
            .where('invoices.state', '=', 'open')
            .where('invoices.due_at', '<', now),
        ),
      ]),
    )
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()

/** Sets the payment state of an active subscription; past due only while an invoice of it is open. */
export async function setPaymentState(
  db: Db,
  id: string,
  payment_state: SubscriptionRow['payment_state'],
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ payment_state })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .$if(payment_state === 'past_due', query =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('invoices')
            .select('invoices.id')
            .where('invoices.subscription_id', '=', id)
            .where('invoices.state', '=', 'open'),
        ),
      ),
    )
    .execute()
}
