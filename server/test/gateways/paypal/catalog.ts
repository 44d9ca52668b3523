import type { Fields } from '../shared/description.ts'
import { randomId } from '../shared/ids.ts'
import type { Call, Handler } from '../shared/simulator-server.ts'
import { refuse } from './errors.ts'
import { issueOf } from './money.ts'
import { linkTo, need, type PayPalState, type Plan, type Product, timeNow } from './state.ts'

export function catalogRoutes(state: PayPalState): Record<string, Handler> {
  const { products, plans } = state
  return {
    'POST /v1/catalogs/products': call => createProduct(state, call),
    'GET /v1/catalogs/products': () => ({ products: [...products.values()] }),
    'GET /v1/catalogs/products/{product_id}': ({ params, call }) =>
      need(products, params.product_id, call),
    'POST /v1/billing/plans': call => createPlan(state, call),
    'GET /v1/billing/plans': ({ query }) => ({
      plans: [...plans.values()].filter(
        plan => query.product_id === undefined || plan.product_id === query.product_id,
      ),
    }),
    'GET /v1/billing/plans/{id}': ({ params, call }) => need(plans, params.id, call),
    'POST /v1/billing/plans/{id}/activate': call => setStatus(state, call, 'ACTIVE'),
    'POST /v1/billing/plans/{id}/deactivate': call => setStatus(state, call, 'INACTIVE'),
    'POST /v1/billing/plans/{id}/update-pricing-schemes': call => reprice(state, call),
  }
}

function createProduct(state: PayPalState, { body, call }: Call): Product {
  const id = (body.id as string | undefined) ?? randomId('PROD-', 17)
  if (state.products.has(id)) throw refuse(call, 'DUPLICATE_RESOURCE_IDENTIFIER')
  const product = {
    ...body,
    id,
    create_time: timeNow(state),
    links: [linkTo(state, 'self', `/v1/catalogs/products/${id}`)],
  } as unknown as Product
  state.products.set(id, product)
  return product
}

function createPlan(state: PayPalState, { body, call }: Call): Plan {
  const id = randomId('P-', 24)
  const plan = {
    status: 'ACTIVE',
    ...body,
    id,
    create_time: timeNow(state),
    links: [linkTo(state, 'self', `/v1/billing/plans/${id}`)],
  } as unknown as Plan
  need(state.products, plan.product_id, 'GET /v1/billing/plans/{id}')
  const regular = plan.billing_cycles.filter(cycle => cycle.tenure_type === 'REGULAR')
  if (regular.length === 0) throw refuse(call, 'MISSING_REGULAR_BILLING_CYCLE')
  const price = regular[0]?.pricing_scheme?.fixed_price
  if (!price || issueOf(price)) throw refuse(call, 'CURRENCY_NOT_SUPPORTED_FOR_RECEIVER')
  state.plans.set(id, plan)
  return plan
}

function setStatus(state: PayPalState, { params, call }: Call, status: string) {
  const plan = need(state.plans, params.id, call)
  if (plan.status === status) throw refuse(call, 'PLAN_STATUS_INVALID')
  plan.status = status
}

/** Running subscriptions pay the new price too, unlike at the other gateways. */
function reprice(state: PayPalState, { params, body, call }: Call) {
  const plan = need(state.plans, params.id, call)
  for (const {
    billing_cycle_sequence: sequence,
    pricing_scheme: scheme,
  } of body.pricing_schemes as {
    billing_cycle_sequence: number
    pricing_scheme: Fields
  }[]) {
    const cycle = plan.billing_cycles.find(one => one.sequence === sequence)
    if (cycle) cycle.pricing_scheme = { ...cycle.pricing_scheme, ...scheme }
  }
}
