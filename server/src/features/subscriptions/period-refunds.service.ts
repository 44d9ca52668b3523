import type { PeriodRefunds } from '@coffer/contract/proration'
import type { Db } from '../../db/open.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { findPeriodRefunds, type RunningPeriod } from '../payments/index.ts'

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
