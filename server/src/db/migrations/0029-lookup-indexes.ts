import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../concurrent-index.ts'
import type { DatabaseKind } from '../open.ts'

const INDEXES = [
  // Most contents have their id as key; those are found by it.
  {
    name: 'blobs_with_other_key',
    table: 'blobs',
    columns: ['storage_key'],
    where: sql`storage_key <> id`,
  },
  { name: 'uploads_of_blob', table: 'uploads', columns: ['blob_id'] },
  { name: 'payments_of_invoice', table: 'payments', columns: ['invoice_id'] },
  {
    name: 'payments_of_checkout',
    table: 'payments',
    columns: ['checkout_id'],
    where: sql`checkout_id is not null`,
  },
  { name: 'transactions_of_invoice', table: 'transactions', columns: ['invoice_id'] },
  {
    name: 'invoices_of_subscription',
    table: 'invoices',
    columns: ['subscription_id', 'issued_at'],
  },
  {
    name: 'checkouts_of_subscription',
    table: 'checkouts',
    columns: ['subscription_id', 'created_at'],
    where: sql`subscription_id is not null`,
  },
  { name: 'dunnings_of_user', table: 'dunnings', columns: ['user_id'] },
  // Instead of the index by subject and state: for an update up to a time, SQLite preferred that by
  // gateway and time and read all events of the gateway.
  {
    name: 'gateway_events_of_subject',
    table: 'gateway_events',
    columns: ['subject', 'received_at'],
  },
  {
    name: 'gateway_events_failed',
    table: 'gateway_events',
    columns: ['gateway'],
    where: sql`state = 'failed'`,
  },
  {
    name: 'gateway_events_with_body',
    table: 'gateway_events',
    columns: ['received_at'],
    where: sql`body is not null`,
  },
]

/** Work on one content, subscription, invoice or event must not read those of all users. */
export async function indexLookups(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const index of INDEXES) await createIndexConcurrently(db, kind, index)
  const concurrently = kind === 'sqlite' ? sql`` : sql`concurrently`
  await sql`drop index ${concurrently} if exists gateway_events_by_subject`.execute(db)
}
