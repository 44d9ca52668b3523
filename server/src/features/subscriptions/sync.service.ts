import { Id } from '@coffer/contract/resource'
import type { CheckoutRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import {
  type Gateway,
  type GatewayDeps,
  gatewayNamed,
  type RemoteFacts,
  requireMode,
  type Subject,
} from '../gateways/index.ts'
import { findPayment, findPaymentByExternalId } from '../payments/index.ts'
import { applyFacts } from './apply-facts.service.ts'
import type { ApplyDeps, SyncTarget } from './fetched-facts.ts'
import * as subscriptions from './subscriptions.repository.ts'

export type SyncDeps = GatewayDeps & ApplyDeps & Pick<Deps, 'db'>

/** Finds the row of a gateway's subject by the stored ids of the gateway. */
async function findTarget(
  { db }: Pick<Deps, 'db'>,
  gateway: Gateway['name'],
  subject: Subject,
): Promise<SyncTarget | undefined> {
  if (subject.kind === 'payment') return findPaymentTarget({ db }, gateway, subject)
  const subscription = await subscriptions.findByExternalId(db, gateway, subject.externalId)
  if (subscription) return { kind: 'subscription', id: subscription.id, subject }
  const checkout = await subscriptions.findCheckoutByExternalId(db, gateway, subject.externalId)
  return checkout && targetOfCheckout({ db }, checkout)
}

async function findPaymentTarget(
  { db }: Pick<Deps, 'db'>,
  gateway: Gateway['name'],
  subject: Subject,
): Promise<SyncTarget | undefined> {
  const payment = await findPaymentByExternalId(db, gateway, subject.externalId)
  if (!payment) return undefined
  const { user_id: userId, invoice_id: invoiceId, purpose } = payment
  // A payment of a subscription without an invoice yet gets one by the sync of its subscription, which is
  // deleted with the account.
  if (userId !== null && purpose === 'subscription' && invoiceId === null) return undefined
  return { kind: 'payment', id: payment.id, subject }
}

/** The subject of a checkout: the subscription it buys, once the gateway has given it an id. */
export async function targetOfCheckout(
  { db }: Pick<Deps, 'db'>,
  checkout: CheckoutRow,
): Promise<SyncTarget | undefined> {
  if (checkout.subscription_id) {
    const target = await targetOfSubscription({ db }, checkout.subscription_id)
    if (target) return target
  }
  if (checkout.external_id === null) return undefined
  const subject: Subject = { kind: 'checkout', externalId: checkout.external_id }
  return checkout.subscription_id
    ? { kind: 'subscription', id: checkout.subscription_id, subject }
    : { kind: 'checkout', id: checkout.id, subject }
}

/** The subject of a subscription; undefined for those that exist only here. */
export async function targetOfSubscription(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<SyncTarget | undefined> {
  const row = await subscriptions.findSubscription(db, id)
  if (!row) return undefined
  if (row.external_id !== null)
    return {
      kind: 'subscription',
      id,
      subject: { kind: 'subscription', externalId: row.external_id },
    }
  const checkout = await subscriptions.findCheckoutOf(db, id)
  if (!checkout || checkout.external_id === null) return undefined
  return {
    kind: 'subscription',
    id,
    subject: { kind: 'checkout', externalId: checkout.external_id },
  }
}

/** Finds by our own ids, which the gateway keeps as references: events may precede our first sync. */
async function findTargetByReference(
  { db }: Pick<Deps, 'db'>,
  { subscription, payments }: RemoteFacts,
): Promise<SyncTarget | undefined> {
  const references = [subscription?.reference, ...payments.map(({ reference }) => reference)]
  for (const reference of new Set(references)) {
    // Anyone with access to the gateway's dashboard can write any text as a reference.
    if (!reference || !Id.safeParse(reference).success) continue
    const checkout = await subscriptions.findCheckout(db, reference)
    const target =
      (checkout && (await targetOfCheckout({ db }, checkout))) ??
      (await targetOfSubscription({ db }, reference))
    if (target) return target
    const payment = await findPayment(db, reference)
    const externalId = payment?.external_id ?? payments[0]?.externalId
    if (payment && externalId)
      return { kind: 'payment', id: payment.id, subject: { kind: 'payment', externalId } }
  }
  return undefined
}

/**
 * Reads a subject at its gateway and applies what changed. Ignores subjects that are not ours.
 * @throws GatewayError when the gateway does not answer
 */
export async function syncSubject(
  deps: SyncDeps,
  gatewayName: Gateway['name'],
  subject: Subject,
): Promise<void> {
  const target = await findTarget(deps, gatewayName, subject)
  if (target) return syncTarget(deps, gatewayName, target)
  const gateway = await gatewayNamed(deps, gatewayName)
  const remote = await gateway.fetchFacts(subject)
  const parent =
    (await findSubscriptionOf(deps, gatewayName, remote)) ??
    (await findTargetByReference(deps, remote))
  if (parent) await syncTarget(deps, gatewayName, parent)
}

/** Finds the subscription that a payment of the facts belongs to. */
async function findSubscriptionOf(
  deps: Pick<Deps, 'db'>,
  gateway: Gateway['name'],
  { payments }: RemoteFacts,
): Promise<SyncTarget | undefined> {
  const externalId = payments.find(each => each.subscriptionExternalId)?.subscriptionExternalId
  return externalId ? findTarget(deps, gateway, { kind: 'subscription', externalId }) : undefined
}

/**
 * Takes a ticket, reads, and applies unless a later ticket was applied, so that an older answer of the
 * gateway never replaces a newer one. Payments need no ticket, as they only move forward.
 * @throws GatewayError when the gateway does not answer, or has keys of the other mode
 */
export async function syncTarget(
  deps: SyncDeps,
  gatewayName: Gateway['name'],
  target: SyncTarget,
): Promise<void> {
  const gateway = await gatewayNamed(deps, gatewayName)
  const { kind, id, subject } = target
  const isLive = await subscriptions.findMode(deps.db, target)
  if (isLive !== undefined) requireMode(gateway, isLive)
  const ticket =
    kind === 'payment'
      ? null
      : await deps.transact(tx =>
          subscriptions.takeTicket(tx, kind === 'subscription' ? 'subscriptions' : 'checkouts', id),
        )
  if (ticket === undefined) return
  const remote = await gateway.fetchFacts(subject)
  await deps.transact(tx => applyFacts(tx, deps, { gateway, target, ticket, remote }))
}
