import { GATEWAY_NAMES, type GatewayName } from '@coffer/contract/gateways'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Subject } from './gateway.ts'

const subjectKey = ({ kind, externalId }: Subject): string => `${kind}:${externalId}`

interface NewEvent {
  id: string
  gateway: GatewayName
  externalId: string
  type: string
  subject: Subject | undefined
  body: string | null
  receivedAt: number
}

/** Stores an event once. @returns whether it is new */
export async function insertEvent(db: Db, event: NewEvent): Promise<boolean> {
  const inserted = await db
    .insertInto('gateway_events')
    .values({
      id: event.id,
      gateway: event.gateway,
      external_id: event.externalId,
      type: event.type,
      subject: event.subject ? subjectKey(event.subject) : null,
      body: event.body,
      state: event.subject ? 'received' : 'ignored',
      error: null,
      received_at: event.receivedAt,
      applied_at: null,
    })
    .onConflict(oc => oc.columns(['gateway', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

const waitingFor = (db: Db, gateway: GatewayName, subject: Subject) =>
  db
    .updateTable('gateway_events')
    .where('subject', '=', subjectKey(subject))
    .where('state', 'in', ['received', 'failed'])
    .where('gateway', '=', gateway)

/** Marks the events of a subject that arrived before its facts were fetched as applied. */
export async function markEventsApplied(
  db: Db,
  gateway: GatewayName,
  subject: Subject,
  { fetchedAt, now }: { fetchedAt: number; now: number },
): Promise<void> {
  await waitingFor(db, gateway, subject)
    .set({ state: 'applied', applied_at: now, error: null })
    .where('received_at', '<=', fetchedAt)
    .execute()
}

/** Marks the events of a subject as failed; a later sync applies them after all. */
export async function markEventsFailed(
  db: Db,
  gateway: GatewayName,
  subject: Subject,
  error: string,
): Promise<void> {
  await waitingFor(db, gateway, subject).set({ state: 'failed', error }).execute()
}

/** Removes the contents of events received before a time. */
export async function clearBodies(db: Db, before: number): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({ body: null })
    .where('body', 'is not', null)
    .where('received_at', '<', before)
    .execute()
}

/** Counts a rejected call. */
export async function countRejection(
  db: Db,
  gateway: GatewayName,
  { at, reason }: { at: number; reason: string },
): Promise<void> {
  const latest = { rejected_at: at, rejection: reason }
  await db
    .insertInto('gateway_webhooks')
    .values({ gateway, external_id: null, url: null, rejected: 1, ...latest })
    .onConflict(oc =>
      oc.column('gateway').doUpdateSet(eb => ({
        rejected: eb('gateway_webhooks.rejected', '+', 1),
        ...latest,
      })),
    )
    .execute()
}

export const findWebhooks = (db: Db) => db.selectFrom('gateway_webhooks').selectAll().execute()

export const findWebhook = (db: Db, gateway: GatewayName) =>
  db.selectFrom('gateway_webhooks').selectAll().where('gateway', '=', gateway).executeTakeFirst()

/** Stores the registration and resets the count of rejected calls. */
export async function writeWebhook(
  db: Db,
  gateway: GatewayName,
  registration: { external_id: string; url: string },
): Promise<void> {
  const row = { ...registration, rejected: 0, rejected_at: null, rejection: null }
  await db
    .insertInto('gateway_webhooks')
    .values({ gateway, ...row })
    .onConflict(oc => oc.column('gateway').doUpdateSet(row))
    .execute()
}

interface EventSummary {
  gateway: GatewayName
  last_received_at: number | null
  failed: number
}

/** The last event of each gateway, and how many failed permanently. Reads index entries only. */
export async function summarizeEvents(db: Db): Promise<EventSummary[]> {
  const summaries = GATEWAY_NAMES.map(
    gateway => sql`select cast(${gateway} as text) as gateway,
      (select max(received_at) from gateway_events where gateway = ${gateway})
        as last_received_at,
      (select count(*) from gateway_events where gateway = ${gateway} and state = 'failed')
        as failed`,
  )
  const { rows } = await sql<EventSummary>`${sql.join(summaries, sql` union all `)}`.execute(db)
  return rows
}
