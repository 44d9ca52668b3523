import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, expect, it } from 'vitest'
import { giveBalance } from '../../../test/balances.ts'
import { type CardGateway, savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { sendReminders } from '../settlement/index.ts'
import { renewDue, syncOpen } from './index.ts'

/** More rows than a page has. */
const MANY = 201

const shop = await openShop<CardGateway>('stripe', 'paystack')
const { t, act } = shop
const { db } = t.deps
const { stripe } = t.deps.config.gateways
const { secretKey } = stripe
const cards = savedCards(shop)
const plan = await shop.sellPlan({ amount: 1000 })

afterEach(() => {
  stripe.secretKey = secretKey
  shop.clearFaults()
})
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

/** From now on Stripe has no keys here, as after an administrator removed it. */
const removeStripe = () => {
  stripe.secretKey = undefined
}

/** A user whose plan renews on our own schedule, paid from the balance. */
async function renewedHere(): Promise<TestClient> {
  const user = await t.signIn()
  await giveBalance(t, user, { amount: 5000, currency: 'EUR' })
  await act(user, 'checkout', { plan: plan.id, driver: 'system' })
  return user
}

const subscriptionOf = ({ userId }: TestClient): Promise<SubscriptionRow> =>
  db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

/** A user with a card of Stripe and an invoice whose charge was never answered. */
async function unansweredCharge(): Promise<TestClient> {
  const user = await cards.cardholder('stripe')
  shop.simulators.stripe.faults.onCall({ kind: 'error-before' }, { times: 20 })
  await cards.bill(user, 700)
  shop.clearFaults()
  return user
}

it('a gateway without keys does not stop the work for users of others', async () => {
  await unansweredCharge()
  const cancelled = await renewedHere()
  await act(cancelled, 'cancel')
  const due = await cards.cardholder('stripe')
  const renewed = await renewedHere()
  removeStripe()
  await cards.owe(due, 800)
  await shop.later(32 * DAY_MS)
  await renewDue(t.deps)
  expect((await subscriptionOf(renewed)).renews_at).toBeGreaterThan(t.deps.now().getTime())
  await syncOpen(t.deps)
  expect(await subscriptionOf(cancelled)).toMatchObject({ status: 'completed' })
})

it('users with a card of a gateway without keys are reminded to pay, as without a card', async () => {
  const users = [await cards.cardholder('stripe'), await cards.cardholder('stripe')]
  removeStripe()
  for (const user of users) await cards.bill(user, 900)
  await shop.later(3 * DAY_MS)
  await sendReminders(t.deps)
  const steps = await db
    .selectFrom('dunnings')
    .select(['user_id', 'step'])
    .where(
      'user_id',
      'in',
      users.map(({ userId }) => userId),
    )
    .execute()
  expect(steps.map(({ step }) => step)).toEqual([2, 2])
})

/** Copies a subscription for new users. @returns the ids of the users and of their subscriptions */
async function copies(user: TestClient, count: number): Promise<string[]> {
  const subscription = await subscriptionOf(user)
  const ids = Array.from({ length: count }, (_, index) => `0${String(index).padStart(8, '0')}`)
  const [created_at, updated_at] = [new Date().toISOString(), new Date().toISOString()]
  await db
    .insertInto('users')
    .values(
      ids.map(id => ({
        id,
        name: 'Copy',
        email: `${id}@example.test`,
        role: 'user' as const,
        created_at,
        updated_at,
      })),
    )
    .execute()
  await db
    .insertInto('subscriptions')
    .values(ids.map(id => ({ ...subscription, id, user_id: id, amount: null })))
    .execute()
  return ids
}

it('collects a renewal whose process ended right after its invoice was opened', async () => {
  const user = await renewedHere()
  await shop.later(32 * DAY_MS)
  const invoices = () => shop.rows('invoices', user.userId)
  const transact: typeof t.deps.transact = async work => {
    if ((await invoices()).length === 2) throw new Error('the process has ended')
    return t.deps.transact(work)
  }
  await expect(renewDue({ ...t.deps, transact })).rejects.toThrow('the process has ended')
  await renewDue(t.deps)
  await t.runJobs()
  expect(await invoices()).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
})

const dueRenewals = async () => {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', '=', 'active')
    .where('external_id', 'is', null)
    .where('renews_at', '<=', t.deps.now().getTime())
    .execute()
  return rows.map(({ id }) => id)
}

it('renews every subscription that is due in one run, and one that fails does not stop the others', async () => {
  const user = await renewedHere()
  const [broken = ''] = await copies(user, MANY)
  await db
    .updateTable('subscriptions')
    .set({ plan_snapshot: 'broken' })
    .where('id', '=', broken)
    .execute()
  await shop.later(32 * DAY_MS)
  await expect(renewDue(t.deps)).rejects.toThrow('JSON')
  expect(await dueRenewals()).toEqual([broken])
})

it('works through all reminders that are due in one run', async () => {
  const started_at = t.deps.now().getTime()
  const rows = await db.selectFrom('users').select('id').where('name', '=', 'Copy').execute()
  await db
    .insertInto('dunnings')
    .values(
      rows.map(({ id }) => ({
        id,
        user_id: id,
        reason: 'unpaid_invoice' as const,
        started_at,
        step: 0,
      })),
    )
    .execute()
  await sendReminders(t.deps)
  const open = await db
    .selectFrom('dunnings')
    .select('id')
    .where('resolved_at', 'is', null)
    .execute()
  // None of the users owes anything.
  expect(open.map(({ id }) => id).filter(id => rows.some(row => row.id === id))).toEqual([])
  expect(rows).toHaveLength(MANY)
})

it('reads every open purchase at its gateway, however many there are', async () => {
  const idle = await shop.open(await t.signIn(), plan.id)
  const user = await t.signIn()
  const paid = await shop.open(user, plan.id)
  const checkout = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('id', '=', idle.id)
    .executeTakeFirstOrThrow()
  const others = Array.from({ length: MANY }, (_, index) => ({
    ...checkout,
    id: `0${index}`,
    external_id: `cs_${index}`,
    created_at: checkout.created_at - 1,
  }))
  await db.insertInto('checkouts').values(others).execute()
  shop.pay('stripe', paid.externalId)
  await syncOpen(t.deps)
  await t.runJobs()
  expect(await subscriptionOf(user)).toMatchObject({ status: 'active' })
})
