import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, describe, expect, it } from 'vitest'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { DANISH_SELLER } from '../../../test/invoices.ts'
import { newestCardOf } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { reconcile } from '../billing-figures/index.ts'
import { gatewayNamed } from '../gateways/index.ts'
import { writeOff } from '../invoices/index.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { renewDue, syncOpen } from './index.ts'

const shop = await openShop('stripe')
const { t, simulators, sellPlan, subscribed, act, later, hear, rows } = shop
const { db } = t.deps
const operator = operatorOf(simulators)
shop.listen()
const USD = { currency: 'USD' }
const small = await sellPlan({ amount: 1000, ...USD })
const large = await sellPlan({ amount: 3000, ...USD })
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

/** Months have 28 to 31 days. */
const untilRenewal = async ({ userId }: TestClient) => {
  const [row] = await rows('subscriptions', userId)
  return (row as SubscriptionRow).period_ends_at - t.deps.now().getTime()
}
/** Runs what the clock runs after some time. */
const clock = async (ms: number) => {
  await later(ms)
  await hear()
  await syncOpen(t.deps)
  await renewDue(t.deps)
  await t.runJobs()
}
const paidBy = async ({ userId }: TestClient) =>
  (await rows('payments', userId)).filter(row => row.state === 'succeeded')
const invoicesOf = ({ userId }: TestClient) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'invoice')
    .orderBy('issued_at')
    .execute()
const sumOf = async (account: string) => {
  const { sums } = await checkLedger(db)
  return sums.find(({ kind }) => kind === account)?.amount ?? 0
}

it('voids an open invoice of an ended subscription later, if Stripe refuses it at first', async () => {
  const { user } = await subscribed(small.id, { driver: 'stripe', card: 'declined_later' })
  await clock((await untilRenewal(user)) + 2 * HOUR_MS)
  const voids = { call: 'POST /v1/invoices/{id}/void', times: 1 }
  simulators.stripe.faults.onCall({ kind: 'refused' }, voids)
  for (const days of [3, 5, 7]) await clock(days * DAY_MS)
  for (let hours = 0; hours < 3; hours += 1) await clock(HOUR_MS)
  expect((await invoicesOf(user)).map(({ state }) => state)).toEqual(['paid', 'void'])
})

it('reads a subscription with one call per payment, with the refunds made at Stripe', async () => {
  const { user } = await subscribed(small.id, { driver: 'stripe' })
  for (let renewal = 0; renewal < 2; renewal += 1)
    await clock((await untilRenewal(user)) + 2 * HOUR_MS)
  const [subscription] = await rows('subscriptions', user.userId)
  const [payment] = await paidBy(user)
  const gateway = await gatewayNamed(t.deps, 'stripe')
  await gateway.refund(randomUUID(), String(payment?.external_id), { amount: 400, ...USD })
  const { calls } = simulators.stripe
  const before = calls.length
  const externalId = String((subscription as SubscriptionRow).external_id)
  const { payments } = await gateway.fetchFacts({ kind: 'subscription', externalId })
  expect(calls.slice(before)).toHaveLength(2 + payments.length)
  expect(payments).toHaveLength(3)
  expect(payments.flatMap(({ refunds }) => refunds.map(({ amount }) => amount))).toEqual([400])
  await hear()
})

it('reads all refunds of a payment, also more than Stripe includes with it', async () => {
  const { user } = await subscribed(small.id, { driver: 'stripe' })
  const [payment] = await paidBy(user)
  const id = String(payment?.external_id)
  const gateway = await gatewayNamed(t.deps, 'stripe')
  for (let cents = 1; cents <= 11; cents += 1)
    await gateway.refund(randomUUID(), id, { amount: cents, ...USD })
  const { payments } = await gateway.fetchFacts({ kind: 'payment', externalId: id })
  const refunds = payments.flatMap(paid => paid.refunds)
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(66)
  await hear()
})

it('case 68: a rest that Stripe carries over to its next invoice is not credited to the user', async () => {
  const creditBefore = await sumOf('gateway_credit')
  const other = await sellPlan({ amount: 760, ...USD })
  const { user } = await subscribed(large.id, { driver: 'stripe' })
  expect((await act(user, `swap/${other.id}`)).status).toBe(200)
  // The unused 2240 pay two renewals and 720 of the third, whose rest of 40 is too small to be charged.
  for (let month = 0; month < 4; month += 1) {
    await clock(31 * DAY_MS)
    await clock(2 * HOUR_MS)
  }
  const charged = simulators.stripe.payments().filter(({ amount }) => amount === 800)
  expect(charged).toHaveLength(1)
  expect((await invoicesOf(user)).map(({ state }) => state)).toEqual(
    Array.from({ length: 5 }, () => 'paid'),
  )
  expect(await balanceOf(db, user.userId, 'USD')).toBe(0)
  expect(await sumOf('gateway_credit')).toBe(creditBefore)
})

describe('a draft, which Stripe makes final an hour after a renewal,', () => {
  it('is no invoice yet, and the credit of a downgrade still pays it', async () => {
    const { user } = await subscribed(large.id, { driver: 'stripe' })
    expect((await act(user, `swap/${small.id}`)).status).toBe(200)
    await hear()
    await clock((await untilRenewal(user)) + HOUR_MS / 2)
    expect(await invoicesOf(user)).toMatchObject([{ total: 3000 }])
    await clock(2 * HOUR_MS)
    expect(await invoicesOf(user)).toMatchObject([
      { total: 3000, state: 'paid' },
      { total: 1000, state: 'paid' },
    ])
    expect(await paidBy(user)).toHaveLength(1)
  })

  it('is no debt of a subscription that ends before', async () => {
    const { user, subscriptionId } = await subscribed(small.id, { driver: 'stripe' })
    await clock((await untilRenewal(user)) + HOUR_MS / 2)
    const ended = await shop.asAdmin('POST', `/${subscriptionId}/end`, { reason: 'asked for it' })
    expect(ended.status).toBe(200)
    await hear()
    await clock(2 * DAY_MS)
    expect(await invoicesOf(user)).toMatchObject([{ total: 1000, state: 'paid' }])
  })
})

it('an invoice that is voided at Stripe is void here, and the credit that paid a part of it remains', async () => {
  const middle = await sellPlan({ amount: 2000, ...USD })
  const { user } = await subscribed(large.id, { driver: 'stripe' })
  expect((await act(user, `swap/${middle.id}`)).status).toBe(200)
  const card = await newestCardOf(t, user)
  simulators.stripe.setCard(card, 'declined_soft')
  await clock((await untilRenewal(user)) + 2 * HOUR_MS)
  const [, renewal] = await invoicesOf(user)
  expect(renewal).toMatchObject({ state: 'open', total: 2000, paid: 1000 })
  await operator.call('stripe', `/v1/invoices/${renewal?.external_id}/void`, {})
  await hear()
  expect(await invoicesOf(user)).toMatchObject([
    { total: 3000, state: 'paid' },
    { total: 2000, paid: 0, credited: 2000, state: 'void' },
  ])
  simulators.stripe.setCard(card, 'ok')
  await clock((await untilRenewal(user)) + 2 * HOUR_MS)
  expect((await invoicesOf(user)).at(-1)).toMatchObject({ total: 2000, state: 'paid' })
  expect(await paidBy(user)).toMatchObject([{ amount: 3000 }, { amount: 1000 }])
})

async function unpaid() {
  const { user, subscriptionId } = await subscribed(small.id, { driver: 'stripe' })
  const card = await newestCardOf(t, user)
  simulators.stripe.setCard(card, 'declined_soft')
  await clock((await untilRenewal(user)) + 2 * HOUR_MS)
  const [, renewal] = await invoicesOf(user)
  expect(renewal).toMatchObject({ state: 'open', total: 1000 })
  expect((await act(user, `swap/${large.id}`)).body).toMatchObject({
    code: 'subscription.unpaid',
  })
  simulators.stripe.setCard(card, 'ok')
  return { user, subscriptionId, id: renewal?.external_id ?? '' }
}
const transactionsOf = ({ userId }: TestClient) =>
  db
    .selectFrom('transactions')
    .select(['note', 'amount'])
    .where('user_id', '=', userId)
    .where('note', 'like', '%paid_by_hand%')
    .execute()

describe('an unpaid renewal', () => {
  it('that is marked as paid at Stripe is paid here, once', async () => {
    const { user, subscriptionId, id } = await unpaid()
    simulators.stripe.payOutside(id)
    // The user's page reads the subscription at Stripe again.
    await later(2 * 60_000)
    await shop.detail(user)
    await hear()
    await shop.asAdmin('POST', `/${subscriptionId}/sync`, {})
    expect((await invoicesOf(user))[1]).toMatchObject({ state: 'paid', paid: 1000, credited: 0 })
    expect(await paidBy(user)).toHaveLength(1)
    expect(await transactionsOf(user)).toMatchObject([{ amount: 1000 }])
    const audited = await db
      .selectFrom('audit_entries')
      .select(['actor_type', 'after'])
      .where('action', '=', 'billing.invoice_paid')
      .execute()
    expect(audited).toMatchObject([{ actor_type: 'system' }])
    expect(audited[0]?.after).toContain('stripe')
    await later(2 * HOUR_MS)
    await reconcile(t.deps)
    const differences = db.selectFrom('billing_differences').selectAll()
    expect(await differences.where('user_id', '=', user.userId).execute()).toEqual([])
    expect((await act(user, `swap/${large.id}`)).status).toBe(200)
  })

  it.each([
    [400, { paid: 600, state: 'paid' }, [{ amount: 600 }]],
    [1000, { paid: 0, state: 'void' }, []],
  ])(
    'that a credit note of Stripe lowers by %i gets one here',
    async (credited, after, outside) => {
      const { user, id } = await unpaid()
      simulators.stripe.creditInvoice(id, credited)
      if (credited < 1000) simulators.stripe.payOutside(id)
      await hear()
      expect((await invoicesOf(user))[1]).toMatchObject({ total: 1000, credited, ...after })
      expect(await paidBy(user)).toHaveLength(1)
      expect(await transactionsOf(user)).toMatchObject(outside)
      expect((await act(user, `swap/${large.id}`)).status).toBe(200)
    },
  )

  it('that was paid stays due after a lost dispute', async () => {
    const { user, subscriptionId, id } = await unpaid()
    simulators.stripe.pay(id)
    await hear()
    const [, invoice] = await invoicesOf(user)
    const payment = (await paidBy(user)).find(
      row => 'invoice_id' in row && row.invoice_id === invoice?.id,
    )
    const dispute = simulators.stripe.dispute(payment?.external_id ?? '')
    simulators.stripe.closeDispute(dispute, 'lost')
    await hear()
    await shop.asAdmin('POST', `/${subscriptionId}/sync`, {})
    expect((await invoicesOf(user))[1]).toMatchObject({ state: 'open', paid: 0 })
    expect(await transactionsOf(user)).toEqual([])
  })
})

it('a downgrade writes a credit note with tax, so that all invoices sum to what the user paid', async () => {
  // Renewals of others would be taxed too.
  await shop.endAll()
  await t.settings(DANISH_SELLER)
  const before = await sumOf('tax')
  const user = await t.signIn()
  const profile = {
    name: 'Ane Holm',
    company: null,
    address: 'Kongensgade 1',
    city: 'Odense',
    postal_code: '5000',
    state: null,
    country: 'DK',
    phone: null,
    tax_id: null,
  }
  expect((await user.send('PUT', '/api/user/billing-profile', profile)).status).toBe(200)
  const checkout = await shop.open(user, large.id)
  shop.pay('stripe', checkout.externalId)
  await shop.returnFrom(user, checkout.id)
  expect((await act(user, `swap/${small.id}`)).status).toBe(200)
  for (const month of [1, 2]) {
    await clock((await untilRenewal(user)) + 2 * HOUR_MS)
    expect(await rows('invoices', user.userId)).toHaveLength(2 + month)
  }
  expect(await rows('invoices', user.userId)).toMatchObject([
    { total: 3000, tax: 600, credited: 2000, state: 'paid' },
    { kind: 'credit_note', total: 2000, tax: 400 },
    { total: 1000, tax: 200, state: 'paid' },
    { total: 1000, tax: 200, state: 'paid' },
  ])
  expect(await paidBy(user)).toMatchObject([{ amount: 3000 }])
  expect(before - (await sumOf('tax'))).toBe(600)
})

it('an unpaid renewal that was written off here is paid once Stripe counts it as paid', async () => {
  const { user, id } = await unpaid()
  const [, invoice] = await invoicesOf(user)
  await t.deps.transact(tx => writeOff(tx, t.deps, invoice?.id ?? '', t.deps.now().getTime()))
  simulators.stripe.payOutside(id)
  await hear()
  expect((await invoicesOf(user))[1]).toMatchObject({ state: 'paid', paid: 1000 })
  expect(await transactionsOf(user)).toMatchObject([{ amount: 1000 }])
})
