import { DAY_MS } from '@coffer/contract/durations'
import { isLive } from '@coffer/contract/subscriptions'
import type { CheckoutRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { RemoteInvoice, RemotePayment, RemoteSubscription } from '../gateways/index.ts'

interface LocalSubscription {
  row: SubscriptionRow
  keepsSchedule: boolean
  /** The state of its checkout once the changes are applied. */
  checkoutState: CheckoutRow['state'] | undefined
  /** Whether its time until the first renewal is paid already, by the plan that it replaces. */
  isPrepaid: boolean
}

interface RemoteState {
  subscription: RemoteSubscription | null
  payments: readonly RemotePayment[]
  invoices: readonly RemoteInvoice[]
}

/** The state of a subscription after a sync. Dates that follow from it are computed where it is applied. */
export interface SubscriptionPlan {
  status: SubscriptionRow['status']
  paymentState: SubscriptionRow['payment_state']
  gatewayStatus: string | null
  externalId: string | null
  actionUrl: string | null
  /** Null keeps the plan of the row. */
  planId: string | null
  price: { amount: number; currency: string } | null
  /** Null keeps the period of the row. */
  period: { startsAt: number; endsAt: number } | null
  /** The time of the first payment, for a subscription that becomes active on our own schedule. */
  startsAt: number | null
  endsAt: number | null
  endedReason: string | null
}

const isPaid = ({ payments, invoices }: RemoteState): boolean =>
  payments.some(payment => payment.state === 'succeeded') ||
  invoices.some(invoice => invoice.state === 'paid')

/** As long as our own reminders take, so that the payer can still settle it at the gateway. */
const UNPAID_GRACE_MS = 4 * DAY_MS

const isOverdue = ({ unpaidSince }: RemoteSubscription, now: number): boolean =>
  unpaidSince !== null && now >= unpaidSince + UNPAID_GRACE_MS

const actionUrlOf = ({ payments }: RemoteState): string | null =>
  payments.find(payment => payment.state === 'action_required')?.actionUrl ?? null

/** The reasons of purchases that ended before they were paid. */
const NEVER_BEGUN = new Set<string | null>(['abandoned', 'declined'])

/**
 * Whether a purchase was paid after it had ended here. Paystack keeps its page open for longer than our
 * checkouts.
 */
export const isPaidLate = ({ row }: Pick<LocalSubscription, 'row'>, remote: RemoteState): boolean =>
  row.status === 'completed' && NEVER_BEGUN.has(row.ended_reason) && isPaid(remote)

/** @returns undefined if the subscription does not change */
export function planSubscription(
  local: LocalSubscription,
  remote: RemoteState,
  now: number,
): SubscriptionPlan | undefined {
  if (local.row.status === 'completed') return undefined
  return local.keepsSchedule ? mirror(local, remote, now) : ownSchedule(local, remote)
}

function periodOf({ periodStartsAt: startsAt, periodEndsAt: endsAt }: RemoteSubscription) {
  return startsAt !== null && endsAt !== null ? { startsAt, endsAt } : null
}

function mirror(
  { row, checkoutState, isPrepaid }: LocalSubscription,
  state: RemoteState,
  now: number,
): SubscriptionPlan | undefined {
  const remote = state.subscription
  if (!remote) return abandoned(row, checkoutState)
  const paidUntil = remote.periodEndsAt ?? row.period_ends_at
  const hasBegun = isLive(row) || isPrepaid || isPaid(state)
  const plan = {
    paymentState: remote.paymentState,
    gatewayStatus: remote.gatewayStatus,
    externalId: remote.externalId,
    actionUrl: actionUrlOf(state),
    planId: remote.planId,
    price: remote.price,
    period: periodOf(remote),
    startsAt: null,
    endsAt: null,
    endedReason: null,
  }
  if (isLive(row) && isOverdue(remote, now))
    return { ...plan, status: 'completed', endsAt: now, endedReason: 'unpaid' }
  switch (remote.status) {
    case 'inactive':
      return { ...plan, status: row.status }
    case 'active':
      // PayPal activates a subscription before its first payment.
      return { ...plan, status: hasBegun ? 'active' : 'inactive' }
    case 'cancelled':
      return untilEnd(plan, remote.endsAt ?? paidUntil, { now, hasBegun })
    case 'completed':
      return {
        ...plan,
        status: 'completed',
        endsAt: remote.endedAt ?? remote.endsAt ?? now,
        endedReason: isLive(row) ? 'ended_at_gateway' : 'abandoned',
      }
  }
}

/** A cancelled subscription stays until the end of the paid period. */
const untilEnd = (
  plan: Omit<SubscriptionPlan, 'status'>,
  endsAt: number,
  { now, hasBegun }: { now: number; hasBegun: boolean },
): SubscriptionPlan =>
  endsAt > now && hasBegun
    ? { ...plan, status: 'cancelled', endsAt }
    : { ...plan, status: 'completed', endsAt: Math.min(endsAt, now), endedReason: 'cancelled' }

/** Completes a subscription whose checkout expired or failed. */
function abandoned(
  row: SubscriptionRow,
  checkoutState: CheckoutRow['state'] | undefined,
): SubscriptionPlan | undefined {
  if (row.status !== 'inactive') return undefined
  if (checkoutState !== 'expired' && checkoutState !== 'failed') return undefined
  return {
    ...unchanged(row),
    status: 'completed',
    endsAt: row.created_at,
    endedReason: checkoutState === 'failed' ? 'declined' : 'abandoned',
  }
}

const unchanged = (row: SubscriptionRow): SubscriptionPlan => ({
  status: row.status,
  paymentState: row.payment_state,
  gatewayStatus: row.gateway_status,
  externalId: row.external_id,
  actionUrl: null,
  planId: null,
  price: null,
  period: null,
  startsAt: null,
  endsAt: row.ends_at,
  endedReason: row.ended_reason,
})

/** The gateway knows only the first payment; all later states are decided here. */
function ownSchedule(
  { row, checkoutState }: LocalSubscription,
  state: RemoteState,
): SubscriptionPlan | undefined {
  if (row.status !== 'inactive') return undefined
  const paid = state.payments.find(payment => payment.state === 'succeeded')
  if (paid) return { ...unchanged(row), status: 'active', startsAt: paid.paidAt }
  return abandoned(row, checkoutState)
}
