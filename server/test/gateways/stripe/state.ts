import { DAY_MS } from '@coffer/contract/durations'
import type Stripe from 'stripe'
import type { Card } from '../shared/cards.ts'
import { descriptionOf, type Fields } from '../shared/description.ts'
import { randomId } from '../shared/ids.ts'
import { type Call, type Core, GatewayError, type Handler } from '../shared/simulator-server.ts'
import { fail } from './errors.ts'

export const API_VERSION = '2026-10-28.endive'
export const description = descriptionOf('stripe')

export interface Resource {
  id: string
  object: string
}

export interface StripeOptions {
  /** When the gateway charges again after a refusal, in days since the attempt before. */
  retryDays: number[]
  /** The state of a subscription after the last failed attempt. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due'
}

export interface StripeState extends StripeOptions {
  core: Core
  url: () => string
  /** By id. */
  resources: Map<string, Resource>
  resourcesOf: Map<Resource['object'], Set<Resource>>
  cards: Map<string, Card>
  endpointSecrets: Map<string, string>
  /** The invoice that a payment intent pays. */
  invoiceOfIntent: Map<string, string>
  /** Called when a payment intent has succeeded or failed finally. */
  afterIntent: ((intent: Stripe.PaymentIntent) => void)[]
  /** Called when an invoice was paid, or an attempt to pay it failed. */
  afterInvoice: ((invoice: Stripe.Invoice, outcome: 'paid' | 'failed') => void)[]
  /** Changes of plan that take effect once their invoice is paid. */
  pendingChanges: Map<string, () => void>
  /** Lines of the next invoice, by subscription. */
  pendingLines: Map<string, DraftLine[]>
  seconds: () => number
  /** Seconds at which an event leaves, as receivers refuse old ones. */
  sentAt: () => number
}

export interface DraftLine {
  amount: number
  description: string
  price: Stripe.Price
  quantity: number
  period: { start: number; end: number }
  isProration: boolean
}

export function createState(
  core: Core,
  options: StripeOptions & { url: () => string },
): StripeState {
  return {
    ...options,
    core,
    resources: new Map(),
    resourcesOf: new Map(),
    cards: new Map(),
    endpointSecrets: new Map(),
    invoiceOfIntent: new Map(),
    afterIntent: [],
    afterInvoice: [],
    pendingChanges: new Map(),
    pendingLines: new Map(),
    seconds: () => Math.floor(core.clock.now() / 1000),
    sentAt: () => Math.floor(core.clock.present() / 1000),
  }
}

/** A resource with every field that the description requires. */
export function make<T extends Resource>(schema: string, given: object): T {
  return description.fill<T>(schema, { livemode: false, ...given })
}

export function add<T extends Resource>(state: StripeState, resource: T): T {
  state.resources.set(resource.id, resource)
  const others = state.resourcesOf.get(resource.object)
  if (others) others.add(resource)
  else state.resourcesOf.set(resource.object, new Set([resource]))
  return resource
}

export function remove(state: StripeState, resource: Resource): void {
  state.resources.delete(resource.id)
  state.resourcesOf.get(resource.object)?.delete(resource)
}

export function newId(prefix: string): string {
  return randomId(`${prefix}_`, 24)
}

export function find<T extends Resource>(
  state: StripeState,
  object: T['object'],
  id: unknown,
): T | undefined {
  const match = typeof id === 'string' ? state.resources.get(id) : undefined
  return match?.object === object ? (match as T) : undefined
}

/** Unknown resources answer as Stripe does. */
export function get<T extends Resource>(
  state: StripeState,
  object: T['object'],
  id: unknown,
  param?: string,
): T {
  const match = find<T>(state, object, id)
  if (match) return match
  throw missing(object, id, param)
}

export function missing(object: string, id: unknown, param = 'id'): GatewayError {
  return fail(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  })
}

export function all<T extends Resource>(state: StripeState, object: T['object']): T[] {
  return [...(state.resourcesOf.get(object) ?? [])] as T[]
}

const SCHEMAS: Record<string, string> = {
  'checkout.session': 'Checkout.Session',
  subscription: 'Subscription',
  invoice: 'Invoice',
  payment_intent: 'PaymentIntent',
  setup_intent: 'SetupIntent',
  payment_method: 'PaymentMethod',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  customer: 'Customer',
}

const EVENTS_KEPT_S = (30 * DAY_MS) / 1000

/** Stripe lists the events of 30 days. */
export const isForgotten = (state: StripeState, { created }: Stripe.Event): boolean =>
  created < state.seconds() - EVENTS_KEPT_S

function forgetEvents(state: StripeState): void {
  for (const event of state.resourcesOf.get('event') ?? []) {
    if (!isForgotten(state, event as Stripe.Event)) return
    remove(state, event)
  }
}

/** Records an event and hands it to delivery. */
export function emit(
  state: StripeState,
  type: string,
  object: Resource,
  previous?: object,
): Stripe.Event {
  const schema = SCHEMAS[object.object]
  const problems = schema ? description.problemsOf(schema, object) : []
  if (problems.length > 0) state.core.violations.push({ call: type, side: 'answer', problems })
  const event = make<Stripe.Event & Resource>('Event', {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: state.seconds(),
    data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
    pending_webhooks: 1,
    request: { id: newId('req'), idempotency_key: null },
    type,
  })
  add(state, event)
  forgetEvents(state)
  state.core.events.push({ id: event.id, type, body: JSON.stringify(event, null, 2) })
  return event
}

/** Changes a resource and emits an event with the values before. */
export function change<T extends Resource>(
  state: StripeState,
  type: string,
  resource: T,
  changes: Partial<T>,
): T {
  const keys = Object.keys(changes) as (keyof T)[]
  const previous = Object.fromEntries(keys.map(key => [key, structuredClone(resource[key])]))
  Object.assign(resource, changes)
  emit(state, type, resource, previous)
  return resource
}

/** A route whose body was checked against the description. */
export function route<Body>(handler: (body: Body, call: Call) => unknown): Handler {
  return call => handler(call.body as unknown as Body, call)
}

/** Metadata is merged; an empty value removes a key, an empty text all. */
export function mergeMetadata(old: Fields | null, given: unknown): Record<string, string> {
  const kept = (old ?? {}) as Record<string, string>
  if (given === undefined) return kept
  if (given === '' || given === null) return {}
  const entries = Object.entries({ ...kept, ...(given as Record<string, string>) })
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** Whether an error answers the call, as opposed to a fault in the simulator. */
export const isAnswer = (error: unknown): error is GatewayError => error instanceof GatewayError
