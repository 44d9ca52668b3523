import type { Money } from '@coffer/contract/money'
import { postLedger } from '../src/features/ledger/index.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Adds money to the balance of a user, once for each of them. */
export async function giveBalance(
  { deps }: TestApp,
  { userId }: TestClient,
  { amount, currency }: Money,
): Promise<void> {
  await deps.transact(tx =>
    postLedger(tx, deps, {
      key: `test:${userId}`,
      at: deps.now().getTime(),
      currency,
      entries: [
        { account: 'clearing.system', amount },
        { account: 'balance', userId, amount: -amount },
      ],
    }),
  )
}
