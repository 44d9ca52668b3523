import { addIntervals } from '@coffer/contract/billing-periods'
import { HOUR_MS } from '@coffer/contract/durations'
import type { PlanMeter } from '@coffer/contract/rating'
import { beforeAll, expect, it } from 'vitest'
import { replaceMeteredPlan, subscribeMetered } from '../../../test/metered-users.ts'
import { openMailApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { beginPeriods } from './index.ts'

const storageAt = (unit_amount: string): PlanMeter[] => [
  {
    key: 'storage',
    aggregate: 'maximum',
    tiers: [{ up_to: null, unit_amount, flat_amount: 0 }],
  },
]
const PRICE = storageAt('0.01')
const DEARER = storageAt('0.05')

const { mail, t } = await openMailApp()
const { db } = t.deps
beforeAll(() => t.settings({ subscription_type: 'metered' }))

const start = Date.UTC(2030, 0, 31)
const monthsLater = (count: number) => addIntervals(start, 'month', count)
const beginAt = (ms: number) => beginPeriods({ ...t.deps, now: () => new Date(ms + HOUR_MS) })

async function meteredUsers(count: number): Promise<TestClient[]> {
  await db.updateTable('subscriptions').set({ status: 'completed' }).execute()
  const plan = await replaceMeteredPlan(t, PRICE)
  const users = await Promise.all(Array.from({ length: count }, () => t.signIn()))
  for (const user of users) await subscribeMetered(t, user, plan, start)
  return users
}

const noticesOf = async (user: TestClient, language = 'en') => {
  const init = { headers: { 'accept-language': language } }
  const { body } = await user.send('GET', '/api/notifications', undefined, init)
  return body.data.map(
    ({ attributes }: { attributes: { title: string; description: string } }) =>
      `${attributes.title}. ${attributes.description}`,
  )
}

const emailsTo = async ({ userId }: TestClient) => {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await t.runJobs()
  return mail.emailsTo(email)
}

it('case 42: notifies each user once when a period begins at new prices', async () => {
  const users = await meteredUsers(2)
  await replaceMeteredPlan(t, DEARER)
  await Promise.all([beginAt(monthsLater(1)), beginAt(monthsLater(1))])
  await beginAt(monthsLater(3))
  for (const user of users) {
    expect(await noticesOf(user)).toEqual([
      'The terms of Pay as you go have changed. The new prices apply to your use from February 28, 2030 on. Open billing to see them.',
    ])
    expect(await noticesOf(user, 'es')).toEqual([
      'Han cambiado las condiciones de Pay as you go. Los precios nuevos se aplican a tu consumo a partir del 28 de febrero de 2030. Consúltalos en la facturación.',
    ])
    expect(await emailsTo(user)).toHaveLength(1)
  }
})

it.each([
  ['the currency', { currency: 'USD' }],
  ['the interval', { interval: 'year' }],
  ['how tiers are priced', { tier_mode: 'volume' }],
] as const)('notifies of a change of %s', async (_, change) => {
  const [user] = (await meteredUsers(1)) as [TestClient]
  await replaceMeteredPlan(t, PRICE, change)
  await beginAt(monthsLater(1))
  expect(await noticesOf(user)).toHaveLength(1)
})

it('sends no notification of a new plan with the same terms', async () => {
  const [user] = (await meteredUsers(1)) as [TestClient]
  await replaceMeteredPlan(t, PRICE)
  await beginAt(monthsLater(2))
  expect(await noticesOf(user)).toEqual([])
})
