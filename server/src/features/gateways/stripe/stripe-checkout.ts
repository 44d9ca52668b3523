import type { Money } from '@coffer/contract/money'
import type Stripe from 'stripe'
import {
  type CheckoutInput,
  type CustomerInput,
  GatewayError,
  type PlanCopy,
  type StartedCheckout,
} from '../gateway.ts'
import { hasCode, isMissing } from '../gateway-errors.ts'
import { integerOf } from '../wire-amounts.ts'
import { marked, type StripeContext } from './stripe-client.ts'
import { reading, unlessGone, writing } from './stripe-errors.ts'

/**
 * Creates a customer with constant parameters, so that the idempotency key finds the first one again.
 * The email address and name may change, so they follow in a second call. The key names the customer
 * that is replaced, because the key of the first one still finds it.
 */
export async function ensureCustomer(
  context: StripeContext,
  { userId, email, name }: CustomerInput,
  known?: string,
): Promise<string> {
  const { stripe, options } = context
  const update = (id: string) => writing(() => stripe.customers.update(id, { email, name }))
  if (known !== undefined && (await findOrUndefined(() => update(known)))) return known
  const replaced = known === undefined ? '' : `:${known}`
  const { id } = await writing(() =>
    stripe.customers.create(
      { metadata: marked(context, { user: userId }) },
      { idempotencyKey: `customer:${options.installation}:${userId}${replaced}` },
    ),
  )
  await update(id)
  return id
}

/** Undefined if what the call is about is missing at Stripe. */
async function findOrUndefined<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const productOf = (context: StripeContext, plan: PlanCopy) => ({
  name: plan.name,
  active: plan.isActive,
  ...(plan.description !== '' && { description: plan.description }),
  metadata: marked(context, { plan: plan.planId }),
})

/** Creates the product, under an ID of ours so that it exists once; later calls update it. */
async function ensureProduct(context: StripeContext, plan: PlanCopy): Promise<string> {
  const { stripe, options } = context
  const id = `coffer_${options.installation.slice(0, 8)}_${plan.planId}`
  const values = productOf(context, plan)
  try {
    await writing(() => stripe.products.create({ id, ...values }))
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error
    await writing(() => stripe.products.update(id, values))
  }
  return id
}

async function findPrice(
  { stripe }: StripeContext,
  product: string,
  known: string | undefined,
): Promise<Stripe.Price | undefined> {
  const price = known && (await findOrUndefined(() => reading(() => stripe.prices.retrieve(known))))
  if (price) return price
  return (await reading(() => stripe.prices.list({ product, limit: 1 }))).data[0]
}

/** The key names the price that is replaced, because the key of the first one still finds it. */
function createPrice(
  context: StripeContext,
  plan: PlanCopy,
  product: string,
): Promise<Stripe.Price> {
  const { price: known } = plan.externalIds
  return writing(() =>
    context.stripe.prices.create(
      {
        product,
        currency: plan.currency.toLowerCase(),
        unit_amount: integerOf('stripe', plan),
        recurring: { interval: plan.interval },
        metadata: marked(context, { plan: plan.planId }),
      },
      { idempotencyKey: `price:${product}${known ? `:${known}` : ''}` },
    ),
  )
}

/** A plan's price never changes, so it has one price at Stripe, where prices are immutable too. */
export async function ensurePlan(
  context: StripeContext,
  plan: PlanCopy,
): Promise<Record<string, string>> {
  const product = await ensureProduct(context, plan)
  const { id, active } =
    (await findPrice(context, product, plan.externalIds.price)) ??
    (await createPrice(context, plan, product))
  if (active !== plan.isActive)
    await writing(() => context.stripe.prices.update(id, { active: plan.isActive }))
  return { product, price: id }
}

export async function priceOf(context: StripeContext, plan: PlanCopy): Promise<string> {
  const { price } = plan.externalIds.price ? plan.externalIds : await ensurePlan(context, plan)
  if (price) return price
  throw new GatewayError('rejected', 'The plan has no price at Stripe.', { code: 'plan_missing' })
}

function required<T>(value: T | undefined, name: string): T {
  if (value !== undefined) return value
  throw new GatewayError('rejected', `A checkout needs ${name}.`, { code: 'incomplete' })
}

const pricedLine = (due: Money, description: string) => ({
  price_data: {
    currency: due.currency.toLowerCase(),
    unit_amount: integerOf('stripe', due),
    product_data: { name: description },
  },
  quantity: 1,
})

type SessionPart = Pick<
  Stripe.Checkout.SessionCreateParams,
  | 'mode'
  | 'line_items'
  | 'subscription_data'
  | 'payment_intent_data'
  | 'setup_intent_data'
  | 'allowed_payment_method_types'
  | 'currency'
>

async function partOf(
  context: StripeContext,
  input: CheckoutInput,
  metadata: Record<string, string>,
): Promise<SessionPart> {
  switch (input.purpose) {
    case 'subscribe': {
      const price = await priceOf(context, required(input.plan, 'a plan'))
      const line_items = [{ price, quantity: 1 }]
      return { mode: 'subscription', line_items, subscription_data: { metadata } }
    }
    case 'fund':
    case 'pay': {
      const line_items = [pricedLine(required(input.due, 'an amount'), input.description)]
      return { mode: 'payment', line_items, payment_intent_data: { metadata } }
    }
    case 'setup':
      return {
        mode: 'setup',
        allowed_payment_method_types: ['card'],
        ...(input.due && { currency: input.due.currency.toLowerCase() }),
        setup_intent_data: { metadata },
      }
    case 'swap':
      throw new GatewayError('rejected', 'Stripe changes plans without a checkout.', {
        code: 'not_supported',
      })
  }
}

/** Languages of the hosted page that we have too. */
const LOCALES = ['cs', 'de', 'en', 'es', 'fr', 'hu', 'it', 'nl', 'pl', 'pt', 'sk', 'sv'] as const

const localeOf = (locale: string) =>
  LOCALES.find(each => each === locale.split('-')[0]) ?? ('auto' as const)

export async function startCheckout(
  context: StripeContext,
  input: CheckoutInput,
): Promise<StartedCheckout> {
  const { stripe } = context
  const { customer } = input
  const metadata = marked(context, { reference: input.id })
  const part = await partOf(context, input, metadata)
  const customerId = customer.externalId ?? (await ensureCustomer(context, customer))
  const session = await writing(() =>
    stripe.checkout.sessions.create(
      {
        ...part,
        customer: customerId,
        client_reference_id: input.id,
        metadata,
        locale: localeOf(input.locale),
        success_url: input.successUrl,
        cancel_url: input.cancelUrl,
        expires_at: Math.floor(input.expiresAt / 1000),
      },
      {
        idempotencyKey: `checkout:${input.id}:${customerId}:${input.plan?.externalIds.price ?? ''}`,
      },
    ),
  )
  return { externalId: session.id, url: required(session.url ?? undefined, 'a page') }
}

export async function expireCheckout({ stripe }: StripeContext, id: string): Promise<void> {
  const session = await reading(() => stripe.checkout.sessions.retrieve(id))
  if (session.status !== 'open') return
  await unlessGone(() => stripe.checkout.sessions.expire(id), 'session_not_open')
}
