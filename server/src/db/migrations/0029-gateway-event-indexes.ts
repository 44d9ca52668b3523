import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../concurrent-index.ts'
import type { DatabaseKind } from '../open.ts'

/**
 * Finds the events of a subject, the failed ones and those with bodies without reading the others.
 * The index by subject and state is replaced: for an update up to a time, SQLite read all events of
 * the gateway instead.
 */
export async function indexGatewayEvents(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const table = 'gateway_events'
  await createIndexConcurrently(db, kind, {
    name: 'gateway_events_of_subject',
    table,
    columns: ['subject', 'received_at'],
  })
  await createIndexConcurrently(db, kind, {
    name: 'gateway_events_failed',
    table,
    columns: ['gateway'],
    where: sql`state = 'failed'`,
  })
  await createIndexConcurrently(db, kind, {
    name: 'gateway_events_with_body',
    table,
    columns: ['received_at'],
    where: sql`body is not null`,
  })
  const concurrently = kind === 'sqlite' ? sql`` : sql`concurrently`
  await sql`drop index ${concurrently} if exists gateway_events_by_subject`.execute(db)
}
