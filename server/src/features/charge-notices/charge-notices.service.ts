import { DAY_MS } from '@coffer/contract/durations'
import { smallestCharge } from '@coffer/contract/gateway-currencies'
import type { Money } from '@coffer/contract/money'
import type { NotificationType } from '@coffer/contract/notifications'
import type { Db } from '../../db/open.ts'
import { pagesOf, rowsOf } from '../../db/pages.ts'
import type { Deps } from '../../deps.ts'
import { attemptEach } from '../../lib/attempt-each.ts'
import { dayIn } from '../../lib/day-in.ts'
import { moneyValue } from '../../lib/translate.ts'
import type { GatewayDeps } from '../gateways/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { findCardsOf } from '../payments/index.ts'
import { readSettings } from '../settings/index.ts'
import { CHARGE_NOTICE, recordFiring } from '../spending/index.ts'
import { isUnpaid, lockSubscription, snapshotOf } from '../subscriptions/index.ts'
import { estimatesOf } from '../usage/index.ts'
import type { EndingPeriod, Renewal } from './charge-notices.repository.ts'
import * as periods from './charge-notices.repository.ts'

type NoticeDeps = GatewayDeps & Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId'>

/** How long before an automatic charge its user is notified. */
const NOTICE_MS = 3 * DAY_MS

/**
 * Notifies users of the charges of the next three days that we make by ourselves: renewals on our own
 * schedule, and metered use that a card pays. Each is announced once.
 */
export const notifyCharges = (deps: NoticeDeps): Promise<void> =>
  attemptEach([notifyRenewals, notifyMetered], step => step(deps))

const windowOf = ({ now }: NoticeDeps): periods.Window => {
  const after = now().getTime()
  return { after, until: after + NOTICE_MS }
}

const notifyRenewals = (deps: NoticeDeps): Promise<void> =>
  attemptEach(
    rowsOf(page => periods.findRenewals(deps.db, windowOf(deps), page)),
    period => deps.transact(tx => notifyRenewal(tx, deps, period)),
  )

async function notifyRenewal(tx: Db, deps: NoticeDeps, period: Renewal): Promise<void> {
  const row = await lockSubscription(tx, period.subscription_id)
  // It may have been cancelled, renewed or changed since it was found.
  if (row?.status !== 'active' || row.renews_at !== period.ends_at) return
  if (row.pending_swap !== null || !row.amount || (await isUnpaid(tx, deps, row))) return
  const { amount, currency } = row
  const timeZone = period.timezone ?? (await readSettings(tx)).timezone ?? 'UTC'
  await send(tx, deps, period, {
    type: 'renewal_upcoming',
    plan: snapshotOf(row).name,
    due: { amount, currency },
    day: dayIn(period.ends_at, timeZone),
  })
}

const notifyMetered = (deps: NoticeDeps): Promise<void> =>
  attemptEach(
    pagesOf(page => periods.findMeteredEnds(deps.db, windowOf(deps), page)),
    async found => {
      const cards = await findCardsOf(
        deps,
        found.map(period => period.user_id),
      )
      const estimates = await estimatesOf(deps.db, [...cards.keys()])
      await attemptEach(found, async period => {
        const card = cards.get(period.user_id)
        const estimate = estimates.get(period.user_id)
        if (!card || estimate?.period.id !== period.id) return
        const { plan, total: amount, currency } = estimate
        // Less is carried over to the next invoice.
        if (amount < smallestCharge(card.gateway, currency)) return
        await deps.transact(tx =>
          send(tx, deps, period, {
            type: 'usage_charge_upcoming',
            plan: plan.name,
            due: { amount, currency },
            // Metered periods are days in UTC.
            day: dayIn(period.ends_at, 'UTC'),
          }),
        )
      })
    },
  )

interface Notice {
  type: NotificationType
  plan: string
  due: Money
  /** ISO 8601. */
  day: string
}

/** Sends the notice of the charge at the end of a period, once in all processes. */
async function send(
  tx: Db,
  deps: NoticeDeps,
  { id, user_id }: EndingPeriod,
  { type, plan, due, day }: Notice,
): Promise<void> {
  const fired_at = deps.now().getTime()
  const firing = { user_id, period_id: id, kind: CHARGE_NOTICE, fired_at } as const
  if (!(await recordFiring(tx, firing))) return
  await notify(tx, deps, [user_id], {
    category: 'payment-alert',
    type,
    params: { plan, due: moneyValue(due), day },
    action: TO_BILLING,
    email: 'same',
  })
}
