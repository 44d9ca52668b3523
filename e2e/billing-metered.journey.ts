import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { createPlan } from '@coffer/contract/plans'
import { createBillingAlert, getUsage } from '@coffer/contract/spending'
import { expectAccessible } from './accessible.ts'
import { BEN, call, enter, userOfTest } from './api.ts'
import { ON_A_PHONE_IN_SPANISH, ownBillingServer, sell } from './billing.ts'
import { expect, test } from './journey.ts'
import { press, tabTo, typeInto } from './keys.ts'
import { ADMIN } from './server.ts'

const { simulators, now, moveClockTo, expectEmail, pageOf } = ownBillingServer()
const CARA = userOfTest('Cara Moor', 'ropes along the pier')

const PLAN = {
  type: 'metered',
  name: 'Pay as you go',
  currency: 'EUR',
  interval: 'month',
  meters: [
    {
      key: 'storage',
      tiers: [
        { first_unit: 0, last_unit: 10, per_unit: '0', flat_fee: null },
        { first_unit: 10, last_unit: null, per_unit: '0.04', flat_fee: null },
      ],
    },
    {
      key: 'bandwidth',
      tiers: [{ first_unit: 0, last_unit: null, per_unit: '0.015', flat_fee: null }],
    },
    { key: 'flatFee', tiers: [{ first_unit: 0, last_unit: null, per_unit: '8', flat_fee: null }] },
  ],
} as const

test.beforeAll(async ({ browser }) => {
  const admin = await pageOf(browser, ADMIN)
  await sell(admin.context(), 'metered', { registration_bonus: 500 })
  await call(admin.context(), createPlan, { body: PLAN as never })
  await admin.context().close()
})

test('a metered user reads the costs, sets an alert and a cap, and adds funds by keyboard alone', async ({
  browser,
}) => {
  const page = await pageOf(browser, BEN)
  await page.goto('/user/settings/billing')
  await expect(page.getByRole('heading', { name: 'This period so far' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('€8.00')
  await expect(page.getByText('€5.00', { exact: true })).toBeVisible()
  await expectAccessible(page, 'metered billing')
  await press(page, page.getByRole('button', { name: 'Flat fee' }))
  await expect(page.getByText('1 × €8.0000')).toBeVisible()

  await tabTo(page, page.getByRole('switch', { name: 'Billing alert' }))
  await page.keyboard.press('Space')
  const alert = page.getByLabel('Amount of the alert, in EUR')
  await expect(alert).toBeVisible()
  await typeInto(page, alert, '25')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Alert at €25.00')).toBeVisible()
  const cap = page.getByRole('switch', { name: 'Spending cap' })
  await tabTo(page, cap)
  await page.keyboard.press('Space')
  await expect(page.getByText('Cap at €20.00')).toBeVisible()
  await page.reload()
  await expect(alert).toHaveValue('25.00')
  await expectAccessible(page, 'alert and cap')
  await tabTo(page, cap)
  await page.keyboard.press('Space')
  await expect(page.getByText('Cap at €20.00')).toBeHidden()

  await page.reload()
  await press(page, page.getByRole('button', { name: 'Add €25.00 with PayPal' }))
  await press(page, page.getByRole('button', { name: 'Pay', exact: true }))
  await expect(page.getByText('Payment received. Thank you!')).toBeVisible()
  const side = page.getByRole('complementary', { name: 'Balance' })
  await expect(side).toContainText('€30.00')
  await expect(page.getByRole('region', { name: 'Transactions' })).toContainText('Funds added')
})

/** The next time after some hours at which a minute of the hour begins, UTC ms. */
const atMinute = (hours: number, minute: number): number =>
  Math.ceil(now() / HOUR_MS + hours) * HOUR_MS + minute * 60_000

test('a failing card leads to three emails and a restriction, lifted by a payment by keyboard alone', async ({
  browser,
}) => {
  // A month of hourly metering and five days of reminders.
  test.slow()
  const page = await pageOf(browser, CARA)
  const context = page.context()
  const restriction = page.getByRole('region', { name: 'Restricted account' })
  await page.goto('/user/settings/billing')
  await press(page, page.getByRole('button', { name: 'Add a card' }))
  await press(page, page.getByRole('button', { name: 'Pay', exact: true }))
  await expect(page.getByText('Card saved')).toBeVisible()
  await expect(page.getByText('visa •••• 4242')).toBeVisible()
  await call(context, createBillingAlert, { body: { amount: 200 } })
  const { period } = (await call(context, getUsage, {})).data
  await page.goto('about:blank')

  await test.step('the alert', async () => {
    await moveClockTo(atMinute(0, 6))
    await expectEmail(CARA.email, 'Your usage has passed €2.00')
  })

  await test.step('three reminders, each after another attempt', async () => {
    const { stripe } = simulators()
    for (const card of stripe.savedCards()) stripe.setCard(card, 'declined_soft')
    await moveClockTo(Date.parse(period.ends_at) + 7 * HOUR_MS + 4 * 60_000)
    await expectEmail(CARA.email, 'We couldn’t collect your payment')
    await moveClockTo(atMinute(48, 10))
    await expectEmail(CARA.email, 'failed again')
    await moveClockTo(atMinute(48, 10))
    await expectEmail(CARA.email, 'Your account is restricted')
  })

  await test.step('the payment', async () => {
    await enter(context, CARA)
    await page.goto('/user/settings/billing')
    await expect(restriction).toBeVisible()
    await expect(page.getByText('€3.00 is due')).toBeVisible()
    await expectAccessible(page, 'a restricted account')
    await press(page, page.getByRole('button', { name: /^Add .* with Stripe$/ }))
    await press(page, page.getByRole('button', { name: 'Pay', exact: true }))
    await expect(page.getByText('Payment received. Thank you!')).toBeVisible()
    await expect(restriction).toBeHidden()
  })

  await test.step('the usage per day of the settlement', async () => {
    const transactions = page.getByRole('region', { name: 'Transactions' })
    await press(page, transactions.getByRole('button', { name: 'Invoice' }).first())
    const dialog = page.getByRole('dialog')
    await press(page, dialog.getByRole('button', { name: 'Usage per day' }))
    const rows = dialog.getByRole('row')
    await expect(rows.first()).toContainText('Storage, GB')
    await expect(rows.last()).toContainText('Sum of the period')
    const days = Math.round((Date.parse(period.ends_at) - Date.parse(period.starts_at)) / DAY_MS)
    await expect(rows).toHaveCount(days + 2)
    await expectAccessible(page, 'the usage per day of a settlement')
  })
})

test('on a phone, in Spanish', async ({ browser }) => {
  const page = await pageOf(browser, BEN, ON_A_PHONE_IN_SPANISH)
  await page.goto('/user/settings/billing')
  await expect(page.getByRole('heading', { name: 'Este periodo hasta ahora' })).toBeVisible()
  await expectAccessible(page, 'metered billing on a phone')
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(widths[0]).toBe(widths[1])
})
