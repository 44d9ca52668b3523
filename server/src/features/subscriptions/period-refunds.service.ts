import type { PeriodRefunds } from '@coffer/contract/proration'
import type { Db } from '../../db/open.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { findPeriodRefunds, type RunningPeriod } from '../payments/index.ts'
import { type PricedPlan, prorationOf } from './swap.rules.ts'

/** The running period of a subscription, whose invoices give back what a change of plan credits. */
export const runningPeriodOf = ({
  user_id: userId,
  gateway,
  currency,
  period_starts_at: startsAt,
}: SubscriptionRow): RunningPeriod => ({ userId, gateway, currency, startsAt })

/** Returns what was given back of the running period, so that a change of plan doesn't credit it again. */
export const periodRefundsOf = (db: Db, row: SubscriptionRow): Promise<PeriodRefunds> =>
  findPeriodRefunds(db, runningPeriodOf(row))

interface PricedSwap {
  plan: PricedPlan
  /** The time by which it was prorated. */
  at: number
  /** The amount due when it was priced. */
  due: number
  /** Its own invoice, if it has one. */
  invoiceId?: string
}

/**
 * Whether a change of plan costs more than when it was priced, as its running period was refunded since. Making it
 * would credit refunded time again.
 */
export async function hasBecomeDearer(
  db: Db,
  row: SubscriptionRow,
  { plan, at, due, invoiceId }: PricedSwap,
): Promise<boolean> {
  const refunds = await findPeriodRefunds(db, runningPeriodOf(row), invoiceId)
  return prorationOf(row, plan, at, refunds).due > due
}
