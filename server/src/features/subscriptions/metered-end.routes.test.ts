import { startOfUtcDay } from '@coffer/contract/billing-periods'
import { DAY_MS } from '@coffer/contract/durations'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  insertMeteredPlan,
  replaceMeteredPlan,
  subscribeMetered,
} from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { subscribeEveryone } from '../settlement/index.ts'

const PATH = '/api/subscriptions'
const REASON = { reason: 'They asked for it' }

const t = await openTestApp()
const { db, now } = t.deps
let admin: TestClient
let user: TestClient
let subscriptionId: string
let planId: string

beforeAll(async () => {
  await t.settings({ subscription_type: 'metered' })
  admin = await t.signIn('admin')
  const plan = await insertMeteredPlan(t)
  planId = plan.id
  user = await t.signIn()
  const subscribed = await subscribeMetered(t, user, plan, now().getTime() - 5 * DAY_MS)
  subscriptionId = subscribed.subscriptionId
})

beforeEach(() => setPlan('active'))

const setPlan = (status: 'active' | 'archived') =>
  db.updateTable('plans').set({ status }).where('id', '=', planId).execute()

const billing = async () =>
  (await admin.send('GET', `${PATH}/admin/users/${user.userId}/subscription`)).body.data

const periods = () =>
  db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .select(['billing_periods.starts_at', 'billing_periods.ends_at'])
    .where('subscriptions.user_id', '=', user.userId)
    .orderBy('billing_periods.starts_at')
    .execute()

const statusNow = async () => (await billing()).subscriptions[0].attributes.status

it.each([
  ['the user cancels', () => user.send('POST', `${PATH}/cancel`)],
  ['an admin cancels', () => admin.send('POST', `${PATH}/admin/${subscriptionId}/cancel`, REASON)],
  ['an admin ends', () => admin.send('POST', `${PATH}/admin/${subscriptionId}/end`, REASON)],
])(
  'is refused when %s a metered subscription that would begin again at once',
  async (_by, send) => {
    const { status, body } = await send()
    expect([status, body.code]).toEqual([409, 'subscription.metered'])
    expect(await statusNow()).toBe('active')
    expect(await billing()).toMatchObject({ can_end: false })
  },
)

it('ends metered subscriptions once their plan is archived', async () => {
  await setPlan('archived')
  expect(await billing()).toMatchObject({ can_end: true })
  const { status } = await admin.send('POST', `${PATH}/admin/${subscriptionId}/end`, REASON)
  expect(status).toBe(200)
  expect(await statusNow()).toBe('completed')
  expect(await billing()).toMatchObject({ can_end: false })
  const today = startOfUtcDay(now().getTime())
  expect(await periods()).toEqual([{ starts_at: today - 5 * DAY_MS, ends_at: today }])
})

it('bills no day twice when another metered subscription begins after the end', async () => {
  await replaceMeteredPlan(t)
  await subscribeEveryone(t.deps)
  const today = startOfUtcDay(now().getTime())
  expect(await periods()).toMatchObject([{ ends_at: today }, { starts_at: today }])
})
