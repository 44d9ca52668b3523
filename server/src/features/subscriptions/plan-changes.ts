import type { DisputeRow, InvoiceRow, PaymentRow, RefundRow } from '../../db/schema-payments.ts'
import type { CheckoutRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { amountText } from '../../lib/amount-text.ts'
import type {
  RemoteDispute,
  RemoteFacts,
  RemoteInvoice,
  RemoteMethod,
  RemotePayment,
  RemoteRefund,
} from '../gateways/index.ts'
import { isPaidLate, planSubscription, type SubscriptionPlan } from './subscription-state.ts'

/** The stored rows of a subject, read in the transaction that applies the changes. */
export interface LocalState {
  checkout: CheckoutRow | undefined
  subscription: SubscriptionRow | undefined
  /** Whether the gateway decides when the subscription renews. */
  keepsSchedule: boolean
  /** By the id of the gateway; all that the facts name. */
  payments: ReadonlyMap<string, PaymentRow>
  refunds: ReadonlyMap<string, RefundRow>
  disputes: ReadonlyMap<string, DisputeRow>
  invoices: ReadonlyMap<string, InvoiceRow>
}

export interface Difference {
  kind: 'amount'
  subject: string
  ours: string
  theirs: string
}

export interface PaymentChange {
  remote: RemotePayment
  /** The id of the gateway's invoice that it pays, or its own where the gateway writes none. */
  invoiceExternalId: string | null
}

export interface Changes {
  checkout: { state: CheckoutRow['state']; reason: string | null } | undefined
  subscription: SubscriptionPlan | undefined
  /** Whether the purchase was paid after it had expired, so that it has to be refunded. */
  isPaidLate: boolean
  /** The oldest first; invoices precede the payments that pay them. */
  invoices: RemoteInvoice[]
  payments: PaymentChange[]
  refunds: { paymentExternalId: string; remote: RemoteRefund }[]
  disputes: { paymentExternalId: string; remote: RemoteDispute }[]
  methods: RemoteMethod[]
  differences: Difference[]
}

const FINAL_PAYMENT_STATES = new Set(['succeeded', 'failed', 'cancelled'])

/** Payments only move forward; a failed one may still succeed, as with delayed methods. */
function changesPayment(row: PaymentRow | undefined, remote: RemotePayment): boolean {
  if (!row) return true
  if (row.state === remote.state || row.state === 'succeeded') return false
  return remote.state === 'succeeded' || !FINAL_PAYMENT_STATES.has(row.state)
}

/** An invoice that was written off here may still be paid at the gateway. */
function changesInvoice(row: InvoiceRow | undefined, remote: RemoteInvoice): boolean {
  if (!row) return remote.state !== 'void'
  if (row.state === 'uncollectible') return remote.state === 'paid'
  return row.state === 'open' && remote.state !== 'open'
}

/** A reversal is compared with all disputes of its payment when it is applied. */
const changesDispute = (row: DisputeRow | undefined, remote: RemoteDispute): boolean =>
  remote.reversal !== undefined || row?.state !== remote.state || row.amount !== remote.amount

const byTime = (a: { createdAt: number }, b: { createdAt: number }) => a.createdAt - b.createdAt

/** The amount of a purchase that the user agreed to; undefined where the gateway prices it itself. */
function expectedAmount({ checkout, subscription, keepsSchedule }: LocalState) {
  if (!checkout || checkout.amount === null || checkout.currency === null) return undefined
  if (subscription && keepsSchedule) return undefined
  return { amount: checkout.amount, currency: checkout.currency }
}

/** Separates payments of an unexpected amount: administrators see them, but they are never applied. */
function separateUnexpected(local: LocalState, payments: readonly RemotePayment[]) {
  const agreed = expectedAmount(local)
  const expected: RemotePayment[] = []
  const differences: Difference[] = []
  for (const payment of payments) {
    const due = local.payments.get(payment.externalId) ?? agreed
    if (!due || (payment.amount === due.amount && payment.currency === due.currency))
      expected.push(payment)
    else if (payment.state === 'succeeded')
      differences.push({
        kind: 'amount',
        subject: payment.externalId,
        ours: amountText(due),
        theirs: amountText(payment),
      })
  }
  return { expected, differences }
}

const isInFlight = ({ state }: RemotePayment) =>
  state === 'processing' || state === 'action_required'

/** How a checkout that was not paid ends; undefined while it can still be paid. */
function endOfUnpaid(
  { subscription }: LocalState,
  checkout: CheckoutRow,
  { checkout: remote }: RemoteFacts,
  payments: readonly RemotePayment[],
  now: number,
) {
  const state = remote?.state
  if (state === 'failed' || state === 'expired') return state
  if (payments.some(isInFlight)) return undefined
  // Without a payment it waits for a delayed method. A subscription is charged again by its gateway.
  if (state === 'completed') return payments.length > 0 && !subscription ? 'failed' : undefined
  return now >= checkout.expires_at ? 'expired' : undefined
}

function planCheckout(
  local: LocalState,
  remote: RemoteFacts,
  payments: readonly RemotePayment[],
  now: number,
): Changes['checkout'] {
  const { checkout } = local
  if (checkout?.state !== 'open') return undefined
  const isPaid =
    payments.some(payment => payment.state === 'succeeded') ||
    (remote.subscription !== null && remote.subscription.status !== 'inactive')
  if (isPaid || (remote.checkout?.state === 'completed' && checkout.purpose === 'setup'))
    return { state: 'completed', reason: null }
  const refusal = refusalOf(checkout, remote, payments)
  const state = endOfUnpaid(local, checkout, remote, payments, now)
  if (state) return { state, reason: payments.find(({ reason }) => reason)?.reason ?? refusal }
  return refusal === checkout.reason ? undefined : { state: 'open', reason: refusal }
}

/** Why an open checkout was not paid. The gateway reports a refusal once, so it holds until a payment. */
const refusalOf = (
  checkout: CheckoutRow,
  { checkout: remote }: RemoteFacts,
  payments: readonly RemotePayment[],
): string | null => (payments.length > 0 ? null : (remote?.refusal ?? checkout.reason))

const methodsOf = (payments: readonly RemotePayment[]): RemoteMethod[] =>
  payments.flatMap(({ method }) => method ?? [])

/** Returns the methods to store. Those of earlier payments were stored with them, and may be removed since. */
function planMethods(
  { methods, payments }: RemoteFacts,
  changed: readonly RemotePayment[],
): RemoteMethod[] {
  const paid = new Set(methodsOf(payments).map(({ externalId }) => externalId))
  return [...methods.filter(({ externalId }) => !paid.has(externalId)), ...methodsOf(changed)]
}

/**
 * Compares the stored rows with the facts of the gateway and lists the rows to insert and change.
 * Planning again after the changes were applied gives none, and older facts are never applied after
 * newer ones (see sync.service.ts), so the result depends on the newest facts alone.
 */
export function planChanges(local: LocalState, remote: RemoteFacts, now: number): Changes {
  const { expected, differences } = separateUnexpected(local, remote.payments)
  const payments = expected.toSorted((a, b) => a.paidAt - b.paidAt)
  const changed = payments.filter(payment =>
    changesPayment(local.payments.get(payment.externalId), payment),
  )
  const checkout = planCheckout(local, remote, payments, now)
  const state = { subscription: remote.subscription, payments, invoices: remote.invoices }
  return {
    checkout,
    subscription:
      local.subscription &&
      planSubscription(
        {
          row: local.subscription,
          keepsSchedule: local.keepsSchedule,
          checkoutState: checkout?.state ?? local.checkout?.state,
          isPrepaid: local.checkout?.purpose === 'swap' && local.checkout.amount === 0,
        },
        state,
        now,
      ),
    isPaidLate: local.subscription !== undefined && isPaidLate({ row: local.subscription }, state),
    invoices: remote.invoices
      .filter(invoice => changesInvoice(local.invoices.get(invoice.externalId), invoice))
      .toSorted(byTime),
    payments: changed.map(payment => ({
      remote: payment,
      invoiceExternalId:
        payment.invoiceExternalId ??
        (local.subscription && local.keepsSchedule ? payment.externalId : null),
    })),
    refunds: payments.flatMap(payment =>
      payment.refunds
        .filter(refund => local.refunds.get(refund.externalId)?.state !== refund.state)
        .map(refund => ({ paymentExternalId: payment.externalId, remote: refund })),
    ),
    disputes: payments.flatMap(payment =>
      payment.disputes
        .filter(dispute => changesDispute(local.disputes.get(dispute.externalId), dispute))
        .map(dispute => ({ paymentExternalId: payment.externalId, remote: dispute })),
    ),
    methods: planMethods(remote, changed),
    differences,
  }
}
