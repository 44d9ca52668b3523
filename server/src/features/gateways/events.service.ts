import type { IncomingHttpHeaders } from 'node:http'
import { DAY_MS } from '@coffer/contract/durations'
import type { GatewayName } from '@coffer/contract/gateways'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  clearBodies,
  countRejection,
  insertEvent,
  markEventsApplied,
  markEventsFailed,
} from './events.repository.ts'
import { type Gateway, GatewayError, type GatewayEvent, type Subject } from './gateway.ts'
import { hasCode } from './gateway-errors.ts'
import type { GatewayDeps } from './gateway-keys.service.ts'
import { gatewayNamed } from './gateways.service.ts'
import { queueSync } from './sync.job-types.ts'

type InboxDeps = GatewayDeps & Pick<Deps, 'jobs' | 'newId'>

const BODY_DAYS = 90

interface SignedBody {
  headers: IncomingHttpHeaders
  raw: Buffer
}

async function reject(deps: InboxDeps, gateway: GatewayName, reason: string): Promise<never> {
  const at = deps.now().getTime()
  await deps.transact(tx => countRejection(tx, gateway, { at, reason }))
  throw new AppError('gateway.event_rejected')
}

async function verify(deps: InboxDeps, gateway: Gateway, { headers, raw }: SignedBody) {
  try {
    return await gateway.verifyEvent(headers, raw)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.kind === 'rejected') return reject(deps, gateway.name, error.code ?? 'signature')
    // The gateway sends the event again.
    throw new AppError('gateway.unavailable', { cause: error })
  }
}

/** Events of other installations are stored without content, as it may hold personal data. */
const bodyOf = ({ subject, body }: GatewayEvent): string | null =>
  subject ? JSON.stringify(body) : null

async function configured(deps: InboxDeps, name: GatewayName): Promise<Gateway> {
  try {
    return await gatewayNamed(deps, name)
  } catch (error) {
    if (!hasCode(error, 'not_configured')) throw error
    throw new AppError('gateway.not_found', { cause: error })
  }
}

/**
 * Stores a signed event, and queues the sync of its subject in the same transaction. The event only
 * names the subject: nothing of its content is applied.
 * @throws AppError `gateway.not_found`, `gateway.event_rejected` or `gateway.unavailable`
 */
export async function receiveEvent(
  deps: InboxDeps,
  name: GatewayName,
  signed: SignedBody,
): Promise<void> {
  const gateway = await configured(deps, name)
  const event = await verify(deps, gateway, signed)
  if (event.isLive !== gateway.isLive) await reject(deps, name, event.isLive ? 'live' : 'test')
  await deps.transact(async tx => {
    const isNew = await insertEvent(tx, {
      id: deps.newId(),
      gateway: name,
      externalId: event.externalId,
      type: event.type,
      subject: event.subject,
      body: bodyOf(event),
      receivedAt: deps.now().getTime(),
    })
    if (isNew && event.subject) await queueSync(tx, deps, name, event.subject)
  })
}

const reasonOf = (error: unknown): string =>
  error instanceof GatewayError ? (error.code ?? error.kind) : 'internal'

/** Runs a sync, and records its outcome in the events that caused it. */
export async function recordOutcome(
  deps: Pick<Deps, 'transact' | 'now'>,
  gateway: GatewayName,
  subject: Subject,
  sync: () => Promise<void>,
): Promise<void> {
  const fetchedAt = deps.now().getTime()
  try {
    await sync()
  } catch (error) {
    await deps.transact(tx => markEventsFailed(tx, gateway, subject, reasonOf(error)))
    throw error
  }
  const now = deps.now().getTime()
  await deps.transact(tx => markEventsApplied(tx, gateway, subject, { fetchedAt, now }))
}

/** Removes the contents of old events, which hold personal data. */
export const clearEventBodies = ({
  transact,
  now,
}: Pick<Deps, 'transact' | 'now'>): Promise<void> =>
  transact(tx => clearBodies(tx, now().getTime() - BODY_DAYS * DAY_MS))
