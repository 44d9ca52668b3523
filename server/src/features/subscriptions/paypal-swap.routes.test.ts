import { DAY_MS } from '@coffer/contract/durations'
import { InvoiceSnapshot } from '@coffer/contract/invoices'
import { afterAll, describe, expect, it } from 'vitest'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { renewDue, syncOpen } from './index.ts'

const shop = await openShop('paypal')
const { t, simulators, sellPlan, subscribed, detail, act, read, asAdmin, returnFrom, later, rows } =
  shop
const { paypal } = simulators
const FIVE_MINUTES_MS = 300_000
const tiny = await sellPlan({ amount: 100 })
const small = await sellPlan({ amount: 1000 })
const large = await sellPlan({
  amount: 3000,
  features: { max_storage_amount: 500, max_team_members: 20 },
})
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(t.deps.db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

const clock = async (ms: number) => {
  await later(ms)
  await syncOpen(t.deps)
  await renewDue(t.deps)
  await t.runJobs()
}
/** Starts a change of plan. @returns its checkout */
const swap = async (user: TestClient, plan: string) => {
  const { status, body } = await act(user, `swap/${plan}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const row = await t.deps.db
    .selectFrom('checkouts')
    .selectAll()
    .where('id', '=', body.checkout.id)
    .executeTakeFirstOrThrow()
  return { id: row.id, externalId: row.external_id ?? '' }
}
const bytesOf = async ({ userId }: TestClient) => (await t.storage(userId)).capacity_bytes
const balance = ({ userId }: TestClient) => balanceOf(t.deps.db, userId, 'EUR')
/** Changes the plan, and approves the new subscription. */
const approve = async (user: TestClient, plan: string) => {
  const { id, externalId } = await swap(user, plan)
  paypal.pay(externalId)
  expect(await returnFrom(user, id)).toBe('completed')
  await t.runJobs()
}
const refunded = async ({ userId }: TestClient) =>
  (await rows('refunds', userId)).flatMap(row =>
    'payment_id' in row && row.state === 'succeeded' ? [row.amount] : [],
  )
/** The lines of each invoice of a user, the oldest first. */
const invoiceLines = async ({ userId }: TestClient) => {
  const invoices = await t.deps.db
    .selectFrom('invoices')
    .select('snapshot')
    .where('user_id', '=', userId)
    .orderBy('issued_at')
    .execute()
  return invoices.map(({ snapshot }) => InvoiceSnapshot.parse(JSON.parse(snapshot)).lines)
}
const amounts = async ({ userId }: TestClient) =>
  (await rows('payments', userId)).map(row => ('amount' in row ? row.amount : 0))

it('an upgrade charges the difference, holds from its payment on, and replaces the old one', async () => {
  const { user } = await subscribed(small.id)
  const { due_today } = (await read(user, `swap/${large.id}`)).body.data
  const checkout = await swap(user, large.id)
  expect(await detail(user)).toMatchObject({ name: small.attributes.name })
  paypal.pay(checkout.externalId)
  expect(await returnFrom(user, checkout.id)).toBe('completed')
  await t.runJobs()
  expect(await detail(user)).toMatchObject({ name: large.attributes.name })
  expect(await bytesOf(user)).toBe(500_000_000_000)
  expect((await amounts(user)).toSorted()).toEqual([1000, due_today.amount])
  const [, upgrade] = await invoiceLines(user)
  expect(upgrade).toMatchObject([
    { description: `Unused time on ${small.attributes.name}` },
    { description: large.attributes.name },
  ])
  expect(upgrade?.reduce((sum, { amount }) => sum + amount, 0)).toBe(due_today.amount)
  await clock(32 * DAY_MS)
  expect((await invoiceLines(user))[2]).toMatchObject([
    { description: large.attributes.name, detail: null, amount: 3000 },
  ])
  expect((await amounts(user)).toSorted()).toEqual([1000, due_today.amount, 3000])
})

it('a downgrade refunds the unused time at PayPal, with a credit note', async () => {
  const { user } = await subscribed(large.id)
  const preview = (await read(user, `swap/${small.id}`)).body.data
  expect(preview).toMatchObject({
    due_today: { amount: 0 },
    to_balance: { amount: 0 },
    driver: 'paypal',
  })
  const { amount } = preview.to_refund
  expect(amount).toBeGreaterThan(1500)
  const checkout = await swap(user, small.id)
  expect(await bytesOf(user)).toBe(500_000_000_000)
  paypal.pay(checkout.externalId)
  expect(await returnFrom(user, checkout.id)).toBe('completed')
  await t.runJobs()
  expect(await detail(user)).toMatchObject({ status: 'active', name: small.attributes.name })
  expect(await bytesOf(user)).toBe(100_000_000_000)
  await clock(2 * FIVE_MINUTES_MS)
  expect(await refunded(user)).toEqual([amount])
  expect(paypal.payments().filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount }])
  expect(await rows('invoices', user.userId)).toMatchObject([
    { kind: 'invoice', total: 3000, credited: amount },
    { kind: 'credit_note', total: amount },
  ])
  expect(await balance(user)).toBe(0)
  await clock(32 * DAY_MS)
  expect((await amounts(user)).toSorted()).toEqual([1000, 3000])
  expect(await refunded(user)).toEqual([amount])
})

it('a downgrade after an upgrade refunds both payments of the period', async () => {
  const { user } = await subscribed(small.id)
  await approve(user, large.id)
  const { to_refund: refund } = (await read(user, `swap/${tiny.id}`)).body.data
  const [first, second] = await amounts(user)
  expect(refund.amount).toBeGreaterThan(Math.max(first ?? 0, second ?? 0))
  await approve(user, tiny.id)
  await clock(2 * FIVE_MINUTES_MS)
  const parts = await refunded(user)
  expect(parts).toHaveLength(2)
  expect(parts.reduce((sum, amount) => sum + amount, 0)).toBe(refund.amount)
  expect(await balance(user)).toBe(0)
})

it('P9: unused time that was refunded before is not refunded again', async () => {
  const { user } = await subscribed(large.id)
  const [payment] = await rows('payments', user.userId)
  const path = `/payments/${payment?.id}/refund`
  expect((await asAdmin('POST', path, { amount: 2900, reason: 'Goodwill' })).status).toBe(200)
  expect((await read(user, `swap/${small.id}`)).body.data).toMatchObject({
    due_today: { amount: 900 },
    to_balance: { amount: 0 },
    to_refund: { amount: 0 },
  })
  await approve(user, small.id)
  await clock(2 * FIVE_MINUTES_MS)
  expect(await refunded(user)).toEqual([2900])
  expect(await amounts(user)).toEqual([3000, 900])
  expect(await balance(user)).toBe(0)
})

it('a downgrade credits what was paid more than 180 days ago to the balance', async () => {
  const yearly = await sellPlan({ amount: 36_500, interval: 'year' })
  const cheap = await sellPlan({ amount: 3650, interval: 'year' })
  const { user } = await subscribed(yearly.id)
  await clock(181 * DAY_MS)
  const { to_balance: credit, to_refund: refund } = (await read(user, `swap/${cheap.id}`)).body.data
  expect(refund.amount).toBe(0)
  expect(credit.amount).toBeGreaterThan(10_000)
  await approve(user, cheap.id)
  await clock(2 * FIVE_MINUTES_MS)
  expect(await refunded(user)).toEqual([])
  expect(await balance(user)).toBe(credit.amount)
})

describe.each(['HUF', 'TWD'])('in %s, which PayPal takes without decimals', async currency => {
  const cheap = await sellPlan({ amount: 100_000, currency })
  const dear = await sellPlan({ amount: 300_000, currency })

  it('an upgrade charges the next whole amount', async () => {
    const { user } = await subscribed(cheap.id)
    await clock(10 * DAY_MS)
    const { due_today: due } = (await read(user, `swap/${dear.id}`)).body.data
    expect(due.amount % 100).toBe(0)
    const { offers } = (await read(user, 'overview')).body.data
    expect(offers).toContainEqual(expect.objectContaining({ due_today: due }))
    await approve(user, dear.id)
    expect(await amounts(user)).toEqual([100_000, due.amount])
  })

  it('a downgrade refunds a whole amount, and the rest goes to the balance', async () => {
    const { user } = await subscribed(dear.id)
    await clock(10 * DAY_MS)
    const { to_refund, to_balance } = (await read(user, `swap/${cheap.id}`)).body.data
    expect(to_refund.amount % 100).toBe(0)
    expect(to_balance.amount).toBeGreaterThan(0)
    expect(to_balance.amount).toBeLessThan(100)
    await approve(user, cheap.id)
    await clock(2 * FIVE_MINUTES_MS)
    expect(await refunded(user)).toEqual([to_refund.amount])
    expect(await balanceOf(t.deps.db, user.userId, currency)).toBe(to_balance.amount)
  })
})

it('a change that is not approved changes nothing', async () => {
  const { user } = await subscribed(large.id)
  const checkout = await swap(user, small.id)
  await clock(2 * 3_600_000)
  expect(await returnFrom(user, checkout.id)).toBe('expired')
  expect(await detail(user)).toMatchObject({ status: 'active', name: large.attributes.name })
  await clock(32 * DAY_MS)
  expect(await amounts(user)).toEqual([3000, 3000])
  expect(await refunded(user)).toEqual([])
  expect(await balance(user)).toBe(0)
})
