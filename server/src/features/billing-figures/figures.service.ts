import type { BillingFigures } from '@coffer/contract/dashboard'
import { DAY_MS } from '@coffer/contract/durations'
import type { Deps } from '../../deps.ts'
import { findActiveMetered } from '../plans/index.ts'
import type { Settings } from '../settings/index.ts'
import * as repository from './figures.repository.ts'

const FAILED_DAYS = 30
const MONTHS_PER_YEAR = 12

/** Reads the figures of each currency and the problems of billing, in a fixed number of statements. */
export async function readBilling(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { subscription_type }: Pick<Settings, 'subscription_type'>,
) {
  const today = now()
  const month = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)
  const failed = today.getTime() - FAILED_DAYS * DAY_MS
  const [subscriptions, failedPayments, revenue, openDifferences, failedEvents, plan] =
    await Promise.all([
      repository.sumSubscriptions(db),
      repository.countFailedPayments(db, failed),
      repository.sumRevenue(db, month),
      repository.countOpenDifferences(db),
      repository.countFailedEvents(db),
      subscription_type === 'metered' ? findActiveMetered(db) : null,
    ])
  const figures = new Map<string, BillingFigures>()
  const of = (currency: string): BillingFigures => {
    const known = figures.get(currency)
    if (known) return known
    const none = { monthly_recurring: 0, active_subscriptions: 0, failed_payments: 0, revenue: 0 }
    const created = { currency, ...none }
    figures.set(currency, created)
    return created
  }
  for (const { currency, interval, count, amount } of subscriptions) {
    const price = Number(amount ?? 0)
    of(currency).active_subscriptions += Number(count)
    of(currency).monthly_recurring +=
      interval === 'year' ? Math.round(price / MONTHS_PER_YEAR) : price
  }
  for (const { currency, count } of failedPayments) of(currency).failed_payments += Number(count)
  for (const { currency, amount } of revenue) of(currency).revenue = Number(amount)
  const byCurrency = [...figures.values()].sort((a, b) => a.currency.localeCompare(b.currency))
  return {
    figures: byCurrency,
    openDifferences,
    failedEvents,
    failedPayments: byCurrency.reduce((sum, { failed_payments }) => sum + failed_payments, 0),
    lacksMeteredPlan: plan === undefined,
  }
}
