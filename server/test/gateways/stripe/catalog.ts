import type Stripe from 'stripe'
import type { Handler } from '../shared/simulator-server.ts'
import { requireAmount } from './amounts.ts'
import { fail, refuse } from './errors.ts'
import { listOf } from './lists.ts'
import { add, find, get, make, mergeMetadata, newId, route, type StripeState } from './state.ts'

/** Products and prices. A price never changes. */
export function catalogRoutes(state: StripeState): Record<string, Handler> {
  return {
    'POST /v1/products': route<Stripe.ProductCreateParams>(body => createProduct(state, body)),
    'GET /v1/products/{id}': call => get(state, 'product', call.params.id),
    'POST /v1/products/{id}': route<Stripe.ProductUpdateParams>((body, call) => {
      const product = get<Stripe.Product>(state, 'product', call.params.id)
      const { metadata, expand: _, ...changes } = body
      return Object.assign(product, changes, {
        metadata: mergeMetadata(product.metadata, metadata),
        updated: state.seconds(),
      })
    }),
    'GET /v1/prices': listOf(state, 'price'),
    'POST /v1/prices': route<Stripe.PriceCreateParams>(body => createPrice(state, body)),
    'GET /v1/prices/{id}': call => get(state, 'price', call.params.id),
    'POST /v1/prices/{id}': route<Stripe.PriceUpdateParams>((body, call) => {
      const price = get<Stripe.Price>(state, 'price', call.params.id)
      const { metadata, expand: _, currency_options: __, ...changes } = body
      const merged = mergeMetadata(price.metadata, metadata)
      return Object.assign(price, changes, { metadata: merged })
    }),
  }
}

function createProduct(state: StripeState, body: Stripe.ProductCreateParams): Stripe.Product {
  if (find(state, 'product', body.id)) {
    throw fail(400, {
      type: 'invalid_request_error',
      code: 'resource_already_exists',
      message: `Product already exists: ${body.id}.`,
      param: 'id',
    })
  }
  const product = make<Stripe.Product>('Product', {
    id: body.id ?? newId('prod'),
    object: 'product',
    active: body.active ?? true,
    created: state.seconds(),
    updated: state.seconds(),
    name: body.name,
    description: body.description ?? null,
    metadata: mergeMetadata(null, body.metadata),
    type: 'service',
    default_price: null,
  })
  return add(state, product)
}

interface NewPrice {
  currency: string
  product?: string
  unit_amount?: number
  recurring?: Partial<Stripe.PriceCreateParams.Recurring>
  tax_behavior?: string
  lookup_key?: string
  nickname?: string
  active?: boolean
  metadata?: unknown
}

function createPrice(state: StripeState, body: NewPrice): Stripe.Price {
  const { recurring, unit_amount: amount } = body
  if (amount === undefined) throw refuse('Prices need unit_amount here', undefined, 'unit_amount')
  requireAmount(amount, body.currency)
  get(state, 'product', body.product)
  const price = make<Stripe.Price>('Price', {
    id: newId('price'),
    object: 'price',
    active: body.active ?? true,
    billing_scheme: 'per_unit',
    created: state.seconds(),
    currency: body.currency.toLowerCase(),
    lookup_key: body.lookup_key ?? null,
    nickname: body.nickname ?? null,
    metadata: mergeMetadata(null, body.metadata),
    product: body.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: body.tax_behavior ?? 'unspecified',
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  })
  return add(state, price)
}

/** The price of a line, made on the spot when it is given as data. */
export function priceOf(
  state: StripeState,
  line: { price?: string; price_data?: object },
): Stripe.Price {
  const data = line.price_data as (NewPrice & { product_data?: { name: string } }) | undefined
  if (!data) return get<Stripe.Price>(state, 'price', line.price)
  const product = data.product ?? createProduct(state, { name: data.product_data?.name ?? '' }).id
  return createPrice(state, { ...data, product, active: false })
}
