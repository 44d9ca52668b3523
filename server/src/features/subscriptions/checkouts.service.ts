import { DAY_MS } from '@coffer/contract/durations'
import type { Money } from '@coffer/contract/money'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { CheckoutRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  type CheckoutInput,
  ensureCustomer,
  type Gateway,
  GatewayError,
  gatewayNamed,
  isMissing,
  offeredGatewaysOf,
  renewCustomer,
} from '../gateways/index.ts'
import { billingUrl } from '../payments/index.ts'
import {
  type Plan,
  planSnapshot,
  readPlanCopy,
  renewCopy,
  requireOfferedPlan,
} from '../plans/index.ts'
import { quotas } from '../quotas/index.ts'
import { readSettings } from '../settings/index.ts'
import { beginPaidFromBalance } from './begin.service.ts'
import { asAppError } from './subscription-errors.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { endIfOver } from './subscriptions.service.ts'
import { type SyncDeps, syncTarget, targetOfCheckout } from './sync.service.ts'

export type CheckoutDeps = SyncDeps &
  Pick<Deps, 'db' | 'transact' | 'jobs' | 'log' | 'now' | 'newId' | 'settings'>

const CHECKOUT_MS = 3_600_000

/**
 * The gateway that the user chose. Demo accounts pay nothing: the money would be lost with the account.
 * @throws AppError `demo.no_payments`, `subscription.driver_unavailable`
 */
async function requireOffered(
  deps: CheckoutDeps,
  userId: string,
  name: Gateway['name'],
): Promise<Gateway> {
  if (await subscriptions.isDemo(deps.db, userId)) throw new AppError('demo.no_payments')
  const gateway = (await offeredGatewaysOf(deps)).find(each => each.name === name)
  if (!gateway) throw new AppError('subscription.driver_unavailable')
  return gateway
}

export const newCheckout = (
  { newId, now }: CheckoutDeps,
  gateway: Gateway,
  input: Pick<
    CheckoutRow,
    'user_id' | 'purpose' | 'plan_id' | 'subscription_id' | 'amount' | 'currency'
  > &
    Partial<Pick<CheckoutRow, 'proration'>>,
): CheckoutRow => ({
  proration: null,
  ...input,
  id: newId(),
  gateway: gateway.name,
  is_live: gateway.isLive ? 1 : 0,
  external_id: null,
  url: null,
  state: 'open',
  reason: null,
  sync_ticket: 0,
  applied_ticket: 0,
  created_at: now().getTime(),
  expires_at: now().getTime() + CHECKOUT_MS,
})

/** Builds a subscription before its first payment. */
export function newSubscription(
  { newId, now }: CheckoutDeps,
  gateway: Pick<Gateway, 'name' | 'isLive'>,
  { userId, plan }: { userId: string; plan: Plan },
): SubscriptionRow {
  const at = now().getTime()
  return {
    id: newId(),
    user_id: userId,
    plan_id: plan.id,
    type: plan.type,
    gateway: gateway.name,
    is_live: gateway.isLive ? 1 : 0,
    external_id: null,
    status: 'inactive',
    payment_state: 'ok',
    gateway_status: null,
    action_url: null,
    payment_method_id: null,
    plan_snapshot: JSON.stringify(planSnapshot(plan)),
    amount: plan.amount,
    currency: plan.currency,
    anchor_at: at,
    period_starts_at: at,
    period_ends_at: at,
    renews_at: null,
    ends_at: null,
    cancelled_at: null,
    ended_reason: null,
    pending_swap: null,
    prorated_at: null,
    swap_plan_id: null,
    sync_ticket: 0,
    applied_ticket: 0,
    synced_at: null,
    created_at: at,
    updated_at: at,
  }
}

/** Builds the subscription and the checkout that pays its first period. */
function newPurchase(
  deps: CheckoutDeps,
  gateway: Gateway,
  { userId, plan }: { userId: string; plan: Plan },
): { subscription: SubscriptionRow; checkout: CheckoutRow } {
  const subscription = newSubscription(deps, gateway, { userId, plan })
  const checkout = newCheckout(deps, gateway, {
    user_id: userId,
    purpose: 'subscribe',
    plan_id: plan.id,
    subscription_id: subscription.id,
    amount: plan.amount,
    currency: plan.currency,
  })
  return { subscription, checkout }
}

/** Ends a cancelled subscription that the schedule has not ended yet, so that its user can buy again. */
async function endPrevious(deps: CheckoutDeps, userId: string): Promise<void> {
  const live = await subscriptions.findLive(deps.db, userId)
  if (live) await endIfOver(deps, live)
}

/** @throws AppError `subscription.exists` */
async function requireNoneLive(db: Db, userId: string): Promise<void> {
  if (await subscriptions.findLive(db, userId)) throw new AppError('subscription.exists')
}

/**
 * Starts the purchase of a plan at its current price. Rows are committed before the call, and
 * purchases that are still open expire.
 * @throws AppError `subscription.exists` with a live subscription: its plan is changed instead
 */
export async function startPurchase(
  deps: CheckoutDeps,
  { userId }: UserActor,
  input: { plan: string; driver: Gateway['name'] },
): Promise<CheckoutRow> {
  const gateway = await requireOffered(deps, userId, input.driver)
  await endPrevious(deps, userId)
  await requireNoneLive(deps.db, userId)
  await expireOpen(deps, userId)
  // An open purchase may have been paid before it expired.
  await requireNoneLive(deps.db, userId)
  if (gateway.name === 'system') return subscribeFromBalance(deps, gateway, userId, input.plan)
  const { plan, checkout, copy } = await deps.transact(async tx => {
    const plan = await requireOfferedPlan(tx, input.plan, 'fixed')
    const copy = await readPlanCopy(tx, plan, gateway)
    const { subscription, checkout } = newPurchase(deps, gateway, { userId, plan })
    await subscriptions.insertSubscription(tx, subscription)
    await subscriptions.insertCheckout(tx, checkout)
    return { plan, checkout, copy }
  })
  const due = { amount: plan.amount ?? 0, currency: plan.currency }
  return openAtGateway(deps, gateway, checkout, { plan: copy, due, description: plan.name })
}

/** Pays the first period from the balance, in one transaction. */
const subscribeFromBalance = (
  deps: CheckoutDeps,
  gateway: Gateway,
  userId: string,
  planId: string,
): Promise<CheckoutRow> =>
  deps.transact(async tx => {
    await quotas.lockOwners(tx, [userId])
    await requireNoneLive(tx, userId)
    const plan = await requireOfferedPlan(tx, planId, 'fixed')
    const { subscription, checkout: open } = newPurchase(deps, gateway, { userId, plan })
    const checkout: CheckoutRow = { ...open, state: 'completed' }
    await subscriptions.insertSubscription(tx, subscription)
    await subscriptions.insertCheckout(tx, checkout)
    await beginPaidFromBalance(tx, deps, subscription)
    return checkout
  })

/** Starts a payment into the balance, or saving a card. */
export async function startOther(
  deps: CheckoutDeps,
  { userId }: UserActor,
  input: { purpose: 'fund' | 'pay' | 'setup'; driver: Gateway['name']; due?: Money | undefined },
): Promise<CheckoutRow> {
  const gateway = await requireOffered(deps, userId, input.driver)
  const { due, purpose } = input
  if (gateway.name === 'system' || (due && !gateway.capabilities.currencies.includes(due.currency)))
    throw new AppError('subscription.driver_unavailable')
  const checkout = newCheckout(deps, gateway, {
    user_id: userId,
    purpose,
    plan_id: null,
    subscription_id: null,
    amount: due?.amount ?? null,
    currency: due?.currency ?? null,
  })
  await deps.transact(tx => subscriptions.insertCheckout(tx, checkout))
  const { app_title: description } = await readSettings(deps.db)
  return openAtGateway(deps, gateway, checkout, { ...(due && { due }), description })
}

export type OpenedPart = Pick<CheckoutInput, 'description'> &
  Partial<Pick<CheckoutInput, 'plan' | 'due' | 'startsAt'>>

/** Opens a stored checkout at its gateway; a repeated call returns the same page. */
export async function openAtGateway(
  deps: CheckoutDeps,
  gateway: Gateway,
  checkout: CheckoutRow,
  part: OpenedPart,
): Promise<CheckoutRow> {
  try {
    const input = await checkoutInput(deps, gateway, checkout, part)
    const { externalId, url } = await startCheckout(deps, gateway, input)
    const change = { external_id: externalId, url }
    await deps.transact(tx => subscriptions.updateCheckout(tx, checkout.id, change))
    return { ...checkout, ...change }
  } catch (error) {
    await abandon(deps, checkout, reasonOf(error)).catch(err =>
      deps.log.error({ err }, 'a checkout that failed could not be ended'),
    )
    throw asAppError(error)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof GatewayError) return error.code ?? error.kind
  return error instanceof AppError ? error.code : 'failed'
}

/** Creates the plan and the customer again if the gateway has lost them, such as with its test data. */
async function startCheckout(deps: CheckoutDeps, gateway: Gateway, input: CheckoutInput) {
  try {
    return await gateway.startCheckout(input)
  } catch (error) {
    if (!isMissing(error)) throw error
    const { plan, customer } = input
    return gateway.startCheckout({
      ...input,
      ...(plan && { plan: await renewCopy(deps, gateway, plan) }),
      customer: { ...customer, externalId: await renewCustomer(deps, gateway, customer) },
    })
  }
}

async function checkoutInput(
  deps: CheckoutDeps,
  gateway: Gateway,
  checkout: CheckoutRow,
  part: OpenedPart,
): Promise<CheckoutInput> {
  const user = await subscriptions.findUser(deps.db, checkout.user_id)
  if (!user) throw new AppError('auth.required')
  const customer = { userId: user.id, email: user.email, name: user.name }
  const back = `${await billingUrl(deps)}?checkout=${checkout.id}`
  return {
    ...part,
    id: checkout.id,
    purpose: checkout.purpose,
    customer: { ...customer, externalId: await ensureCustomer(deps, gateway, customer) },
    locale: user.language ?? 'en',
    successUrl: back,
    cancelUrl: `${back}&closed=1`,
    expiresAt: checkout.expires_at,
  }
}

/** Ends a checkout whose page at the gateway its user never got. */
const abandon = (deps: CheckoutDeps, checkout: CheckoutRow, reason: string): Promise<void> =>
  deps.transact(async tx => {
    await subscriptions.updateCheckout(tx, checkout.id, { state: 'failed', reason, url: null })
    if (checkout.subscription_id === null) return
    const row = await subscriptions.lockSubscription(tx, checkout.subscription_id)
    if (row?.status !== 'inactive') return
    await subscriptions.updateSubscription(tx, row, {
      status: 'completed',
      ended_reason: 'declined',
      ends_at: row.created_at,
      updated_at: deps.now().getTime(),
    })
  })

/** Ends an expired checkout whose call to the gateway never returned. */
export async function expireUnsent(deps: CheckoutDeps, checkout: CheckoutRow): Promise<void> {
  if (checkout.expires_at <= deps.now().getTime()) await abandon(deps, checkout, 'expired')
}

/** Expires open purchases, so that a user does not pay twice. Keeps those that were paid meanwhile. */
export async function expireOpen(deps: CheckoutDeps, userId: string): Promise<void> {
  for (const checkout of await subscriptions.findOpenPurchases(deps.db, userId)) {
    if (checkout.external_id === null) {
      await abandon(deps, checkout, 'abandoned')
      continue
    }
    try {
      const gateway = await gatewayNamed(deps, checkout.gateway)
      await gateway.expireCheckout(checkout.external_id)
      await syncCheckout(deps, checkout)
    } catch (error) {
      // A schedule tries again; a second payment would be refunded.
      if (!(error instanceof GatewayError)) throw error
    }
  }
}

async function syncCheckout(deps: CheckoutDeps, checkout: CheckoutRow): Promise<void> {
  const target = await targetOfCheckout(deps, checkout)
  if (target) await syncTarget(deps, checkout.gateway, target)
}

/** Pages of a gateway can be paid for so long after their checkout has expired here. */
const PAID_LATE_MS = DAY_MS

/** Whether the gateway may know of a payment for a checkout that is not known here. */
const mayBePaid = ({ state, expires_at }: CheckoutRow, now: Date): boolean =>
  state === 'open' || (state === 'expired' && expires_at + PAID_LATE_MS > now.getTime())

/** Whether the purchase was ended and refunded, although it was paid. */
async function isRefunded(db: Db, { subscription_id }: CheckoutRow): Promise<boolean> {
  if (subscription_id === null) return false
  const subscription = await subscriptions.findSubscription(db, subscription_id)
  return ['paid_late', 'duplicate'].includes(subscription?.ended_reason ?? '')
}

/**
 * Returns a checkout of the user. One that may be paid is read at its gateway first, because a visit from
 * the gateway's page does not verify a payment.
 * @throws AppError `item.not_found`
 */
export async function getCheckout(
  deps: CheckoutDeps,
  { userId }: UserActor,
  id: string,
): Promise<{ checkout: CheckoutRow; isRefunded: boolean }> {
  const known = await subscriptions.findCheckout(deps.db, id)
  if (known?.user_id !== userId) throw new AppError('item.not_found')
  if (mayBePaid(known, deps.now()))
    try {
      await syncCheckout(deps, known)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
    }
  const checkout = (await subscriptions.findCheckout(deps.db, id)) ?? known
  return { checkout, isRefunded: await isRefunded(deps.db, checkout) }
}
