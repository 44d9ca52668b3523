import { DAY_MS } from '@coffer/contract/durations'
import { voidInvoice } from '@coffer/contract/invoices'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { CARD_GATEWAYS, CHARGE_CALL, savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { checkLedger } from '../ledger/index.ts'
import { syncOpen } from '../subscriptions/index.ts'
import { collect } from './index.ts'

const shop = await openShop('stripe', 'paystack')
const { t, later } = shop
const { db } = t.deps
const { cardholder, owe, save, invoiceOf, paymentsOf, chargedAt } = savedCards(shop)
afterEach(() => shop.clearFaults())
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

let amount = 3100
const next = () => (amount += 1)

const methodOf = ({ userId }: TestClient) =>
  db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

/** Stores a charge as a process that dies before the call to the gateway leaves it. */
async function dieBeforeCall(user: TestClient, invoiceId: string): Promise<void> {
  const { id, gateway, is_live } = await methodOf(user)
  const key = t.deps.newId()
  const { total } = await invoiceOf(invoiceId)
  const at = t.deps.now().getTime()
  await db
    .insertInto('payments')
    .values({
      id: key,
      key,
      user_id: user.userId,
      invoice_id: invoiceId,
      checkout_id: null,
      purpose: 'invoice',
      gateway,
      is_live,
      attempt: 1,
      external_id: null,
      payment_method_id: id,
      amount: total,
      currency: 'USD',
      state: 'created',
      reason: null,
      action_url: null,
      created_at: at,
      updated_at: at,
    })
    .execute()
}
const clock = async () => {
  await later(6 * 60_000)
  await syncOpen(t.deps)
  await t.runJobs()
}

describe.each(CARD_GATEWAYS)('case 71: a process dies before it charges at %s', driver => {
  it('the charge is made once', async () => {
    const user = await cardholder(driver)
    const total = next()
    const id = await owe(user, total)
    await dieBeforeCall(user, id)
    await clock()
    await clock()
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: total })
    expect(await paymentsOf(id)).toMatchObject([{ state: 'succeeded' }])
    expect(chargedAt(driver, total)).toBe(1)
  })

  it('a charge whose card is missing is cancelled, and another card is charged once', async () => {
    const user = await cardholder(driver)
    const total = next()
    const id = await owe(user, total)
    await dieBeforeCall(user, id)
    const { id: methodId } = await methodOf(user)
    await db.deleteFrom('payment_methods').where('id', '=', methodId).execute()
    await save(user, driver === 'stripe' ? 'paystack' : 'stripe')
    await clock()
    await clock()
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: total })
    expect(await paymentsOf(id)).toMatchObject([{ state: 'cancelled' }, { state: 'succeeded' }])
    expect(chargedAt(driver, total)).toBe(0)
  })

  it('a charge that was cut off before it went through is cancelled once its card is missing', async () => {
    const user = await cardholder(driver)
    const total = next()
    shop.simulators[driver].faults.onCall(
      { kind: 'cut-before' },
      { call: CHARGE_CALL[driver], times: 5 },
    )
    const id = await owe(user, total)
    await collect(t.deps, id)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'processing' }])
    shop.clearFaults()
    const { id: methodId } = await methodOf(user)
    await db.deleteFrom('payment_methods').where('id', '=', methodId).execute()
    await save(user, driver === 'stripe' ? 'paystack' : 'stripe')
    for (let count = 0; count < 3; count += 1) await clock()
    expect(await invoiceOf(id)).toMatchObject({ state: 'paid', paid: total })
    expect(await paymentsOf(id)).toMatchObject([{ state: 'cancelled' }, { state: 'succeeded' }])
    expect(chargedAt(driver, total)).toBe(0)
  })

  it('a charge that may have gone through is shown once while its gateway has no keys for it', async () => {
    const user = await cardholder(driver)
    const total = next()
    shop.simulators[driver].faults.onCall(
      { kind: 'cut-after' },
      { call: CHARGE_CALL[driver], times: 5 },
    )
    const id = await owe(user, total)
    await collect(t.deps, id)
    shop.clearFaults()
    const setMode = (is_live: 0 | 1) =>
      db.updateTable('payments').set({ is_live }).where('invoice_id', '=', id).execute()
    await setMode(1)
    const shown = async () => {
      const [payment] = await paymentsOf(id)
      return db
        .selectFrom('billing_differences')
        .select(['kind', 'ours', 'theirs', 'resolution'])
        .where('subject', '=', payment?.external_id ?? '')
        .execute()
    }
    await clock()
    expect(await shown()).toEqual([])
    await later(DAY_MS)
    await clock()
    const difference = { kind: 'missing_there', ours: `${total} USD`, theirs: null }
    expect(await shown()).toEqual([{ ...difference, resolution: null }])
    const resolved = { resolved_at: t.deps.now().getTime(), resolution: 'Known' }
    await db.updateTable('billing_differences').set(resolved).execute()
    await clock()
    expect(await shown()).toEqual([{ ...difference, resolution: 'Known' }])
    expect(await paymentsOf(id)).toMatchObject([{ state: 'processing' }])
    await setMode(0)
    await clock()
    expect(await paymentsOf(id)).toMatchObject([{ state: 'succeeded' }])
    expect(chargedAt(driver, total)).toBe(1)
  })

  it('a charge of an invoice that is not due any more is cancelled', async () => {
    const user = await cardholder(driver)
    const total = next()
    const id = await owe(user, total)
    await dieBeforeCall(user, id)
    const admin = await t.signIn('admin')
    const reply = await admin.call(voidInvoice, { params: { id }, body: { reason: 'mistake' } })
    expect(reply.status).toBeLessThan(300)
    await clock()
    expect(await paymentsOf(id)).toMatchObject([{ state: 'cancelled' }])
    expect(chargedAt(driver, total)).toBe(0)
  })

  it('a slow process does not send a charge that was cancelled meanwhile', async () => {
    const user = await cardholder(driver)
    const total = next()
    const id = await owe(user, total)
    const { transact } = t.deps
    let calls = 0
    const slow: typeof transact = async run => {
      const result = await transact(run)
      calls += 1
      if (calls === 2)
        await db
          .updateTable('payments')
          .set({ state: 'cancelled' })
          .where('invoice_id', '=', id)
          .execute()
      return result
    }
    await collect({ ...t.deps, transact: slow }, id)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'cancelled' }])
    expect(chargedAt(driver, total)).toBe(0)
  })
})
