import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { type Gateway, NO_FACTS, type RemotePayment } from '../gateways/index.ts'
import { checkLedger } from '../ledger/index.ts'
import { applyFacts } from './apply-facts.service.ts'

const t = await openTestApp()
const { db } = t.deps
const gateway = {
  name: 'stripe',
  isLive: false,
  capabilities: { keepsSchedule: true },
} as unknown as Gateway

const at = t.deps.now().getTime()
const usd = { amount: 1000, currency: 'USD' }

/** A payment of a deleted account. */
async function paymentOfDeleted(state: 'processing' | 'succeeded') {
  const id = t.deps.newId()
  const row = {
    ...usd,
    id,
    key: id,
    user_id: null,
    invoice_id: null,
    checkout_id: null,
    purpose: 'fund' as const,
    gateway: 'stripe' as const,
    is_live: 0 as const,
    attempt: 1,
    external_id: `pi_${id}`,
    payment_method_id: null,
    reason: null,
    action_url: null,
    created_at: at,
    updated_at: at,
  }
  await db
    .insertInto('payments')
    .values({ ...row, state })
    .execute()
  return row
}

it.each([
  ['has succeeded before', 'succeeded'],
  ['succeeds with them', 'processing'],
] as const)(
  'applies refunds and disputes of a deleted account once where the payment %s',
  async (_, state) => {
    const { id, external_id: externalId } = await paymentOfDeleted(state)
    const part = { amount: 400, currency: 'USD', createdAt: at }
    const payment: RemotePayment = {
      ...usd,
      externalId,
      reference: id,
      subscriptionExternalId: null,
      invoiceExternalId: null,
      state: 'succeeded',
      isHardDecline: false,
      reason: null,
      actionUrl: null,
      paidAt: at,
      period: null,
      refunds: [{ ...part, externalId: `re_${id}`, state: 'processing' }],
      disputes: [{ ...part, externalId: `du_${id}`, state: 'open' }],
      method: null,
    }
    const fetched = {
      gateway,
      target: { kind: 'payment', id, subject: { kind: 'payment', externalId } },
      ticket: null,
      remote: { ...NO_FACTS, payments: [payment] },
    } as const
    const statements = await t.deps.transact(tx =>
      t.countQueries(() => applyFacts(tx, t.deps, fetched)),
    )
    const writesTo = (table: string) =>
      statements.filter(sql => sql.startsWith(`insert into "${table}"`)).length
    const of = (table: 'refunds' | 'disputes') =>
      db.selectFrom(table).select(['external_id', 'amount']).where('payment_id', '=', id).execute()
    expect(await of('disputes')).toEqual([{ external_id: `du_${id}`, amount: 400 }])
    expect(await of('refunds')).toContainEqual({ external_id: `re_${id}`, amount: 400 })
    expect(writesTo('disputes')).toBe(1)
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  },
)
