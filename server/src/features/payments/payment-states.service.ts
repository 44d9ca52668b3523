import type { Db } from '../../db/open.ts'
import { rowsOf } from '../../db/pages.ts'
import { type DueDeps, findCollectable } from './amount-due.service.ts'
import * as states from './payment-states.repository.ts'

/**
 * Sets the payment state of subscriptions on our own schedule by the debts that users are reminded of. So
 * neither an amount that is carried over nor a change of plan that waits for its payment makes one past due.
 * @param userId undefined for all users
 */
export async function settlePaymentStates(db: Db, deps: DueDeps, userId?: string): Promise<void> {
  const now = deps.now().getTime()
  for await (const row of rowsOf(page => states.findUnpaid(db, now, page, userId))) {
    const due = await findCollectable(db, deps, row.user_id)
    const isOwed = due.some(({ subscription_id }) => subscription_id === row.id)
    const state = isOwed ? 'past_due' : 'ok'
    if (state !== row.payment_state) await states.setPaymentState(db, row.id, state)
  }
}
