import type { Db } from '../../db/open.ts'
import { insertCustomer, type RemoteFacts, storeMethods } from '../gateways/index.ts'
import {
  applyOfDeleted,
  applyWithdrawals,
  findPayment,
  lockPayment,
  markUnsent,
  queueDebts,
  updatePayment,
} from '../payments/index.ts'
import { quotas } from '../quotas/index.ts'
import { applyMoney } from './apply-money.service.ts'
import { applySubscription } from './apply-subscription.service.ts'
import * as stored from './facts.repository.ts'
import { reportFailedRefund } from './failed-refunds.service.ts'
import type { ApplyDeps, Fetched, LocalSubject, Planned, SyncTarget } from './fetched-facts.ts'
import { type LocalState, planChanges } from './plan-changes.ts'
import * as subscriptions from './subscriptions.repository.ts'

/** Applies the answer of a gateway, unless a later answer was applied before. */
export async function applyFacts(tx: Db, deps: ApplyDeps, fetched: Fetched): Promise<void> {
  const { gateway, target, ticket, remote } = fetched
  const subject = await lockSubject(tx, target)
  if (!subject) return target.kind === 'payment' ? applyToDeleted(tx, deps, fetched) : undefined
  if (target.kind === 'payment' && remote.payments.length === 0) await markUnsent(tx, target.id)
  if (target.kind === 'payment') await storeExternalId(tx, target.id, remote)
  if (ticket !== null && !(await claimTicket(tx, deps, { target, subject, ticket }))) return
  const local: LocalState = {
    checkout: subject.checkout,
    subscription: subject.subscription,
    keepsSchedule: gateway.capabilities.keepsSchedule,
    ...(await stored.findStoredFacts(tx, gateway.name, remote)),
  }
  const changes = planChanges(local, remote, deps.now().getTime())
  await applyPlanned(tx, deps, { gateway, subject, changes, remote, local })
}

/** An event may precede the answer to the call that made the charge, and with it the id. */
async function storeExternalId(tx: Db, id: string, { payments }: RemoteFacts): Promise<void> {
  const payment = await findPayment(tx, id)
  const made = payments.find(({ reference }) => reference === id)
  if (payment?.external_id === null && made)
    await updatePayment(tx, id, { external_id: made.externalId })
}

/** A payment whose account was deleted is still booked, with its refunds and disputes. */
async function applyToDeleted(
  tx: Db,
  deps: ApplyDeps,
  { gateway, remote }: Fetched,
): Promise<void> {
  const { name, isLive, capabilities } = gateway
  const { keepsSchedule } = capabilities
  const facts = await stored.findStoredFacts(tx, name, remote)
  const local = { checkout: undefined, subscription: undefined, keepsSchedule, ...facts }
  const { payments, refunds, disputes } = planChanges(local, remote, deps.now().getTime())
  for (const { remote: payment } of payments) {
    const known = facts.payments.get(payment.externalId)
    if (known)
      await applyOfDeleted(tx, deps, { gateway: name, isLive, purpose: known.purpose }, payment)
  }
  // Those of changed payments were applied with them.
  const changed = new Set(payments.map(({ remote: payment }) => payment.externalId))
  const isLeft = (each: { paymentExternalId: string }) => !changed.has(each.paymentExternalId)
  const left = { refunds: refunds.filter(isLeft), disputes: disputes.filter(isLeft) }
  await applyReported(tx, deps, name, left)
}

/** Applies refunds and disputes, and shows those of administrators that failed. */
async function applyReported(
  tx: Db,
  deps: ApplyDeps,
  gateway: Parameters<typeof applyWithdrawals>[2],
  reported: Parameters<typeof applyWithdrawals>[3],
): Promise<void> {
  for (const refund of await applyWithdrawals(tx, deps, gateway, reported))
    if (refund.is_automatic === 0) await reportFailedRefund(tx, deps, refund)
}

/** Locks the user first, so that the second of two concurrent purchases sees the first. */
async function lockSubject(tx: Db, { kind, id }: SyncTarget): Promise<LocalSubject | undefined> {
  if (kind === 'payment') {
    const unlocked = await findPayment(tx, id)
    if (!unlocked?.user_id) return undefined
    await quotas.lockOwners(tx, [unlocked.user_id])
    // Read again, as its account may have been deleted meanwhile.
    const payment = await lockPayment(tx, id)
    if (!payment?.user_id) return undefined
    return { userId: payment.user_id, checkout: undefined, subscription: undefined }
  }
  if (kind === 'checkout') {
    const unlocked = await subscriptions.findCheckout(tx, id)
    if (!unlocked) return undefined
    await quotas.lockOwners(tx, [unlocked.user_id])
    const checkout = await subscriptions.lockCheckout(tx, id)
    return { userId: unlocked.user_id, checkout, subscription: undefined }
  }
  const unlocked = await subscriptions.findSubscription(tx, id)
  if (!unlocked) return undefined
  await quotas.lockOwners(tx, [unlocked.user_id])
  return {
    userId: unlocked.user_id,
    checkout: await subscriptions.findCheckoutOf(tx, id),
    subscription: await subscriptions.lockSubscription(tx, id),
  }
}

interface Ticketed {
  target: SyncTarget
  subject: LocalSubject
  ticket: number
}

async function claimTicket(
  tx: Db,
  { now }: ApplyDeps,
  { target, subject, ticket }: Ticketed,
): Promise<boolean> {
  const row = target.kind === 'subscription' ? subject.subscription : subject.checkout
  if (!row || row.applied_ticket > ticket) return false
  if (subject.subscription && target.kind === 'subscription')
    await subscriptions.updateSubscription(tx, subject.subscription, {
      applied_ticket: ticket,
      synced_at: now().getTime(),
    })
  else await subscriptions.updateCheckout(tx, target.id, { applied_ticket: ticket })
  return true
}

async function applyPlanned(tx: Db, deps: ApplyDeps, planned: Planned): Promise<void> {
  const { gateway, subject, changes, remote, local } = planned
  const at = deps.now().getTime()
  if (remote.customerExternalId !== null)
    await insertCustomer(tx, subject.userId, gateway, {
      externalId: remote.customerExternalId,
      createdAt: at,
    })
  for (const { kind, subject: about, ours, theirs } of changes.differences)
    await stored.insertDifference(tx, {
      id: deps.newId(),
      gateway: gateway.name,
      kind,
      subject: about,
      payment_id: local.payments.get(about)?.id ?? null,
      user_id: subject.userId,
      ours,
      theirs,
      found_at: at,
      resolved_at: null,
      resolution: null,
    })
  const owner = { userId: subject.userId, gateway }
  if (await storeMethods(tx, deps, owner, changes.methods))
    await queueDebts(tx, deps, subject.userId)
  if (changes.checkout && subject.checkout)
    await subscriptions.updateCheckout(tx, subject.checkout.id, {
      ...changes.checkout,
      ...(changes.checkout.state !== 'open' && { url: null }),
    })
  const period = await applySubscription(tx, deps, planned)
  await applyMoney(tx, deps, planned, period)
  await applyReported(tx, deps, gateway.name, changes)
}
