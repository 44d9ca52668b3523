import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { BillingPeriodRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { RemoteInvoice, RemotePayment } from '../gateways/index.ts'
import {
  bookPaidOutside,
  creditNote,
  lockInvoice,
  openInvoice,
  restOf,
  voidInvoice,
  writeOff,
} from '../invoices/index.ts'
import {
  applyRemotePayment,
  creditOverpaid,
  payFromBalance,
  returnGatewayCredit,
  settleCarriedOver,
  useGatewayCredit,
} from '../payments/index.ts'
import type { ApplyDeps, Planned } from './fetched-facts.ts'
import * as periods from './periods.repository.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { changePaidBy, swapLines } from './swap-lines.ts'

/** Stores the invoices and payments of a gateway. @param period the first one on our own schedule */
export async function applyMoney(
  tx: Db,
  deps: ApplyDeps,
  planned: Planned,
  period: BillingPeriodRow | undefined,
): Promise<void> {
  const { subject, changes, local } = planned
  // Read again: the plan may have changed in this transaction.
  const subscription =
    subject.subscription && (await subscriptions.findSubscription(tx, subject.subscription.id))
  const invoices = new Map(local.invoices)
  for (const remote of changes.invoices.filter(isDue)) {
    const invoice = await applyInvoice(tx, deps, {
      planned,
      subscription,
      remote,
      known: invoices.get(remote.externalId),
    })
    invoices.set(remote.externalId, invoice)
  }
  for (const change of changes.payments)
    await applyPayment(tx, deps, { planned, subscription, change, invoices, period })
  for (const remote of changes.invoices.filter(each => isDue(each) && each.state === 'paid'))
    await settleWithoutPayment(tx, deps, {
      planned,
      remote,
      invoiceId: invoices.get(remote.externalId)?.id,
    })
  // Credit is taken off invoices, which have to be paid for that.
  for (const remote of changes.invoices.filter(each => !isDue(each)))
    await applyCredit(tx, deps, { planned, remote, invoices })
}

/** A downgrade leaves a credit at the gateway, by an invoice below zero. */
const isDue = ({ amount }: RemoteInvoice): boolean => amount >= 0

interface Settling {
  planned: Planned
  remote: RemoteInvoice
  invoiceId: string | undefined
}

/**
 * Settles what the gateway counts as paid without a payment: it wrote a credit note, or the invoice was marked
 * as paid in its dashboard. What a lost dispute has made due again was paid there.
 */
async function settleWithoutPayment(
  tx: Db,
  deps: ApplyDeps,
  { planned, remote, invoiceId }: Settling,
): Promise<void> {
  const reason = planned.gateway.name
  const before = invoiceId === undefined ? undefined : await lockInvoice(tx, invoiceId)
  if (before?.state !== 'open' && before?.state !== 'uncollectible') return
  const amount = Math.min(paidOutside(planned, remote), restOf(before))
  const key = `payment:outside:${before.id}`
  const actor = { type: 'system' } as const
  if (amount > 0) await bookPaidOutside(tx, deps, { invoice: before, key, amount, reason, actor })
  // A payment undoes a write-off; without one no amount is due that a credit note could lower.
  const paid = await lockInvoice(tx, before.id)
  const due = paid?.state === 'open' ? restOf(paid) : 0
  const credited = Math.min(remote.credited - before.credited, due)
  const at = deps.now().getTime()
  if (credited > 0)
    await creditNote(tx, deps, { invoiceId: before.id, amount: credited, reason: 'credit', at })
  if (amount > 0 || credited > 0) await payFromBalance(tx, deps, planned.subject.userId)
}

/** The part of a paid invoice that neither payments nor credit at the gateway have paid. */
function paidOutside({ remote: { payments } }: Planned, invoice: RemoteInvoice): number {
  const paid = payments.filter(
    each => each.invoiceExternalId === invoice.externalId && each.state === 'succeeded',
  )
  const { amount, creditUsed, credited } = invoice
  return paid.reduce((rest, payment) => rest - payment.amount, amount - creditUsed - credited)
}

interface Crediting {
  planned: Planned
  remote: RemoteInvoice
  invoices: ReadonlyMap<string, InvoiceRow>
}

async function applyCredit(
  tx: Db,
  deps: ApplyDeps,
  { planned, remote, invoices }: Crediting,
): Promise<void> {
  const earlier = planned.remote.invoices
    .filter(({ createdAt }) => createdAt <= remote.createdAt)
    .toSorted((a, b) => b.createdAt - a.createdAt)
  await creditOverpaid(tx, deps, {
    userId: planned.subject.userId,
    gateway: planned.gateway.name,
    key: remote.externalId,
    currency: remote.currency,
    amount: -remote.amount,
    invoiceIds: earlier.flatMap(({ externalId }) => invoices.get(externalId)?.id ?? []),
    at: deps.now().getTime(),
  })
}

interface PaymentToApply {
  planned: Planned
  subscription: SubscriptionRow | undefined
  change: Planned['changes']['payments'][number]
  /** By the id of the gateway; the invoice that is opened for the payment is added. */
  invoices: Map<string, InvoiceRow>
  period: BillingPeriodRow | undefined
}

async function applyPayment(
  tx: Db,
  deps: ApplyDeps,
  { planned, subscription, change, invoices, period }: PaymentToApply,
): Promise<void> {
  const { remote, invoiceExternalId } = change
  const { subject, gateway, changes } = planned
  const invoice = await invoiceOf(tx, deps, {
    planned,
    subscription,
    remote,
    known: invoices.get(invoiceExternalId ?? ''),
    isMirrored: invoiceExternalId !== null,
    period,
  })
  if (invoice && invoiceExternalId !== null) invoices.set(invoiceExternalId, invoice)
  const isForCheckout = subject.checkout?.state === 'open' || changes.isPaidLate
  const source = {
    userId: subject.userId,
    invoiceId: invoice?.id ?? null,
    checkoutId: isForCheckout ? (subject.checkout?.id ?? null) : null,
    purpose: subscription ? 'subscription' : 'fund',
    gateway: gateway.name,
    isLive: gateway.isLive,
    plan: subscription && snapshotOf(subscription).name,
  } as const
  await applyRemotePayment(tx, deps, source, remote)
  const paid = planned.remote.invoices.find(({ externalId }) => externalId === invoiceExternalId)
  if (paid && paid.creditUsed < 0 && remote.state === 'succeeded')
    await settleCarriedOver(tx, deps, {
      userId: subject.userId,
      gateway: gateway.name,
      currency: remote.currency,
      key: paid.externalId,
      amount: -paid.creditUsed,
      at: deps.now().getTime(),
    })
  if (source.purpose === 'fund') await payFromBalance(tx, deps, source.userId)
}

interface Mirroring {
  planned: Planned
  subscription: SubscriptionRow | undefined
  remote: RemoteInvoice
  known: InvoiceRow | undefined
}

async function applyInvoice(
  tx: Db,
  deps: ApplyDeps,
  { planned, subscription, remote, known }: Mirroring,
): Promise<InvoiceRow> {
  const { subject, gateway } = planned
  const at = deps.now().getTime()
  const owner = { userId: subject.userId, gateway: gateway.name, currency: remote.currency }
  const invoice =
    known ??
    (await openInvoice(tx, deps, {
      ...owner,
      subscriptionId: subscription?.id ?? null,
      externalId: remote.externalId,
      period: periodOf(remote),
      pricesIncludeTax: true,
      at,
      dueAt: at,
      lines: remote.lines.map(line => ({
        description: line.description,
        period: line.period,
        amount: line.amount,
      })),
    }))
  const isUsed = remote.creditUsed > 0 && (remote.state === 'paid' || remote.state === 'open')
  if (isUsed) await useGatewayCredit(tx, deps, { ...owner, invoice, amount: remote.creditUsed })
  if (invoice.state === 'open' && remote.state === 'void') {
    const returned = await returnGatewayCredit(tx, deps, { ...owner, invoice })
    if (invoice.paid === returned) await voidInvoice(tx, deps, { invoiceId: invoice.id, at })
  }
  if (invoice.state === 'open' && remote.state === 'uncollectible')
    await writeOff(tx, deps, invoice.id, at)
  return invoice
}

function periodOf({ lines }: RemoteInvoice) {
  const periods = lines.flatMap(({ period }) => period ?? [])
  if (periods.length === 0) return null
  return {
    startsAt: Math.min(...periods.map(({ startsAt }) => startsAt)),
    endsAt: Math.max(...periods.map(({ endsAt }) => endsAt)),
  }
}

interface Paying {
  planned: Planned
  subscription: SubscriptionRow | undefined
  remote: RemotePayment
  known: InvoiceRow | undefined
  /** False for payments of the first period on our own schedule, and for funding. */
  isMirrored: boolean
  period: BillingPeriodRow | undefined
}

/** Finds or opens the invoice of a payment. Payments of gateways without invoices get one each. */
async function invoiceOf(
  tx: Db,
  deps: ApplyDeps,
  { planned, subscription, remote, known, isMirrored, period }: Paying,
): Promise<InvoiceRow | undefined> {
  if (known || !subscription || remote.state !== 'succeeded') return known
  if (remote.invoiceExternalId !== null || (!isMirrored && !period)) return undefined
  const at = deps.now().getTime()
  const covered = period
    ? { startsAt: period.starts_at, endsAt: period.ends_at }
    : (remote.period ?? {
        startsAt: subscription.period_starts_at,
        endsAt: subscription.period_ends_at,
      })
  const newPlan = snapshotOf(subscription).name
  const change = changePaidBy(planned.subject.checkout, remote)
  const invoice = await openInvoice(tx, deps, {
    userId: planned.subject.userId,
    gateway: planned.gateway.name,
    currency: remote.currency,
    subscriptionId: subscription.id,
    periodId: period?.id ?? null,
    externalId: isMirrored ? remote.externalId : null,
    period: covered,
    pricesIncludeTax: true,
    at,
    dueAt: at,
    lines: locale =>
      change
        ? swapLines(locale, change.proration, { oldPlan: change.oldPlan, newPlan })
        : [{ description: newPlan, period: covered, amount: remote.amount }],
  })
  if (period) await periods.setPeriodInvoice(tx, period.id, invoice.id)
  return invoice
}
