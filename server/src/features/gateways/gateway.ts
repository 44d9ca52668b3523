import type { IncomingHttpHeaders } from 'node:http'
import type { ChargeState, DisputeState, GatewayName } from '@coffer/contract/gateways'
import type { Money } from '@coffer/contract/money'

/** Differences between gateways; features check these instead of the gateway's name. */
export interface GatewayCapabilities {
  /** Whether fixed subscriptions run on the gateway's own schedule. */
  keepsSchedule: boolean
  /** Whether a saved card can be charged without the user. */
  chargesSavedCards: boolean
  /** Whether webhooks are registered by a call. */
  registersWebhooks: boolean
  /** Whether its lists of payments and refunds are complete. */
  listsEverything: boolean
  currencies: readonly string[]
}

/** The outcome of a failed call. */
export type GatewayErrorKind =
  | 'declined'
  | 'hard_declined'
  | 'action_required'
  | 'unavailable'
  | 'rejected'
  | 'unknown'

/**
 * The only error that calls throw. `unavailable`: the call had no effect and can be repeated.
 * `unknown`: it may have had an effect, so read the state before repeating it.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly kind: GatewayErrorKind
  /** Code of the gateway, for administrators. */
  readonly code: string | undefined
  /** Where the user confirms the payment. */
  readonly actionUrl: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Whether the gateway has nothing of that id, as after its test data were deleted. */
  readonly isMissing: boolean

  constructor(
    kind: GatewayErrorKind,
    message: string,
    details: {
      code?: string
      actionUrl?: string
      retryAfterSeconds?: number
      isMissing?: boolean
    } = {},
  ) {
    super(message)
    this.kind = kind
    this.code = details.code
    this.actionUrl = details.actionUrl
    this.retryAfterSeconds = details.retryAfterSeconds
    this.isMissing = details.isMissing ?? false
  }
}

/** A plan as the gateway needs it; `externalIds` are kept in `plan_gateways`. */
export interface PlanCopy extends Money {
  planId: string
  name: string
  description: string
  interval: 'month' | 'year'
  isActive: boolean
  externalIds: Record<string, string>
}

export interface PlanChange {
  plan: PlanCopy
  /** The time by which it is prorated, in the running period. */
  at: number
}

/** Code of the error for a change that is prorated by a time before the running period. */
export const PREVIEW_EXPIRED = 'preview_expired'

export interface CustomerInput {
  userId: string
  email: string
  name: string
}

/** A payment on a page of the gateway. `id` is our checkout's id, the idempotency key of the call. */
export interface CheckoutInput {
  id: string
  purpose: 'subscribe' | 'swap' | 'fund' | 'setup' | 'pay'
  customer: CustomerInput & { externalId: string | null }
  /** For `subscribe` and `swap`. */
  plan?: PlanCopy
  /** The amount due now: for `fund` and `pay`, `swap` where we prorate, and `setup` (Paystack charges it). */
  due?: Money
  /** For `swap`: when the new schedule starts; the time before it is paid already. */
  startsAt?: number
  description: string
  locale: string
  successUrl: string
  cancelUrl: string
  /** At least 31 minutes and at most 24 hours ahead. */
  expiresAt: number
}

export interface StartedCheckout {
  externalId: string
  url: string
}

export type RemoteStatus = 'inactive' | 'active' | 'cancelled' | 'completed'

export interface RemotePayment extends Money {
  externalId: string
  /** The checkout's id or the charge's key, if the gateway kept one. */
  reference: string | null
  subscriptionExternalId: string | null
  /** The gateway's invoice that it pays. */
  invoiceExternalId: string | null
  /** `created`: stored at the gateway, but no money moves unless the charge is repeated. */
  state: ChargeState
  isHardDecline: boolean
  reason: string | null
  actionUrl: string | null
  paidAt: number
  period: { startsAt: number; endsAt: number } | null
  refunds: readonly RemoteRefund[]
  disputes: readonly RemoteDispute[]
  /** A card that may be charged again. */
  method: RemoteMethod | null
}

export interface RemoteRefund extends Money {
  externalId: string
  state: 'processing' | 'succeeded' | 'failed'
  createdAt: number
}

/** A refund in the list of a gateway. */
export interface ListedRefund extends RemoteRefund {
  paymentExternalId: string
}

/** The money that a gateway has taken from a payment, as of one reading. */
export interface Reversal {
  /** Those that the gateway lists, except for returned ones it knows of. */
  takings: readonly { amount: number; createdAt: number }[]
  /** Whether all that refunds have left of the payment is taken. */
  isWhole: boolean
  /** UTC ms. */
  readAt: number
}

export interface RemoteDispute extends Money {
  externalId: string
  state: DisputeState
  createdAt: number
  /** UTC ms, if the gateway names it. */
  decidedAt?: number | undefined
  /** Of an entry that names a reversal, see `reversalIdOf`. */
  reversal?: Reversal
}

/** A dispute in the list of a gateway. */
export interface ListedDispute extends RemoteDispute {
  paymentExternalId: string
}

export interface RemoteMethod {
  externalId: string
  kind: 'card' | 'paypal' | 'other'
  brand: string | null
  last4: string | null
  /** The only email for which the gateway charges it; null for any. */
  payerEmail: string | null
  /** The same for all ids of a card; null where a card has one id. */
  signature: string | null
  expiresAt: number | null
}

/** A gateway's invoice, mirrored line by line. */
export interface RemoteInvoice extends Money {
  externalId: string
  subscriptionExternalId: string | null
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  /**
   * The customer's credit at the gateway that the invoice used. Negative if it also collects rests of
   * earlier invoices that were too small to be charged.
   */
  creditUsed: number
  /** By credit notes of the gateway, before it was paid. */
  credited: number
  /** They sum to the amount. */
  lines: readonly (Money & {
    description: string
    period: { startsAt: number; endsAt: number } | null
  })[]
  createdAt: number
}

export interface RemoteSubscription {
  externalId: string
  /** The id of the checkout that began it. */
  reference: string | null
  status: RemoteStatus
  paymentState: 'ok' | 'past_due' | 'action_required'
  /** The gateway's own status, for administrators. */
  gatewayStatus: string
  /** When its status last changed; null where it is not needed. */
  statusChangedAt: number | null
  planId: string | null
  price: Money | null
  periodStartsAt: number | null
  periodEndsAt: number | null
  endsAt: number | null
  endedAt: number | null
  /** When the gateway stopped collecting and suspended it; null while it tries, or has ended it. */
  unpaidSince: number | null
}

/** The state of a subscription, checkout or payment at the gateway, fetched at one moment. */
export interface RemoteFacts {
  subscription: RemoteSubscription | null
  checkout: {
    externalId: string
    state: 'open' | 'completed' | 'expired' | 'failed'
    /** Why its payment was just refused, while it can be paid in another way. */
    refusal?: string
  } | null
  payments: readonly RemotePayment[]
  invoices: readonly RemoteInvoice[]
  methods: readonly RemoteMethod[]
  customerExternalId: string | null
}

/** The facts of a subject that is missing or belongs to another installation. */
export const NO_FACTS: RemoteFacts = {
  subscription: null,
  checkout: null,
  payments: [],
  invoices: [],
  methods: [],
  customerExternalId: null,
}

/** The resource at the gateway that a sync reads. */
export type Subject =
  | { kind: 'checkout'; externalId: string }
  | { kind: 'subscription'; externalId: string }
  | { kind: 'payment'; externalId: string }

export interface GatewayEvent {
  externalId: string
  type: string
  isLive: boolean
  /** Undefined for types and installations that are not ours. */
  subject: Subject | undefined
  body: unknown
}

export interface ChargeInput extends Money {
  /** Our payment's id and attempt: a second call with it charges nothing. */
  key: string
  customer: CustomerInput & { externalId: string | null }
  methodExternalId: string
  description: string
  /** Where the bank sends a user who had to confirm the payment. */
  returnUrl: string
  /** Called with the gateway's id before money can move. */
  onCreated: (externalId: string) => Promise<void>
}

export interface WebhookRegistration {
  externalId: string
  /** Returned only once by the gateway. */
  secret: string | null
}

/** A payment gateway, see docs/billing.md. All calls are safe to repeat. */
export interface Gateway {
  readonly name: GatewayName
  readonly isLive: boolean
  readonly capabilities: GatewayCapabilities
  /** Verifies the credentials with one call. */
  check: () => Promise<void>
  /** Creates a customer, or updates a known one; a known one that is missing is replaced. */
  ensureCustomer: (customer: CustomerInput, known?: string) => Promise<string | null>
  /** Creates or updates the copy of a plan; what is missing of a known one is replaced. */
  ensurePlan: (plan: PlanCopy) => Promise<Record<string, string>>
  startCheckout: (input: CheckoutInput) => Promise<StartedCheckout>
  expireCheckout: (externalId: string) => Promise<void>
  /** The cost of a change of plan, below zero for a credit; null where we compute it. */
  previewChange: (subscriptionExternalId: string, change: PlanChange) => Promise<Money | null>
  /** Changes the plan at once, prorated by the gateway for the amount of a preview of the same time. */
  changePlan: (key: string, subscriptionExternalId: string, change: PlanChange) => Promise<void>
  cancelAtEnd: (subscriptionExternalId: string) => Promise<void>
  resume: (subscriptionExternalId: string) => Promise<void>
  endNow: (subscriptionExternalId: string) => Promise<void>
  /** A page of the gateway where the user changes their card; null if the gateway has no such page. */
  managePaymentMethod: (input: {
    customerExternalId: string
    subscriptionExternalId: string | null
    returnUrl: string
  }) => Promise<string | null>
  forgetMethod: (methodExternalId: string) => Promise<void>
  charge: (input: ChargeInput) => Promise<RemotePayment>
  refund: (key: string, paymentExternalId: string, amount: Money) => Promise<RemoteRefund>
  fetchFacts: (subject: Subject) => Promise<RemoteFacts>
  /** Payments since a time, without their refunds and disputes. */
  listPayments: (since: number) => AsyncIterable<RemotePayment>
  /** Refunds since a time, of payments of any age and of any installation. */
  listRefunds: (since: number) => AsyncIterable<ListedRefund>
  /** Disputes that were opened since a time, of payments of any age and of any installation. */
  listDisputes: (since: number) => AsyncIterable<ListedDispute>
  /** Throws `GatewayError` of kind `rejected` if the signature is not valid for these bytes. */
  verifyEvent: (headers: IncomingHttpHeaders, raw: Buffer) => Promise<GatewayEvent>
  registerWebhook: (url: string) => Promise<WebhookRegistration>
  /** Removes an earlier registration; succeeds if it is missing. */
  removeWebhook: (externalId: string) => Promise<void>
}
