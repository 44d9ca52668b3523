import { DAY_MS } from '@coffer/contract/durations'
import type { PeriodRefunds } from '@coffer/contract/proration'
import type { Db } from '../../db/open.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { findKept } from '../payments/index.ts'

/** PayPal may charge some hours before a period begins. */
const EARLY_MS = DAY_MS

/** Returns what was refunded of the running period's payments, so that a change of plan doesn't credit it again. */
export const periodRefundsOf = (
  db: Db,
  { user_id: userId, currency, period_starts_at: startsAt }: SubscriptionRow,
): Promise<PeriodRefunds> => findKept(db, { userId, currency, since: startsAt - EARLY_MS })
