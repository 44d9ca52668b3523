import type { UserActor } from '../../actor.ts'
import type { CheckoutRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { AppError } from '../../errors.ts'
import { gatewayNamed } from '../gateways/index.ts'
import { previewRefund } from '../payments/index.ts'
import { readPlanCopy, requireOfferedPlan } from '../plans/index.ts'
import type { CheckoutDeps } from './checkouts.service.ts'
import { swapByNewSubscription } from './new-subscription-swap.service.ts'
import { exceeds, readUsage } from './overview.service.ts'
import { lockForSwap, requirePaid, type Swap, swapHere } from './own-swap.service.ts'
import { periodRefundsOf, runningPeriodOf } from './period-refunds.service.ts'
import { asAppError } from './subscription-errors.ts'
import { readFresh, requireLive } from './subscriptions.service.ts'
import { estimateSwap, isPreviewCurrent, prorationTime } from './swap.rules.ts'

interface SwapInput {
  planId: string
  /** The time of the preview whose amounts apply; now without one. */
  previewedAt?: number | undefined
}

/**
 * @throws AppError `subscription.not_found`, `subscription.cancelled`, `subscription.change_pending`,
 *   `subscription.unpaid`, `subscription.preview_expired`, `plan.not_found`
 */
async function prepareSwap(
  deps: CheckoutDeps,
  userId: string,
  { planId, previewedAt }: SwapInput,
): Promise<Swap> {
  const stored = await requireLive(deps.db, userId)
  if (stored.type !== 'fixed') throw new AppError('plan.wrong_type')
  const gateway = await gatewayNamed(deps, stored.gateway)
  // Its events may be late or lost, and decide whether the running period is paid.
  const row = gateway.capabilities.keepsSchedule ? await readFresh(deps, stored) : stored
  if (row.status === 'completed') throw new AppError('subscription.not_found')
  if (row.status === 'cancelled') throw new AppError('subscription.cancelled')
  const now = deps.now().getTime()
  const at = previewedAt ?? prorationTime(row, now)
  if (previewedAt !== undefined && !isPreviewCurrent(row, at, now))
    throw new AppError('subscription.preview_expired')
  await requirePaid(deps.db, deps, row)
  const plan = await deps.transact(tx => requireOfferedPlan(tx, planId, 'fixed'))
  if (plan.currency !== row.currency) throw new AppError('subscription.other_currency')
  return { row, plan, gateway, at }
}

/** Computes what is due today and what happens to unused time; Stripe computes it by itself. */
async function costOf(deps: CheckoutDeps, { row, plan, gateway, at }: Swap) {
  const own = estimateSwap(row, plan, at, await periodRefundsOf(deps.db, row))
  if (!gateway.capabilities.keepsSchedule || row.external_id === null)
    return { ...own, toRefund: 0 }
  const copy = await readPlanCopy(deps.db, plan, gateway)
  const remote = await gateway.previewChange(row.external_id, { plan: copy, at })
  if (remote)
    return {
      due: Math.max(0, remote.amount),
      toBalance: Math.max(0, -remote.amount),
      toRefund: 0,
    }
  const rest = { period: runningPeriodOf(row), amount: own.toBalance }
  return { due: own.due, ...(await previewRefund(deps.db, deps, rest)) }
}

/** Returns the cost of a change of plan today, and the usage above the new limits. */
export async function previewSwap(deps: CheckoutDeps, { userId }: UserActor, planId: string) {
  try {
    const swap = await prepareSwap(deps, userId, { planId })
    const { due, toBalance, toRefund } = await costOf(deps, swap)
    const { row, plan, at } = swap
    const { currency } = plan
    return {
      due_today: { amount: due, currency },
      to_balance: { amount: toBalance, currency },
      to_refund: { amount: toRefund, currency },
      driver: row.gateway,
      exceeds: exceeds(await readUsage(deps.db, userId), plan),
      previewed_at: new Date(at).toISOString(),
    }
  } catch (error) {
    throw asAppError(error)
  }
}

/**
 * Changes the plan at once. The new plan starts with its payment; a refused payment changes nothing.
 */
export async function swapPlan(
  deps: CheckoutDeps,
  actor: UserActor,
  input: SwapInput,
): Promise<{ subscription: SubscriptionRow; checkout: CheckoutRow | null }> {
  try {
    const swap = await prepareSwap(deps, actor.userId, input)
    const { row, plan, gateway, at } = swap
    if (row.plan_id === plan.id) return { subscription: row, checkout: null }
    if (!gateway.capabilities.keepsSchedule || row.external_id === null)
      return { subscription: await swapHere(deps, swap), checkout: null }
    const copy = await readPlanCopy(deps.db, plan, gateway)
    const change = { plan: copy, at }
    if ((await gateway.previewChange(row.external_id, change)) === null)
      return swapByNewSubscription(deps, swap)
    await deps.transact(tx => lockForSwap(tx, deps, swap))
    await gateway.changePlan(`swap:${deps.newId()}`, row.external_id, change)
    return { subscription: await readFresh(deps, row), checkout: null }
  } catch (error) {
    throw asAppError(error)
  }
}
