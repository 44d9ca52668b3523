import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, expect, it } from 'vitest'
import type { SimulatedGateway } from '../../../test/gateways/simulators.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { renewDue, syncLive, syncOpen } from './index.ts'

const shop = await openShop('paystack', 'paypal')
const { t, sellPlan, subscribed, act, read, later, pay, rows } = shop
const { db } = t.deps
const USD = { currency: 'USD' }
const small = await sellPlan({ amount: 1000, ...USD })
const medium = await sellPlan({ amount: 3000, ...USD })
const large = await sellPlan({ amount: 6000, ...USD })
const yearly = await sellPlan({ amount: 36_000, interval: 'year', ...USD })
const admin = await t.signIn('admin')
afterEach(() => shop.endAll())
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

const invoicesOf = async ({ userId }: TestClient) =>
  ((await rows('invoices', userId)) as InvoiceRow[]).filter(({ kind }) => kind === 'invoice')

const balance = ({ userId }: TestClient) => balanceOf(db, userId, 'USD')

/** Voids, writes off or credits the last invoice of a user. */
async function correctLast(user: TestClient, path: string, body: object = {}) {
  const invoice = (await invoicesOf(user)).at(-1)
  const { status } = await (await t.signInAgain(admin)).send(
    'POST',
    `/api/admin/invoices/${invoice?.id}/${path}`,
    { reason: 'Asked for it', ...body },
  )
  expect(status).toBeLessThan(300)
}

/** The amount due, and those to the payment and to the balance. */
const preview = async (user: TestClient, plan: string) => {
  const { due_today, to_refund, to_balance } = (await read(user, `swap/${plan}`)).body.data
  return [due_today.amount, to_refund.amount, to_balance.amount]
}

/** Changes the plan, and approves it where the gateway has a page for it. */
async function swap(user: TestClient, driver: SimulatedGateway, plan: string) {
  const { status, body } = await act(user, `swap/${plan}`)
  if (body.checkout) {
    const { external_id } = await db
      .selectFrom('checkouts')
      .select('external_id')
      .where('id', '=', body.checkout.id)
      .executeTakeFirstOrThrow()
    pay(driver, external_id ?? '')
    await shop.returnFrom(user, body.checkout.id)
  }
  await t.runJobs()
  return status
}

async function clock(ms: number) {
  await later(ms)
  await syncOpen(t.deps)
  await syncLive(t.deps)
  await renewDue(t.deps)
  await t.runJobs()
}

const forgetCards = ({ userId }: TestClient) =>
  db.deleteFrom('payment_methods').where('user_id', '=', userId).execute()

/** A user whose first year is paid, and whose second one is not. */
async function withUnpaidYear(): Promise<TestClient> {
  const { user } = await subscribed(yearly.id)
  await forgetCards(user)
  await clock(366 * DAY_MS)
  expect(await invoicesOf(user)).toMatchObject([{ state: 'paid' }, { state: 'open' }])
  return user
}

it.each([
  ['written off', 'uncollectible'],
  ['voided', 'void'],
])('a year that was %s is not credited from the year before', async (_, path) => {
  const user = await withUnpaidYear()
  await correctLast(user, path)
  expect(await preview(user, medium.id)).toEqual([3000, 0, 0])
  // Nothing can pay the new plan any more.
  expect(await swap(user, 'paystack', medium.id)).toBe(402)
  expect(await invoicesOf(user)).toMatchObject([{ credited: 0 }, {}, { state: 'void' }])
  expect(await preview(user, medium.id)).toEqual([3000, 0, 0])
})

it.each(['paystack', 'paypal'] as const)(
  '%s: what an administrator credited of a period is not credited again',
  async driver => {
    const { user } = await subscribed(medium.id, { driver })
    await correctLast(user, 'credit-notes', { amount: 2500 })
    expect(await balance(user)).toBe(2500)
    expect(await preview(user, small.id)).toEqual([500, 0, 0])
    await swap(user, driver, small.id)
    await clock(DAY_MS)
    // PayPal charges its own page, our schedule takes it from the balance.
    expect(await balance(user)).toBe(driver === 'paypal' ? 2500 : 2000)
    expect((await invoicesOf(user))[0]).toMatchObject({ credited: 2500 })
  },
)

it.each(['paystack', 'paypal'] as const)(
  '%s: time that a longer plan has paid is credited months later, but never twice',
  async driver => {
    const { user } = await subscribed(yearly.id, { driver })
    await clock(60 * DAY_MS)
    await swap(user, driver, medium.id)
    const [due, ...credited] = await preview(user, small.id)
    expect([due, credited.reduce((sum, amount) => sum + amount, 0)]).toEqual([0, 2000])
    expect(await preview(user, large.id)).toEqual([3000, 0, 0])
    // All that is left of the year is credited.
    await correctLast(user, 'credit-notes', { amount: null })
    expect(await preview(user, small.id)).toEqual([1000, 0, 0])
  },
)

/** A user of a monthly plan that 35 days of a year have paid, with 452 of them left on the balance. */
async function changedFromYear(driver: SimulatedGateway = 'paystack'): Promise<TestClient> {
  const { user } = await subscribed(yearly.id, { driver })
  await clock(330 * DAY_MS)
  await swap(user, driver, medium.id)
  return user
}

it('a month that was written off is not credited from the year that was paid before', async () => {
  const user = await changedFromYear()
  expect(await balance(user)).toBe(452)
  await forgetCards(user)
  await clock(31 * DAY_MS)
  expect((await invoicesOf(user)).at(-1)).toMatchObject({ state: 'open', paid: 452 })
  await correctLast(user, 'uncollectible')
  const [due, ...credited] = await preview(user, small.id)
  expect(due).toBeGreaterThanOrEqual(1000 - 452)
  expect(credited).toEqual([0, 0])
})

it('a change that was refused takes nothing from the next one', async () => {
  const user = await changedFromYear()
  await forgetCards(user)
  const amounts = await preview(user, large.id)
  expect(amounts).toEqual([3000, 0, 0])
  expect(await swap(user, 'paystack', large.id)).toBe(402)
  expect(await balance(user)).toBe(452)
  expect(await preview(user, large.id)).toEqual(amounts)
})

it.each(['paystack', 'paypal'] as const)(
  '%s: unused time that was credited before takes nothing from the next change',
  async driver => {
    const user = await changedFromYear(driver)
    await swap(user, driver, large.id)
    await swap(user, driver, small.id)
    await clock(2 * 300_000)
    expect(await preview(user, medium.id)).toEqual([2000, 0, 0])
  },
)
