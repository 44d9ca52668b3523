import { notifications } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, expect, it } from 'vitest'
import { savedCards } from '../../../test/saved-cards.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'
import { sendReminders } from '../settlement/index.ts'
import { syncOpen } from '../subscriptions/index.ts'

const shop = await openShop('stripe', 'paystack')
const { t, later } = shop
const { cardholder, bill, setCard, save, paymentsOf } = savedCards(shop)
const { db } = t.deps
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

/** Runs what the clock runs after some time. */
async function clock(ms: number): Promise<void> {
  await later(ms)
  await syncOpen(t.deps)
  await t.runJobs()
  await sendReminders(t.deps)
}
const titles = async (user: TestClient) =>
  (await (await t.signInAgain(user)).call(notifications.listNotifications, {})).body.data
    .map((one: { attributes: { title: string } }) => one.attributes.title)
    .toReversed()

/** A user with a share whose card is refused on days 0, 2 and 4. */
async function restrictedUser() {
  const user = await cardholder('stripe', 'declined_soft')
  const sharing = sharingBy(user)
  const link = await sharing.share(await sharing.folder('Shared'))
  const guest = async () => (await t.anonymous().send('GET', `/api/sharing/${link}`)).status
  const id = await bill(user, 1200)
  const course = [{ payments: await paymentsOf(id), status: await guest() }]
  for (let days = 1; days <= 4; days += 1) {
    await clock(DAY_MS)
    course.push({ payments: await paymentsOf(id), status: await guest() })
  }
  return { user, guest, course }
}

it('case 53: charges fail on days 0, 2 and 4, and the payment opens the shares again at once', async () => {
  const { user, guest, course } = await restrictedUser()
  expect(course.map(({ payments, status }) => [payments.length, status])).toEqual([
    [1, 200],
    [1, 200],
    [2, 200],
    [2, 200],
    [3, 401],
  ])
  const states = course.at(-1)?.payments.map(({ state }) => state)
  expect(states).toEqual(['failed', 'failed', 'failed'])
  expect(await titles(user)).toEqual([
    'We couldn’t collect your payment of $12.00',
    expect.any(String),
    expect.any(String),
  ])
  expect(await restrictionsOfUser(db, user.userId)).toMatchObject({ canDownload: 'unpaid' })
  await save(await t.signInAgain(user), 'stripe')
  expect(await guest()).toBe(200)
  expect(await restrictionsOfUser(db, user.userId)).toEqual({})
})

it('case 56: a payment at the moment of an administrator’s restriction lifts only its own', async () => {
  const { user, guest } = await restrictedUser()
  await setCard(user, 'stripe', 'ok')
  const admin = await t.signIn('admin')
  const fund = await shop.openBy(user, 'fund', { amount: 1200, currency: 'USD', driver: 'stripe' })
  shop.pay('stripe', fund.externalId)
  const restrict = () =>
    admin.send('PUT', `/api/admin/users/${user.userId}/restrictions`, {
      canUpload: false,
      canDownload: true,
      canCreateFolder: true,
      canCreateTeamFolder: true,
    })
  const [restricted] = await Promise.all([
    restrict(),
    shop.returnFrom(user, fund.id).then(() => t.runJobs()),
    sendReminders(t.deps),
  ])
  expect(restricted.status).toBeLessThan(300)
  expect(await restrictionsOfUser(db, user.userId)).toEqual({ canUpload: 'administrator' })
  expect(await guest()).toBe(200)
})
