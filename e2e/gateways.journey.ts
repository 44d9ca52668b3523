import type { Page } from '@playwright/test'
import { startStripeSimulator } from '../server/test/gateways/stripe-simulator.ts'
import { expectAccessible } from './accessible.ts'
import { enter } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { press, typeInto } from './keys.ts'
import { ADMIN, INSTALLED } from './server.ts'

let stripe: Awaited<ReturnType<typeof startStripeSimulator>>
test.beforeAll(async () => {
  stripe = await startStripeSimulator()
})
ownServer(() => ({ ...INSTALLED, STRIPE_URL: stripe.url }))
test.afterAll(() => stripe.close())

async function open(page: Page) {
  await enter(page.context(), ADMIN)
  await page.goto('/admin/payments/payments')
  await expect(page.getByRole('heading', { name: 'Payment gateways', level: 1 })).toBeVisible()
  return page.getByRole('region', { name: 'Stripe' })
}

test('an admin enters keys of a gateway, checks them and registers the webhook by keyboard alone', async ({
  page,
}) => {
  const card = await open(page)
  await expect(card.getByText('Not set up')).toBeVisible()
  await expectAccessible(page, 'payment gateways')
  await expect(card.getByRole('button', { name: 'Check keys' })).toBeDisabled()

  await typeInto(page, card.getByLabel('Secret key of Stripe'), stripe.secretKey)
  await expect(card.getByText('Save the keys before you check them.')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Save', exact: true }), 'Shift+Tab')
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(card.getByText('Secret key of Stripe')).toBeVisible()
  expect(await page.content()).not.toContain(stripe.secretKey)

  await press(page, card.getByRole('button', { name: 'Check keys' }))
  await expect(card.getByText('Stripe accepts the keys. They are for tests')).toBeVisible()
  await expect(card.getByText('Test mode')).toBeVisible()
  await press(page, card.getByRole('button', { name: 'Register webhook' }))
  await expect(card.getByText('Stripe reports payments to this server.')).toBeVisible()
  await expect(
    card.getByRole('button', { name: 'Replace: Webhook secret of Stripe' }),
  ).toBeVisible()
  await expectAccessible(page, 'a payment gateway with keys')

  stripe.faults.areKeysRevoked = true
  await press(page, card.getByRole('button', { name: 'Check keys' }))
  await expect(card.getByText('The call to Stripe failed.')).toBeVisible()
  await expect(card.getByText('credentials_rejected')).toBeVisible()
})

test('the page fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 })
  await open(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(375)
  await expectAccessible(page, 'payment gateways on a phone')
})
