import type Stripe from 'stripe'
import type { Card } from '../shared/cards.ts'
import type { Handler } from '../shared/simulator-server.ts'
import { refuse } from './errors.ts'
import {
  add,
  all,
  change,
  emit,
  get,
  make,
  mergeMetadata,
  newId,
  route,
  type StripeState,
} from './state.ts'

/** Customers, their saved cards, setup intents, and the portal in which they choose another card. */
export function customerRoutes(state: StripeState): Record<string, Handler> {
  return {
    'POST /v1/customers': route<Stripe.CustomerCreateParams>(body => createCustomer(state, body)),
    'GET /v1/customers/{id}': call => get(state, 'customer', call.params.id),
    'POST /v1/customers/{id}': route<Stripe.CustomerUpdateParams>((body, call) =>
      updateCustomer(state, get(state, 'customer', call.params.id), body),
    ),
    'GET /v1/payment_methods/{id}': call => get(state, 'payment_method', call.params.id),
    'POST /v1/payment_methods/{id}/attach': route<Stripe.PaymentMethodAttachParams>((body, call) =>
      attach(state, get(state, 'payment_method', call.params.id), body.customer),
    ),
    'POST /v1/payment_methods/{id}/detach': call => detach(state, call.params.id),
    'POST /v1/setup_intents': route<Stripe.SetupIntentCreateParams>(body =>
      createSetupIntent(state, body),
    ),
    'GET /v1/setup_intents/{id}': call => get(state, 'setup_intent', call.params.id),
    'POST /v1/billing_portal/sessions': route<Stripe.BillingPortal.SessionCreateParams>(body =>
      createPortal(state, body),
    ),
  }
}

export function createCustomer(
  state: StripeState,
  body: Stripe.CustomerCreateParams,
): Stripe.Customer {
  const customer = make<Stripe.Customer>('Customer', {
    id: newId('cus'),
    object: 'customer',
    created: state.seconds(),
    email: body.email ?? null,
    name: body.name ?? null,
    description: body.description ?? null,
    address: body.address || null,
    phone: body.phone ?? null,
    metadata: mergeMetadata(null, body.metadata),
    tax_exempt: body.tax_exempt || 'none',
    currency: null,
    delinquent: false,
  })
  add(state, customer)
  emit(state, 'customer.created', customer)
  return customer
}

function updateCustomer(
  state: StripeState,
  customer: Stripe.Customer,
  { metadata, invoice_settings: invoicing, expand: _, ...rest }: Stripe.CustomerUpdateParams,
): Stripe.Customer {
  const methodId = invoicing?.default_payment_method
  if (methodId) {
    const method = get<Stripe.PaymentMethod>(state, 'payment_method', methodId)
    if (method.customer !== customer.id) {
      throw refuse(`The customer does not have a payment method with the ID ${methodId}.`)
    }
  }
  const settings = { ...customer.invoice_settings, ...invoicing }
  return change(state, 'customer.updated', customer, {
    ...(rest as Partial<Stripe.Customer>),
    metadata: mergeMetadata(customer.metadata, metadata),
    invoice_settings: settings as Stripe.Customer.InvoiceSettings,
  })
}

const LAST_DIGITS: Record<Card, string> = {
  ok: '4242',
  declined_soft: '9995',
  declined_hard: '9979',
  expired: '0069',
  requires_3ds: '3184',
  declined_later: '0341',
  pending: '3000',
  pending_then_denied: '3001',
}

export function createCard(state: StripeState, card: Card): Stripe.PaymentMethod {
  const yearNow = new Date(state.core.clock.now()).getUTCFullYear()
  const method = make<Stripe.PaymentMethod>('PaymentMethod', {
    id: newId('pm'),
    object: 'payment_method',
    created: state.seconds(),
    type: 'card',
    metadata: {},
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: null,
      country: 'CZ',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: yearNow + (card === 'expired' ? -1 : 3),
      fingerprint: newId('fp'),
      funding: 'credit',
      generated_from: null,
      last4: LAST_DIGITS[card],
      networks: null,
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  })
  state.cards.set(method.id, card)
  return add(state, method)
}

export function attach(
  state: StripeState,
  method: Stripe.PaymentMethod,
  customerId: string | undefined,
): Stripe.PaymentMethod {
  const customer = get<Stripe.Customer>(state, 'customer', customerId)
  if (method.customer === customer.id) return method
  method.customer = customer.id
  emit(state, 'payment_method.attached', method)
  return method
}

function detach(state: StripeState, id: string | undefined): Stripe.PaymentMethod {
  const method = get<Stripe.PaymentMethod>(state, 'payment_method', id)
  const owner = method.customer
  if (owner === null) throw refuse('The payment method is not attached to a customer.')
  const customer = get<Stripe.Customer>(state, 'customer', owner)
  if (customer.invoice_settings.default_payment_method === method.id) {
    customer.invoice_settings.default_payment_method = null
  }
  for (const one of all<Stripe.Subscription>(state, 'subscription')) {
    if (one.default_payment_method === method.id) one.default_payment_method = null
  }
  return change(state, 'payment_method.detached', method, { customer: null })
}

interface NewSetup {
  customer?: string
  metadata?: unknown
  description?: string
}

export function createSetupIntent(state: StripeState, body: NewSetup): Stripe.SetupIntent {
  const id = newId('seti')
  const intent = make<Stripe.SetupIntent>('SetupIntent', {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${newId('s')}`,
    created: state.seconds(),
    customer: body.customer ?? null,
    description: body.description ?? null,
    metadata: mergeMetadata(null, body.metadata),
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  })
  return add(state, intent)
}

function createPortal(state: StripeState, body: Stripe.BillingPortal.SessionCreateParams) {
  const customer = get<Stripe.Customer>(state, 'customer', body.customer)
  const id = newId('bps')
  const flow = body.flow_data && {
    type: body.flow_data.type,
    after_completion: { type: 'portal_homepage', redirect: null, hosted_confirmation: null },
    subscription_cancel: null,
    subscription_update: null,
    subscription_pause: null,
    subscription_update_confirm: null,
  }
  const session = make<Stripe.BillingPortal.Session>('BillingPortal.Session', {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_simulated',
    created: state.seconds(),
    customer: customer.id,
    flow: flow ?? null,
    return_url: body.return_url ?? null,
    url: `${state.url()}/pay/${id}`,
  })
  return add(state, session)
}

/** A customer chooses another card in the portal; it pays from now on. */
export function replaceCard(state: StripeState, customerId: string, card: Card): string {
  const customer = get<Stripe.Customer>(state, 'customer', customerId)
  const method = attach(state, createCard(state, card), customerId)
  change(state, 'customer.updated', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  })
  for (const one of all<Stripe.Subscription>(state, 'subscription')) {
    if (one.customer !== customerId || one.ended_at !== null) continue
    if (one.default_payment_method === null) continue
    change(state, 'customer.subscription.updated', one, { default_payment_method: method.id })
  }
  return method.id
}
