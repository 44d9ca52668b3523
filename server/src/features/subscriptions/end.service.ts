import { HOUR_MS } from '@coffer/contract/durations'
import { isLive } from '@coffer/contract/subscriptions'
import type { Deps } from '../../deps.ts'
import {
  type Gateway,
  type GatewayDeps,
  GatewayError,
  gatewayNamed,
  isMissing,
  type RemoteFacts,
  requireMode,
} from '../gateways/index.ts'
import {
  applyOfDeleted,
  findPaymentByExternalId,
  refundAll,
  refundRest,
  sendRefund,
} from '../payments/index.ts'
import type { Ending } from './end.job-types.ts'
import { PAGE_LIFETIME_MS, queueEnding } from './end-queue.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { type SyncDeps, syncTarget, targetOfSubscription } from './sync.service.ts'

const AGAIN_MS = 600_000
const OPEN_AGAIN_MS = HOUR_MS
/** Code of the error for a page that its payer can still pay. */
const OPEN = 'open'

type EndDeps = SyncDeps & GatewayDeps & Pick<Deps, 'jobs' | 'log'>

/** Ends at the gateway, and queues itself again until the gateway has done it. */
export async function endUntilDone(deps: EndDeps, ending: Ending): Promise<void> {
  try {
    await endWithGateway(deps, ending)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === OPEN) return waitForPayer(deps, ending)
    const { gateway, kind, externalId } = ending
    deps.log.warn({ err: error, gateway, kind, externalId }, 'could not end at the gateway yet')
    await deps.transact(tx => queueEnding(tx, deps, ending, { delayMs: AGAIN_MS }))
  }
}

/** Asks again until the page must have expired. The nightly comparison would show a later payment. */
async function waitForPayer(deps: EndDeps, ending: Ending): Promise<void> {
  const now = deps.now().getTime()
  const openUntil = ending.openUntil ?? now + PAGE_LIFETIME_MS
  if (now < openUntil)
    await deps.transact(tx =>
      queueEnding(tx, deps, { ...ending, openUntil }, { delayMs: OPEN_AGAIN_MS }),
    )
}

const stillOpen = () =>
  new GatewayError('unavailable', 'Only the payer can end the page.', { code: OPEN })

/**
 * Ends a subscription at its gateway and mirrors its last payments. Refunds them if it should not have
 * started, and those that were not seen before its account was deleted. Every step can be repeated.
 */
async function endWithGateway(deps: EndDeps, ending: Ending): Promise<void> {
  const { subscriptionId: id, kind, externalId, refunds } = ending
  const gateway = await gatewayNamed(deps, ending.gateway)
  const isThere = await unlessMissing(deps, ending, async () => {
    if (externalId !== null) await endRemote(gateway, { ...ending, externalId })
    const target = id === null ? undefined : await targetOfSubscription(deps, id)
    if (target) await syncTarget(deps, gateway.name, target)
  })
  // Read after the sync, which applies nothing once the row is deleted with its account.
  const row = id === null ? undefined : await subscriptions.findSubscription(deps.db, id)
  if (row) {
    if (refunds) await refundAll(deps, row.id)
  } else if (externalId !== null && isThere)
    await settleOfDeleted(deps, gateway, await gateway.fetchFacts({ kind, externalId }), refunds)
}

/** A subscription that is missing at the gateway has ended. @returns whether the gateway has it */
async function unlessMissing(
  { log }: EndDeps,
  { gateway, kind, externalId }: Ending,
  run: () => Promise<void>,
): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (!isMissing(error)) throw error
    log.warn({ err: error, gateway, kind, externalId }, 'the gateway does not have what was to end')
    return false
  }
}

async function endRemote(
  gateway: Gateway,
  { kind, externalId, isLive }: Ending & { externalId: string },
): Promise<void> {
  requireMode(gateway, isLive)
  if (kind === 'checkout') await endCheckout(gateway, externalId)
  else if (gateway.capabilities.keepsSchedule) await endThere(gateway, externalId)
}

/**
 * Ends a subscription; one that the gateway has ended or dropped meanwhile counts as done, unless it has
 * left an invoice open.
 */
async function endThere(gateway: Gateway, externalId: string): Promise<void> {
  try {
    await gateway.endNow(externalId)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'rejected') throw error
    const { subscription, invoices } = await gateway.fetchFacts({
      kind: 'subscription',
      externalId,
    })
    if (subscription?.status === 'inactive') throw stillOpen()
    if (invoices.some(({ state }) => state === 'open'))
      throw new GatewayError('unavailable', error.message)
    if (subscription !== null && subscription.status !== 'completed') throw error
  }
}

/** Closes a checkout, and ends the subscription if it was bought meanwhile. */
async function endCheckout(gateway: Gateway, externalId: string): Promise<void> {
  await gateway.expireCheckout(externalId)
  const { checkout, subscription } = await gateway.fetchFacts({ kind: 'checkout', externalId })
  if (checkout?.state === 'open' && !(subscription && isLive(subscription))) throw stillOpen()
  // Also one that waits for its first payment.
  const isBegun = subscription !== null && subscription.status !== 'completed'
  if (isBegun && gateway.capabilities.keepsSchedule)
    await endThere(gateway, subscription.externalId)
}

/**
 * Books payments that were not seen before their account was deleted, and refunds them.
 * @param refundsKnown whether payments that were booked before are refunded too
 */
async function settleOfDeleted(
  deps: EndDeps,
  { name, isLive }: Gateway,
  { payments, subscription }: RemoteFacts,
  refundsKnown: boolean,
): Promise<void> {
  const purpose = subscription ? 'subscription' : 'fund'
  for (const remote of payments) {
    const known = await findPaymentByExternalId(deps.db, name, remote.externalId)
    if (known?.state !== 'succeeded') {
      const source = { gateway: name, isLive, purpose } as const
      const row = await deps.transact(tx => applyOfDeleted(tx, deps, source, remote))
      if (row) await sendRefund(deps, row)
    } else if (refundsKnown && known.refunded === 0 && remote.refunds.length === 0)
      await refundRest(deps, known.id, 'account_deleted')
  }
}
