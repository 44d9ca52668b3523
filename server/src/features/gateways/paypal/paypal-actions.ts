import type { Money } from '@coffer/contract/money'
import {
  type CheckoutInput,
  GatewayError,
  type PlanCopy,
  type RemoteRefund,
  type StartedCheckout,
} from '../gateway.ts'
import { notSupported, parseAnswer } from '../gateway-answers.ts'
import { hasCode } from '../gateway-errors.ts'
import { decimalOf } from '../wire-amounts.ts'
import { customIdOf, keyed, type PayPalContext, segment } from './paypal-api.ts'
import { fetchRawSubscription, findSale } from './paypal-facts.ts'
import { CANCELLED_NOTE, toRefund, toSaleRefund } from './paypal-presenter.ts'
import { find, get } from './paypal-reads.ts'
import { Created, linkOf, Plan, Plans, Refund, SaleRefund } from './paypal-schemas.ts'

const moneyOf = (amount: Money) => ({
  currency_code: amount.currency,
  value: decimalOf(amount),
})

const MAX_NAME = 127

/** Creates the product, under an ID of ours so that it exists once. */
async function ensureProduct({ http }: PayPalContext, plan: PlanCopy): Promise<string> {
  const id = `COFFER-${plan.planId}`
  try {
    await http({
      method: 'POST',
      path: '/v1/catalogs/products',
      body: { id, name: plan.name.slice(0, MAX_NAME), type: 'SERVICE' },
      isRepeatable: true,
    })
  } catch (error) {
    if (!hasCode(error, 'DUPLICATE_RESOURCE_IDENTIFIER')) throw error
  }
  return id
}

/** The key names the plan that is replaced, because the key of the first one still finds it. */
async function createPlan({ http }: PayPalContext, plan: PlanCopy, product: string): Promise<Plan> {
  const { plan: known } = plan.externalIds
  const { body } = await http({
    method: 'POST',
    path: '/v1/billing/plans',
    body: {
      product_id: product,
      name: plan.name.slice(0, MAX_NAME),
      billing_cycles: [
        {
          frequency: { interval_unit: plan.interval.toUpperCase(), interval_count: 1 },
          tenure_type: 'REGULAR',
          sequence: 1,
          total_cycles: 0,
          pricing_scheme: { fixed_price: moneyOf(plan) },
        },
      ],
      payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: 3 },
    },
    ...keyed(`plan-${plan.planId}${known ? `-${known}` : ''}`),
  })
  return parseAnswer(Plan, body)
}

async function findPlan(
  context: PayPalContext,
  product: string,
  known: string | undefined,
): Promise<Plan | undefined> {
  const plan = known && (await find(context, `/v1/billing/plans/${segment(known)}`, Plan))
  if (plan) return plan
  const path = `/v1/billing/plans?product_id=${segment(product)}&page_size=1`
  return (await get(context, path, Plans)).plans?.[0]
}

/** Activates or deactivates the copy; deactivated ones keep their subscribers. */
async function setPlanState({ http }: PayPalContext, { id, status }: Plan, isActive: boolean) {
  const wanted = isActive ? 'ACTIVE' : 'INACTIVE'
  if (status === wanted) return
  const action = isActive ? 'activate' : 'deactivate'
  try {
    await http({ method: 'POST', path: `/v1/billing/plans/${segment(id)}/${action}` })
  } catch (error) {
    if (!hasCode(error, 'PLAN_STATUS_INVALID')) throw error
  }
}

export async function ensurePlan(
  context: PayPalContext,
  plan: PlanCopy,
): Promise<Record<string, string>> {
  const product = await ensureProduct(context, plan)
  const copy =
    (await findPlan(context, product, plan.externalIds.plan)) ??
    (await createPlan(context, plan, product))
  await setPlanState(context, copy, plan.isActive)
  return { product, plan: copy.id }
}

async function planIdOf(context: PayPalContext, plan: PlanCopy): Promise<string> {
  const { plan: id } = plan.externalIds.plan ? plan.externalIds : await ensurePlan(context, plan)
  if (id) return id
  throw new GatewayError('rejected', 'The plan is not at PayPal.', { code: 'plan_missing' })
}

const LOCALES: Record<string, string> = { en: 'en-US', es: 'es-ES', cs: 'cs-CZ', sk: 'sk-SK' }

const pageOf = ({ locale, successUrl, cancelUrl }: CheckoutInput) => ({
  locale: LOCALES[locale.split('-')[0] ?? ''] ?? 'en-US',
  shipping_preference: 'NO_SHIPPING',
  return_url: successUrl,
  cancel_url: cancelUrl,
})

/** The amount due at once, before a schedule that starts later. */
const setupFeeOf = ({ due }: CheckoutInput) =>
  due && due.amount > 0
    ? {
        plan: {
          payment_preferences: {
            setup_fee: moneyOf(due),
            setup_fee_failure_action: 'CANCEL',
          },
        },
      }
    : {}

function started(body: unknown, ...rels: string[]): StartedCheckout {
  const created = parseAnswer(Created, body)
  const url = linkOf(created.links, ...rels)
  if (url) return { externalId: created.id, url }
  throw new GatewayError('unknown', 'PayPal sent no page.', { code: 'unreadable' })
}

async function startSubscription(
  context: PayPalContext,
  input: CheckoutInput,
  plan: PlanCopy,
): Promise<StartedCheckout> {
  const planId = await planIdOf(context, plan)
  const isSwap = input.purpose === 'swap'
  const { body } = await context.http({
    method: 'POST',
    path: '/v1/billing/subscriptions',
    body: {
      plan_id: planId,
      custom_id: customIdOf(context, input.id, plan.planId),
      ...(isSwap && input.startsAt && { start_time: new Date(input.startsAt).toISOString() }),
      ...(isSwap && setupFeeOf(input)),
      application_context: { ...pageOf(input), user_action: 'SUBSCRIBE_NOW' },
    },
    ...keyed(`subscription-${input.id}-${planId}`),
  })
  return started(body, 'approve')
}

async function startOrder(
  context: PayPalContext,
  input: CheckoutInput,
  due: Money,
): Promise<StartedCheckout> {
  const { body } = await context.http({
    method: 'POST',
    path: '/v2/checkout/orders',
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        {
          amount: moneyOf(due),
          custom_id: customIdOf(context, input.id),
          // PayPal accepts each invoice ID once.
          invoice_id: input.id,
          description: input.description.slice(0, MAX_NAME),
        },
      ],
      payment_source: {
        paypal: { experience_context: { ...pageOf(input), user_action: 'PAY_NOW' } },
      },
    },
    ...keyed(`order-${input.id}`),
  })
  return started(body, 'payer-action', 'approve')
}

export async function startCheckout(
  context: PayPalContext,
  input: CheckoutInput,
): Promise<StartedCheckout> {
  const { purpose, plan, due } = input
  if (purpose === 'setup') throw notSupported('PayPal stores no cards.')
  if ((purpose === 'subscribe' || purpose === 'swap') && plan)
    return startSubscription(context, input, plan)
  if ((purpose === 'fund' || purpose === 'pay') && due) return startOrder(context, input, due)
  throw new GatewayError('rejected', 'The checkout lacks a plan or an amount.', {
    code: 'incomplete',
  })
}

interface StateChange {
  action: 'suspend' | 'activate' | 'cancel'
  reason: string
  /** States in which the change has happened already. */
  done: readonly string[]
}

/** Changes the state; succeeds too if it has been changed already. */
async function changeState(context: PayPalContext, id: string, change: StateChange): Promise<void> {
  try {
    await context.http({
      method: 'POST',
      path: `/v1/billing/subscriptions/${segment(id)}/${change.action}`,
      body: { reason: change.reason },
    })
  } catch (error) {
    if (!hasCode(error, 'SUBSCRIPTION_STATUS_INVALID')) throw error
    const { status } = await fetchRawSubscription(context, id)
    if (!change.done.includes(status)) throw error
  }
}

/** Suspends until the paid time ends, as a cancelled subscription cannot be resumed at PayPal. */
export const cancelAtEnd = (context: PayPalContext, id: string): Promise<void> =>
  changeState(context, id, {
    action: 'suspend',
    reason: CANCELLED_NOTE,
    done: ['SUSPENDED', 'CANCELLED', 'EXPIRED'],
  })

export const resume = (context: PayPalContext, id: string): Promise<void> =>
  changeState(context, id, { action: 'activate', reason: 'Resumed.', done: ['ACTIVE'] })

export const endNow = (context: PayPalContext, id: string): Promise<void> =>
  changeState(context, id, { action: 'cancel', reason: 'Ended.', done: ['CANCELLED', 'EXPIRED'] })

/** Refunds a sale, which is a payment of a subscription, or else a capture. */
export async function refund(
  context: PayPalContext,
  key: string,
  id: string,
  amount: Money,
): Promise<RemoteRefund> {
  const value = decimalOf(amount)
  if (await findSale(context, id)) {
    const { body } = await context.http({
      method: 'POST',
      path: `/v1/payments/sale/${segment(id)}/refund`,
      body: { amount: { total: value, currency: amount.currency } },
      ...keyed(`refund-${key}`),
    })
    return toSaleRefund(parseAnswer(SaleRefund, body), amount)
  }
  const { body } = await context.http({
    method: 'POST',
    path: `/v2/payments/captures/${segment(id)}/refund`,
    body: { amount: moneyOf(amount) },
    ...keyed(`refund-${key}`),
  })
  return toRefund(parseAnswer(Refund, body), amount)
}
