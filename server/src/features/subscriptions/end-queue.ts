import { DAY_MS } from '@coffer/contract/durations'
import type { Db } from '../../db/open.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import { type Ending, endAtGateway } from './end.job-types.ts'

/** Pages that only their payer can end expire sooner; gateways don't document when. */
export const PAGE_LIFETIME_MS = 30 * DAY_MS

/** Queues the end of a subscription or checkout at its gateway, once for each of them. */
export function queueEnding(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  ending: Ending,
  delay: { delayMs?: number } = {},
): Promise<void> {
  const { subscriptionId, kind, externalId } = ending
  const key = subscriptionId ?? `${kind}:${externalId}`
  return jobs.add(tx, endAtGateway, ending, { key, ...delay })
}

/** Queues the end of a subscription at its gateway. */
export const queueEnd = (
  tx: Db,
  deps: Pick<Deps, 'jobs'>,
  {
    id,
    gateway,
    is_live,
    external_id,
  }: Pick<SubscriptionRow, 'id' | 'gateway' | 'is_live' | 'external_id'>,
  refunds: boolean,
): Promise<void> =>
  queueEnding(tx, deps, {
    subscriptionId: id,
    gateway,
    isLive: is_live === 1,
    kind: 'subscription',
    externalId: external_id,
    refunds,
  })
