import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../concurrent-index.ts'
import type { DatabaseKind } from '../open.ts'

const INDEXES = [
  // Deleting an account deletes its billing periods, each with its alerts.
  {
    name: 'billing_alert_firings_of_period',
    table: 'billing_alert_firings',
    columns: ['period_id'],
  },
]

/** Recurring jobs, lists and deletions must not read tables that grow with all users. */
export async function indexGrowingTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const index of INDEXES) await createIndexConcurrently(db, kind, index)
}
