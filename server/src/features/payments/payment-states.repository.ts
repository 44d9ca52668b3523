import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

/**
 * Sets the payment state of subscriptions on our own schedule by their open invoices.
 * @param userId undefined for all users
 */
export async function settlePaymentStates(db: Db, now: number, userId?: string): Promise<void> {
  const owes = (eb: ExpressionBuilder<Schema, 'subscriptions'>) =>
    eb.exists(
      eb
        .selectFrom('invoices')
        .select('invoices.id')
        .whereRef('invoices.subscription_id', '=', 'subscriptions.id')
        .where('invoices.state', '=', 'open')
        .where('invoices.due_at', '<', now),
    )
  const own = (state: 'ok' | 'past_due') =>
    db
      .updateTable('subscriptions')
      .set({ payment_state: state })
      .where('type', '=', 'fixed')
      .where('external_id', 'is', null)
      .where('status', '=', 'active')
      .where('payment_state', '<>', state)
      .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
  await own('past_due').where(owes).execute()
  await own('ok')
    .where(eb => eb.not(owes(eb)))
    .execute()
}
