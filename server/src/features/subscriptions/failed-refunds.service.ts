import type { Db } from '../../db/open.ts'
import type { RefundRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import { amountText } from '../../lib/amount-text.ts'
import { findPayment } from '../payments/index.ts'
import { insertDifference } from './facts.repository.ts'

/** Shows administrators a refund of theirs that failed after they had its answer. */
export async function reportFailedRefund(
  db: Db,
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  refund: RefundRow,
): Promise<void> {
  const { id, gateway, payment_id } = refund
  const payment = await findPayment(db, payment_id)
  await insertDifference(db, {
    id: newId(),
    gateway,
    kind: 'refund_missing_there',
    subject: id,
    payment_id,
    user_id: payment?.user_id ?? null,
    ours: amountText(refund),
    theirs: null,
    found_at: now().getTime(),
    resolved_at: null,
    resolution: null,
  })
}
