import { checkLedger } from '../src/features/ledger/index.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** The rows and cents of a user's billing, without ids and times, to compare with those of another. */
export async function bookedFor({ deps: { db }, storage }: TestApp, { userId }: TestClient) {
  const entries = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(['ledger_accounts.kind', 'ledger_entries.amount'])
    .where('ledger_accounts.owner', '=', userId)
    .orderBy('ledger_accounts.kind')
    .orderBy('ledger_entries.amount')
    .execute()
  const { isBalanced } = await checkLedger(db)
  return {
    subscriptions: await db
      .selectFrom('subscriptions')
      .select(['status', 'payment_state', 'amount', 'ended_reason'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    payments: await db
      .selectFrom('payments')
      .select(['state', 'amount', 'refunded'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    invoices: await db
      .selectFrom('invoices')
      .select(['kind', 'state', 'total', 'paid', 'credited'])
      .where('user_id', '=', userId)
      .orderBy('issued_at')
      .orderBy('number')
      .execute(),
    transactions: await db
      .selectFrom('transactions')
      .select(['type', 'status', 'amount'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    entries,
    isBalanced,
    capacity: (await storage(userId)).capacity_bytes,
  }
}
