import type { Db } from '../../db/open.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import { hasLastReminder } from '../dunning/index.ts'
import { findOpenInvoices } from '../invoices/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { isDue } from '../payments/index.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'

/** Whether all reminders for an earlier period were sent, so that no further period is added to the debt. */
export const isUnpaid = async (
  tx: Db,
  clock: Pick<Deps, 'now'>,
  { id, user_id: userId }: Pick<SubscriptionRow, 'id' | 'user_id'>,
): Promise<boolean> =>
  (await hasLastReminder(tx, userId)) &&
  (await findOpenInvoices(tx, userId)).some(
    invoice => invoice.subscription_id === id && isDue(invoice, clock),
  )

/** Notifies a user whose plan has ended because its renewal was never paid. */
export const notifyUnpaid = (
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  row: Pick<SubscriptionRow, 'user_id' | 'plan_snapshot'>,
): Promise<void> =>
  notify(tx, deps, [row.user_id], {
    category: 'payment-alert',
    type: 'subscription_ended_unpaid',
    params: { plan: snapshotOf(row).name },
    action: TO_BILLING,
    email: 'same',
  })
