import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, expect, it } from 'vitest'
import { giveBalance } from '../../../test/balances.ts'
import { insertMeteredPlan, subscribeMetered, useStorage } from '../../../test/metered-users.ts'
import { type CardGateway, savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { renewDue } from '../subscriptions/index.ts'
import { meterUsage } from '../usage/index.ts'
import { notifyCharges } from './index.ts'

const GB = 1_000_000_000

const shop = await openShop<CardGateway>('stripe', 'paystack')
const { t, act, later } = shop
const cards = savedCards(shop)
const monthly = await shop.sellPlan({ amount: 1000, currency: 'USD' })
const yearly = await shop.sellPlan({ amount: 9000, currency: 'USD', interval: 'year' })
const metered = await insertMeteredPlan(t)
const FEE = [{ up_to: null, unit_amount: '0.2', flat_amount: 0 }]
const cheap = await insertMeteredPlan(t, [{ key: 'flatFee', aggregate: 'maximum', tiers: FEE }], {
  status: 'archived',
})

afterEach(shop.endAll)
afterAll(shop.close)

/** When the running period of a user ends. */
async function endOf({ userId }: TestClient): Promise<number> {
  const { period_ends_at } = await t.deps.db
    .selectFrom('subscriptions')
    .select('period_ends_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return period_ends_at
}

/** Moves the clocks to some days before the running period of a user ends. */
const daysBeforeEnd = async (user: TestClient, days: number) =>
  later((await endOf(user)) - days * DAY_MS - t.deps.now().getTime())

const TYPES = ['renewal_upcoming', 'usage_charge_upcoming'] as const

/** The notices that a user got, the newest first. */
const noticesOf = async ({ userId }: TestClient) => {
  const rows = await t.deps.db
    .selectFrom('notifications')
    .select(['type', 'params'])
    .where('user_id', '=', userId)
    .where('type', 'in', TYPES)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ type, params }) => ({ type, ...JSON.parse(params) }))
}

const newestText = async (user: TestClient, language = 'en') => {
  const reader = await t.signInAgain(user)
  const init = { headers: { 'accept-language': language } }
  const { body } = await reader.send('GET', '/api/notifications', undefined, init)
  const [newest] = body.data
  return `${newest.attributes.title}. ${newest.attributes.description}`
}

/** A user whose plan renews on our own schedule, paid from the balance. */
async function balanceUser(plan: { id: string } = monthly): Promise<TestClient> {
  const user = await t.signIn()
  await giveBalance(t, user, { amount: 20_000, currency: 'USD' })
  await act(user, 'checkout', { plan: plan.id, driver: 'system' })
  return user
}

/** A user with a metered period that began now. */
async function meteredUser(user: TestClient, plan = metered): Promise<TestClient> {
  await t.settings({ subscription_type: 'metered' })
  await subscribeMetered(t, user, plan, t.deps.now().getTime())
  await useStorage(t, user, 300 * GB)
  return user
}

it.each([
  ['monthly', monthly, 'USD 1000'],
  ['yearly', yearly, 'USD 9000'],
])('announces a %s renewal once, three days ahead, with its amount', async (_, plan, due) => {
  const users = [
    await balanceUser(plan),
    (await shop.subscribed(plan.id, { driver: 'paystack' })).user,
  ]
  const [first] = users as [TestClient]
  await daysBeforeEnd(first, 3.1)
  await notifyCharges(t.deps)
  for (const user of users) expect(await noticesOf(user)).toEqual([])
  await later(0.2 * DAY_MS)
  await Promise.all([notifyCharges(t.deps), notifyCharges(t.deps)])
  await notifyCharges(t.deps)
  for (const user of users)
    expect(await noticesOf(user)).toEqual([
      {
        type: 'renewal_upcoming',
        plan: plan.attributes.name,
        due,
        day: new Date(await endOf(user)).toISOString().slice(0, 10),
      },
    ])
})

it('announces each renewal, in the language of the user', async () => {
  const user = await balanceUser()
  await daysBeforeEnd(user, 2)
  await notifyCharges(t.deps)
  await later(2 * DAY_MS)
  await renewDue(t.deps)
  await daysBeforeEnd(user, 2)
  await notifyCharges(t.deps)
  expect(await noticesOf(user)).toHaveLength(2)
  const dayIn = (language: string, at: number) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const end = await endOf(user)
  expect(await newestText(user)).toContain(
    `renews for $10.00. Your plan renews on ${dayIn('en', end)}. `,
  )
  expect(await newestText(user, 'es')).toContain(`Tu plan se renueva el ${dayIn('es', end)}. `)
})

it('names the day of a renewal in the time zone of the user', async () => {
  const user = await balanceUser()
  await t.deps.db
    .updateTable('user_settings')
    .set({ timezone: 'Pacific/Kiritimati' })
    .where('user_id', '=', user.userId)
    .execute()
  await daysBeforeEnd(user, 2)
  await notifyCharges(t.deps)
  // There the fourth at 10:00 UTC is the fifth.
  const fifth = new Date((await endOf(user)) + DAY_MS).toISOString().slice(0, 10)
  expect(await noticesOf(user)).toMatchObject([{ day: fifth }])
})

it('announces no charge that will not be made', async () => {
  const cancelled = await balanceUser()
  await act(cancelled, 'cancel')
  const atGateway = (await shop.subscribed(monthly.id, { driver: 'stripe' })).user
  const free = await balanceUser()
  await t.deps.db
    .updateTable('subscriptions')
    .set({ amount: 0 })
    .where('user_id', '=', free.userId)
    .execute()
  await daysBeforeEnd(free, 2)
  await notifyCharges(t.deps)
  for (const user of [cancelled, atGateway, free]) expect(await noticesOf(user)).toEqual([])
})

it('announces a renewal that was resumed after its notice was due', async () => {
  const user = await balanceUser()
  await act(user, 'cancel')
  await daysBeforeEnd(user, 2)
  await notifyCharges(t.deps)
  await act(user, 'resume')
  await notifyCharges(t.deps)
  expect(await noticesOf(user)).toHaveLength(1)
})

it('announces no renewal of a plan that will end as unpaid', async () => {
  const user = await balanceUser()
  const { id } = await t.deps.db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow()
  const invoiceId = await cards.owe(user, 500)
  await t.deps.db
    .updateTable('invoices')
    .set({ subscription_id: id })
    .where('id', '=', invoiceId)
    .execute()
  await daysBeforeEnd(user, 2)
  const at = t.deps.now().getTime()
  await t.deps.db
    .insertInto('dunnings')
    .values({
      id: t.deps.newId(),
      user_id: user.userId,
      reason: 'unpaid_invoice',
      step: 3,
      step_sent_at: at,
      started_at: at,
    })
    .execute()
  await notifyCharges(t.deps)
  expect(await noticesOf(user)).toEqual([])
})

it('announces the charge of metered use once, with the estimate', async () => {
  const user = await meteredUser(await cards.cardholder('stripe'))
  const withoutCard = await meteredUser(await t.signIn())
  await daysBeforeEnd(user, 3.1)
  await meterUsage(t.deps)
  await notifyCharges(t.deps)
  expect(await noticesOf(user)).toEqual([])
  await later(0.2 * DAY_MS)
  await Promise.all([notifyCharges(t.deps), notifyCharges(t.deps)])
  await notifyCharges(t.deps)
  expect(await noticesOf(user)).toMatchObject([
    { type: 'usage_charge_upcoming', plan: 'Pay as you go', due: 'EUR 400' },
  ])
  expect(await newestText(user)).toContain('About €4.00')
  expect(await noticesOf(withoutCard)).toEqual([])
})

it('announces no charge of metered use that is too small to be charged', async () => {
  const user = await meteredUser(await cards.cardholder('stripe'), cheap)
  await daysBeforeEnd(user, 2)
  await meterUsage(t.deps)
  await notifyCharges(t.deps)
  expect(await noticesOf(user)).toEqual([])
})

it('announces no charge of a card that no gateway with keys can charge', async () => {
  const user = await meteredUser(await cards.cardholder('stripe'))
  await daysBeforeEnd(user, 2)
  await meterUsage(t.deps)
  const { stripe, ...others } = t.deps.config.gateways
  const gateways = { ...others, stripe: { ...stripe, secretKey: undefined } }
  await notifyCharges({ ...t.deps, config: { ...t.deps.config, gateways } })
  expect(await noticesOf(user)).toEqual([])
})
