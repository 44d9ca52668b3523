import { adminUserTasks } from '@coffer/contract'
import { afterAll, expect, test } from 'vitest'
import { giveBalance } from '../../../test/balances.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const shop = await openStripeShop()
const { t, sellPlan, subscribed } = shop
const { db } = t.deps
const plan = await sellPlan({ amount: 1000 })
afterAll(shop.close)

const exists = async ({ userId }: TestClient) =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).execute()).length > 0

async function nameOf({ userId }: TestClient) {
  const user = db.selectFrom('users').select('name').where('id', '=', userId)
  return (await user.executeTakeFirstOrThrow()).name
}

const running = { status: 409, body: { code: 'account.subscription_running' } }

test('the summary shows the subscription that ends, balance and debt', async () => {
  const { user } = await subscribed(plan.id)
  await giveBalance(t, user, { amount: 150, currency: 'EUR' })
  const billing = {
    subscription: {
      name: plan.attributes.name,
      plan_type: 'fixed',
      driver: 'stripe',
      period_ends_at: expect.any(String),
      is_paid: true,
    },
    balances: [{ amount: 150, currency: 'EUR' }],
    debts: [],
  }
  const own = await (await t.signInAgain(user)).send('GET', '/api/user/deletion')
  expect(own.body.data).toMatchObject(billing)
  const admin = await t.signIn('admin')
  const summary = await admin.send('GET', `/api/admin/users/${user.userId}/deletion`)
  expect(summary.body.data).toMatchObject(billing)
})

test('a user with a paid subscription is deleted only once its end is confirmed', async () => {
  const { user } = await subscribed(plan.id)
  const admin = await t.signIn('admin')
  const remove = async (more: object) =>
    admin.send('DELETE', `/api/admin/users/${user.userId}`, { name: await nameOf(user), ...more })
  expect(await remove({})).toMatchObject(running)
  expect((await remove({ end_subscription: true })).status).toBe(200)
  await t.runJobs()
  expect(await exists(user)).toBe(false)
})

test('an account with a paid subscription is deleted only once its end is confirmed', async () => {
  const { user } = await subscribed(plan.id)
  const body = { email: await emailOf(user), password: 'correct horse battery' }
  const client = await t.signInAgain(user)
  expect(await client.send('DELETE', '/api/user', body)).toMatchObject(running)
  expect(
    (await client.send('DELETE', '/api/user', { ...body, end_subscription: true })).status,
  ).toBe(204)
})

test('a bulk deletion is refused as a whole until the end of paid subscriptions is confirmed', async () => {
  const { user } = await subscribed(plan.id)
  const free = await t.signIn()
  const admin = await t.signIn('admin')
  const remove = (users: TestClient[], more: object = {}) =>
    admin.send('POST', '/api/admin/users/bulk', {
      selection: { ids: users.map(({ userId }) => userId) },
      change: { action: 'delete', count: users.length, ...more },
    })
  const refused = await remove([user, free])
  expect(refused).toMatchObject({ status: 409, body: { code: 'user.subscriptions_running' } })
  expect(refused.body.detail).toContain('1')
  await t.runJobs()
  expect(await exists(free)).toBe(true)
  expect((await remove([free])).status).toBe(200)
  expect((await remove([user], { end_subscription: true })).status).toBe(200)
  await t.runJobs()
  expect([await exists(user), await exists(free)]).toEqual([false, false])
})

test('a subscription bought after the bulk deletion was requested keeps its user', async () => {
  const admin = await t.signIn('admin')
  const user = await t.signIn()
  const { body } = await admin.send('POST', '/api/admin/users/bulk', {
    selection: { ids: [user.userId] },
    change: { action: 'delete', count: 1 },
  })
  const { externalId, id } = await shop.open(user, plan.id)
  shop.simulator.pay(externalId)
  await shop.returnFrom(user, id)
  await t.runJobs()
  const { data } = (await admin.call(adminUserTasks.getUserTask, { params: { id: body.data.id } }))
    .body
  expect(data.attributes.skipped).toMatchObject([{ code: 'account.subscription_running' }])
  expect(await exists(user)).toBe(true)
})
