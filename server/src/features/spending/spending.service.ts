import type { NotificationType } from '@coffer/contract/notifications'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { moneyValue } from '../../lib/translate.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { impose, lift } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { type CurrentEstimate, estimateOf, estimatesOf } from '../usage/index.ts'
import type { FiringKind } from './spending.repository.ts'
import * as spending from './spending.repository.ts'

type SpendingDeps = Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId'>

const BATCH = 500

type Limits = Awaited<ReturnType<typeof spending.findLimitedUsers>>[number]

const CAP_KINDS = ['cap_50', 'cap_80', 'cap_100'] as const satisfies FiringKind[]

/**
 * Returns the alert and the cap of a user in the currency of their plan.
 * @param currency undefined for that of their last plan
 */
export async function limitsOf(db: Db, userId: string, currency: string | undefined) {
  const limits = await spending.findLimits(db, userId, currency)
  const money = (amount: number | null | undefined) =>
    limits && amount != null ? { amount, currency: limits.currency } : null
  return { alert: money(limits?.alert_amount), cap: money(limits?.cap_amount) }
}

export async function createAlert(deps: SpendingDeps, { userId }: UserActor, amount: number) {
  const { currency } = await requireEstimate(deps.db, userId)
  if ((await limitsOf(deps.db, userId, currency)).alert) throw new AppError('billing.alert_exists')
  return changeAlert(deps, { userId }, amount)
}

/** @param amount null removes the alert */
export async function changeAlert(
  deps: SpendingDeps,
  { userId }: Pick<UserActor, 'userId'>,
  amount: number | null,
) {
  const estimate = await deps.transact(async tx => {
    const estimate = await setLimit(tx, deps, userId, { alert_amount: amount })
    await spending.forgetFirings(tx, userId, ['alert'])
    return estimate
  })
  return limitsOf(deps.db, userId, estimate?.currency)
}

/** @param amount null removes the cap, and uploads continue at once */
export async function changeCap(
  deps: SpendingDeps,
  { userId }: Pick<UserActor, 'userId'>,
  amount: number | null,
) {
  const estimate = await deps.transact(async tx => {
    await spending.lockMetered(tx, userId)
    const estimate = await setLimit(tx, deps, userId, { cap_amount: amount })
    await spending.forgetFirings(tx, userId, CAP_KINDS)
    await lift(tx, [userId], 'spending_cap')
    if (estimate) await applyCap(tx, deps, { userId, cap: amount, estimate })
    return estimate
  })
  return limitsOf(deps.db, userId, estimate?.currency)
}

/**
 * Sets or removes a limit; one can also be removed after the subscription has ended.
 * @returns the current estimate; undefined without a subscription
 * @throws AppError `billing.no_subscription`
 */
async function setLimit(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  userId: string,
  change: spending.LimitChange,
): Promise<CurrentEstimate | undefined> {
  const estimate = await estimateOf(tx, userId)
  const row = { user_id: userId, updated_at: now().getTime() }
  if (estimate) await spending.writeLimit(tx, { ...row, currency: estimate.currency }, change)
  else if (Object.values(change).every(amount => amount === null))
    await spending.updateLimit(tx, row, change)
  else throw new AppError('billing.no_subscription')
  return estimate
}

async function requireEstimate(db: Db, userId: string): Promise<CurrentEstimate> {
  const estimate = await estimateOf(db, userId)
  if (!estimate) throw new AppError('billing.no_subscription')
  return estimate
}

interface Capped {
  userId: string
  cap: number | null
  estimate: CurrentEstimate
}

/** The part of a cap that an amount has reached; undefined below a half. */
function reachedPart(cap: number, total: number): FiringKind | undefined {
  const percent = Math.floor((total / cap) * 100)
  if (percent < 50) return undefined
  return percent >= 100 ? 'cap_100' : percent >= 80 ? 'cap_80' : 'cap_50'
}

/** Warns at 50 and 80 %, and stops uploads at 100 %; each once in a period. */
async function applyCap(tx: Db, deps: SpendingDeps, { userId, cap, estimate }: Capped) {
  const kind = cap === null ? undefined : reachedPart(cap, estimate.total)
  if (cap === null || !kind || !(await fire(tx, deps, userId, estimate, kind))) return
  if (kind === 'cap_100')
    await impose(tx, deps, {
      user_id: userId,
      reason: 'spending_cap',
      can_upload: 0,
      can_download: 1,
      can_create_folder: 1,
      can_create_team_folder: 1,
    })
  const type = kind === 'cap_100' ? 'spending_cap_reached' : 'spending_cap_near'
  const params = { percent: kind === 'cap_80' ? 80 : 50 }
  await notifyLimit(tx, deps, { userId, type, limit: cap, estimate }, params)
}

async function applyAlert(
  tx: Db,
  deps: SpendingDeps,
  { userId, alert, estimate }: { userId: string; alert: number | null; estimate: CurrentEstimate },
): Promise<void> {
  if (alert === null || estimate.total < alert) return
  if (!(await fire(tx, deps, userId, estimate, 'alert'))) return
  await notifyLimit(tx, deps, { userId, type: 'billing_alert_reached', limit: alert, estimate })
}

interface LimitNotice {
  userId: string
  type: NotificationType
  limit: number
  estimate: CurrentEstimate
}

const notifyLimit = (
  tx: Db,
  deps: SpendingDeps,
  { userId, type, limit, estimate: { total, currency } }: LimitNotice,
  params: Record<string, number> = {},
): Promise<void> =>
  notify(tx, deps, [userId], {
    category: 'billing-alert',
    type,
    params: {
      ...params,
      due: moneyValue({ amount: limit, currency }),
      estimate: moneyValue({ amount: total, currency }),
    },
    action: TO_BILLING,
    email: 'same',
  })

const fire = (
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  userId: string,
  { period }: CurrentEstimate,
  kind: FiringKind,
): Promise<boolean> =>
  spending.recordFiring(tx, {
    user_id: userId,
    period_id: period.id,
    kind,
    fired_at: now().getTime(),
  })

/** Compares the estimates of all users with their alerts and caps. */
export async function checkSpending(deps: SpendingDeps): Promise<void> {
  if ((await readSettings(deps.db)).subscription_type !== 'metered') return
  for (let after = ''; ; ) {
    const limited = await spending.findLimitedUsers(deps.db, after, BATCH)
    const last = limited.at(-1)
    if (!last) return
    after = last.user_id
    const userIds = limited.map(row => row.user_id)
    const estimates = await estimatesOf(deps.db, userIds)
    const periodIds = [...estimates.values()].map(({ period }) => period.id)
    const firings = await spending.findFirings(deps.db, userIds, periodIds)
    for (const row of limited) {
      const estimate = estimates.get(row.user_id)
      if (estimate) await checkUser(deps, row, estimate, firings)
    }
  }
}

/** The limits that an amount has reached. */
function reachedLimits({ alert_amount, cap_amount }: Limits, total: number): FiringKind[] {
  const part = cap_amount === null ? undefined : reachedPart(cap_amount, total)
  const isAlert = alert_amount !== null && total >= alert_amount
  return [...(isAlert ? (['alert'] as const) : []), ...(part ? [part] : [])]
}

async function checkUser(
  deps: SpendingDeps,
  limits: Limits,
  estimate: CurrentEstimate,
  firings: spending.Firings,
): Promise<void> {
  const { user_id: userId, currency } = limits
  if (estimate.currency !== currency)
    return deps.transact(tx => removeLimits(tx, deps, { userId, previous: currency, estimate }))
  const fired = firings.get(estimate.period.id)
  if (reachedLimits(limits, estimate.total).every(kind => fired?.includes(kind))) return
  await deps.transact(async tx => {
    await spending.lockMetered(tx, userId)
    // Since then the limits may have changed, and the next period may have begun and lifted the cap.
    const current = await estimateOf(tx, userId)
    const { alert_amount = null, cap_amount = null } =
      (await spending.findLimits(tx, userId, currency)) ?? {}
    if (current?.currency !== currency) return
    await applyAlert(tx, deps, { userId, alert: alert_amount, estimate: current })
    await applyCap(tx, deps, { userId, cap: cap_amount, estimate: current })
  })
}

/** Asks a user to set their limits again, as the currency of their plan has changed. */
async function removeLimits(
  tx: Db,
  deps: SpendingDeps,
  {
    userId,
    previous,
    estimate: { currency },
  }: { userId: string; previous: string; estimate: CurrentEstimate },
): Promise<void> {
  if (!(await spending.deleteForeignLimits(tx, userId, currency))) return
  await notify(tx, deps, [userId], {
    category: 'billing-alert',
    type: 'spending_limits_removed',
    params: { currency, previous },
    action: TO_BILLING,
    email: 'same',
  })
}
