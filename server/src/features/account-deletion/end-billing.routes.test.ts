import { setTimeout } from 'node:timers/promises'
import { accountDeletion } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, expect, test } from 'vitest'
import { giveBalance } from '../../../test/balances.ts'
import { insertMeteredPlan, subscribeMetered, useStorage } from '../../../test/metered-users.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { subscribeEveryone } from '../settlement/index.ts'
import { recordTransaction } from '../transactions/index.ts'
import { continueDeletion } from './delete-data.service.ts'
import { removeAccount } from './index.ts'

const shop = await openStripeShop()
const { t, simulator, sellPlan, open, subscribed, later } = shop
const { db } = t.deps
const small = await sellPlan({ amount: 1000 })
afterEach(() => simulator.faults.clear())
afterAll(async () => {
  expect(simulator.violations).toEqual([])
  await shop.close()
})

const deleteAccount = async (client: TestClient) =>
  client.call(accountDeletion.deleteAccount, {
    body: {
      email: await emailOf(client),
      password: 'correct horse battery',
      end_subscription: true,
    },
  })
const exists = async ({ userId }: TestClient) =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).execute()).length > 0
const charged = () => simulator.payments().length

test('case 65: deleting an account ends its subscription at the gateway; papers stay', async () => {
  const { user } = await subscribed(small.id)
  const invoice = await db
    .selectFrom('invoices')
    .selectAll()
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow()
  expect((await deleteAccount(user)).status).toBe(204)
  await t.runJobs()
  expect(await exists(user)).toBe(false)
  const before = charged()
  await later(62 * DAY_MS)
  expect(charged()).toBe(before)
  const kept = await db.selectFrom('invoices').selectAll().where('id', '=', invoice.id).execute()
  expect(kept).toMatchObject([{ user_id: null, state: 'paid', buyer_name: invoice.buyer_name }])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
})

test('a checkout that is open when its account is deleted can not be paid any more', async () => {
  const user = await t.signIn()
  const { externalId } = await open(user, small.id)
  await removeAccount(t.deps, user.userId)
  await t.runJobs()
  expect(() => simulator.pay(externalId)).toThrow()
})

test('what was bought unseen before the deletion is ended and refunded', async () => {
  const user = await t.signIn()
  const { externalId } = await open(user, small.id)
  simulator.pay(externalId)
  const paid = simulator.payments().at(-1)
  await removeAccount(t.deps, user.userId)
  await t.runJobs()
  expect(simulator.payments()).toContainEqual(
    expect.objectContaining({ kind: 'refund', paymentId: paid?.id, amount: paid?.amount }),
  )
  const before = charged()
  await later(62 * DAY_MS)
  expect(charged()).toBe(before)
})

test('case 43: a metered account gets a final invoice for what was used, paid by its balance', async () => {
  await t.settings({ subscription_type: 'metered', registration_bonus: 0 })
  const plan = await insertMeteredPlan(t)
  const user = await t.signIn()
  const now = t.deps.now().getTime()
  const { periodId } = await subscribeMetered(t, user, plan, now - 5 * DAY_MS)
  await useStorage(t, user, 300_000_000_000)
  await giveBalance(t, user, { amount: 150, currency: 'EUR' })
  await removeAccount(t.deps, user.userId)
  await subscribeEveryone(t.deps)
  const ofPeriod = () =>
    db.selectFrom('invoices').selectAll().where('period_id', '=', periodId).execute()
  expect(await ofPeriod()).toMatchObject([
    { user_id: user.userId, total: 400, paid: 150, state: 'open' },
  ])
  const live = db.selectFrom('subscriptions').select('id').where('user_id', '=', user.userId)
  expect(await live.where('status', '!=', 'completed').execute()).toEqual([])
  await t.runJobs()
  expect(await exists(user)).toBe(false)
  expect(await ofPeriod()).toMatchObject([{ user_id: null, total: 400 }])
  expect(await balanceOf(db, user.userId, 'EUR')).toBe(0)
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await t.settings({ subscription_type: 'fixed' })
})

test('case 65: while the gateway is down the end is queued, however long, until it is done', async () => {
  const { user } = await subscribed(small.id)
  simulator.faults.onCall({ kind: 'error-before' }, { times: 100_000 })
  await removeAccount(t.deps, user.userId)
  await t.runJobs()
  expect(await exists(user)).toBe(false)
  for (let hours = 0; hours < 14; hours += 1) {
    await t.jobsLater(3_600_000)
    await t.runJobs()
  }
  simulator.faults.clear()
  await t.jobsLater(3_600_000)
  await t.runJobs()
  const before = charged()
  await later(62 * DAY_MS)
  expect(charged()).toBe(before)
})

test('what a sync books while the account is deleted keeps no trace of the user', async () => {
  const { user, subscriptionId } = await subscribed(small.id)
  const { userId } = user
  await removeAccount(t.deps, userId)
  const key = `test:${userId}`
  const sync = t.deps.transact(async tx => {
    // The lock of a sync.
    await tx
      .updateTable('subscriptions')
      .set({ synced_at: null })
      .where('id', '=', subscriptionId)
      .execute()
    await setTimeout(500)
    await recordTransaction(tx, t.deps, {
      key,
      userId,
      type: 'charge',
      status: 'completed',
      note: 'invoice',
      driver: 'stripe',
      amount: 1000,
      currency: 'EUR',
      at: t.deps.now().getTime(),
    })
  })
  await Promise.all([sync, continueDeletion(t.deps, userId, new AbortController().signal)])
  const booked = db.selectFrom('transactions').select('user_id').where('key', '=', key)
  expect(await booked.execute()).toEqual([{ user_id: null }])
})
