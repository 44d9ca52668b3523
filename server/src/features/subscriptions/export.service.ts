import type { Locale } from '@coffer/contract'
import { toDecimal } from '@coffer/contract/money'
import type { Deps } from '../../deps.ts'
import { type CsvCell, csvHeader, csvRows, csvTime } from '../../lib/csv.ts'
import { translate } from '../../lib/translate.ts'
import {
  type AdminSubscriptionRow,
  readAll,
  type SubscriptionFilter,
} from './admin-subscriptions.repository.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'

const HEADER = [
  'admin_plans.user',
  'transactions.email',
  'admin_plans.plan',
  'admin_plans.status',
  'admin_subscriptions.payment',
  'admin_plans.price',
  'transactions.currency',
  'admin_plans.interval',
  'admin_plans.driver',
  'admin_subscriptions.external_id',
  'admin_subscriptions.start',
  'admin_subscriptions.renews',
  'admin_subscriptions.ends',
] as const

function cellsOf(row: AdminSubscriptionRow, locale: Locale): CsvCell[] {
  const { name, interval } = snapshotOf(row)
  const { amount, currency } = row
  return [
    row.name,
    row.email,
    name,
    translate(locale, `admin_plans.subscription_${row.status}`),
    translate(locale, `admin_subscriptions.payment_${row.payment_state}`),
    amount === null ? null : toDecimal({ amount, currency }),
    currency,
    translate(locale, `admin_plans.interval_${interval}`),
    row.gateway,
    row.external_id,
    csvTime(row.created_at),
    csvTime(row.renews_at),
    csvTime(row.ends_at),
  ]
}

/** Writes matching subscriptions as CSV, in the language of the reader. */
export async function* exportSubscriptions(
  { db }: Pick<Deps, 'db'>,
  filter: SubscriptionFilter,
  locale: Locale,
): AsyncGenerator<string> {
  yield csvHeader(HEADER.map(key => translate(locale, key)))
  for await (const rows of readAll(db, filter)) yield csvRows(rows.map(row => cellsOf(row, locale)))
}
