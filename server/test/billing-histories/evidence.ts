import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../src/db/open.ts'
import type { StatementLine } from '../gateways/shared/bank-statement.ts'
import type { Figures } from './figures.ts'
import type { GatewayName } from './gateways.ts'

/** The rows and statements at the end of a history. */
export interface Evidence {
  db: Database
  now: number
  /** When gateways and servers stopped failing, in UTC ms. */
  calmFrom: number
  statements: Record<GatewayName, StatementLine[]>
  /** Minor units that PayPal has taken from a payment of its id, with and without disputes. */
  reversed: (externalId: string) => number
  figures: Figures
}

const TABLES = [
  'billing_differences',
  'billing_periods',
  'checkouts',
  'disputes',
  'gateway_events',
  'invoices',
  'payments',
  'refunds',
  'subscriptions',
  'transactions',
] as const

/** Saves the billing rows of a history as JSON, a file for each table. */
export async function saveEvidence(db: Database, folder: string, seed: string): Promise<void> {
  const path = join(folder, seed)
  await mkdir(path, { recursive: true })
  for (const table of TABLES) {
    const rows = await db.selectFrom(table).selectAll().execute()
    await writeFile(join(path, `${table}.json`), JSON.stringify(rows, null, 1))
  }
}
