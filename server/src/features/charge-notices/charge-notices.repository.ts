import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import { CHARGE_NOTICE } from '../spending/index.ts'

/** The time in which charges are announced. */
export interface Window {
  after: number
  until: number
}

/** Periods whose notice was not sent, by id. */
const unannouncedPeriods = (db: Db, page: Page) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('billing_periods', 'billing_periods.subscription_id', 'subscriptions.id')
    .select(['billing_periods.id', 'billing_periods.subscription_id', 'billing_periods.ends_at'])
    .select('subscriptions.user_id')
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('billing_alert_firings as firings')
            .select('firings.kind')
            .whereRef('firings.user_id', '=', 'subscriptions.user_id')
            .whereRef('firings.period_id', '=', 'billing_periods.id')
            .where('firings.kind', '=', CHARGE_NOTICE),
        ),
      ),
    )
    .where('billing_periods.id', '>', page.after)
    .orderBy('billing_periods.id')
    .limit(page.limit)

/** The running periods of fixed plans that our own schedule renews soon for an amount. */
export const findRenewals = (db: Db, { after, until }: Window, page: Page) =>
  unannouncedPeriods(db, page)
    .leftJoin('user_settings', 'user_settings.user_id', 'subscriptions.user_id')
    .select('user_settings.timezone')
    .whereRef('billing_periods.starts_at', '=', 'subscriptions.period_starts_at')
    .where('subscriptions.renews_at', '>', after)
    .where('subscriptions.renews_at', '<=', until)
    .where('subscriptions.type', '=', 'fixed')
    .where('subscriptions.status', '=', 'active')
    .where('subscriptions.external_id', 'is', null)
    .where('subscriptions.pending_swap', 'is', null)
    .where('subscriptions.amount', '>', 0)
    .execute()

/** Metered periods that end soon, also of subscriptions that end with them. */
export const findMeteredEnds = (db: Db, { after, until }: Window, page: Page) =>
  unannouncedPeriods(db, page)
    // As written in the index: a parameter would not match it.
    .where('billing_periods.state', '=', sql.lit('open'))
    .where('billing_periods.ends_at', '>', after)
    .where('billing_periods.ends_at', '<=', until)
    .where('subscriptions.type', '=', 'metered')
    .execute()

export type EndingPeriod = Awaited<ReturnType<typeof findMeteredEnds>>[number]
export type Renewal = Awaited<ReturnType<typeof findRenewals>>[number]
