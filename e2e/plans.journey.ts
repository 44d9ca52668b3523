import { createPlan } from '@coffer/contract/plans'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call } from './api.ts'
import { sell, WITH_UNREACHABLE_STRIPE } from './billing.ts'
import { expect, ownServer, test } from './journey.ts'
import { press, tabTo, typeInto } from './keys.ts'
import { hideCookieNotice, toast } from './screen.ts'
import { write } from './server.ts'

// Copies at the gateway wait with a reason.
const coffer = ownServer(WITH_UNREACHABLE_STRIPE)

test.beforeEach(({ context }) => hideCookieNotice(context))

const makePlan = (context: BrowserContext, name: string, more: object = {}) =>
  call(context, createPlan, {
    body: {
      type: 'fixed',
      name,
      amount: 400,
      currency: 'EUR',
      interval: 'month',
      features: { max_storage_amount: 100, max_team_members: 3 },
      ...more,
    },
  })

const rows = (page: Page) => page.getByRole('grid', { name: 'Plans' }).getByRole('row')

test('a fixed plan is created, hidden, sold at a new price and deleted', async ({
  page,
  context,
}) => {
  await sell(context, 'fixed', { billing_currency: 'EUR' })
  await page.goto('/admin/plans')
  await expect(page.getByText('No plans yet')).toBeVisible()
  await expectAccessible(page, 'no plans')
  await page.getByRole('link', { name: 'Create fixed plan' }).click()
  await page.getByRole('button', { name: 'Create plan' }).click()
  await expect(page.getByText('Required')).toBeVisible()
  await expectAccessible(page, 'a fixed plan with errors')
  await page.getByLabel('Name').fill('Journey')
  await page.getByLabel('Price').fill('12.50')
  await page.getByRole('switch', { name: 'Unlimited team members' }).check()
  await page.getByRole('button', { name: 'Create plan' }).click()
  await expect(toast(page, 'Journey was created')).toBeVisible()
  const row = rows(page).filter({ hasText: 'Journey' })
  await expect(row).toContainText('€12.50')
  await expect(row).toContainText('Unlimited')
  await expectAccessible(page, 'plans')

  await row.getByRole('button', { name: 'Actions for Journey' }).click()
  await page.getByRole('menuitem', { name: 'Hide from users' }).click()
  await expect(row).toContainText('Hidden')
  await row.getByRole('link', { name: 'Journey' }).click()
  await expect(page.getByText('No subscribers yet')).toBeVisible()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('textbox', { name: 'Price' }).fill('20')
  await page.getByRole('button', { name: 'Change price' }).click()
  await expect(toast(page, 'The new price of Journey is on sale')).toBeVisible()
  await expect(page.getByText('€20.00 a month')).toBeVisible()
  await expectAccessible(page, 'settings of a plan')

  await page.getByRole('link', { name: 'Delete', exact: true }).click()
  await page.getByLabel('Type Journey to confirm').fill('Journeys')
  await page.getByRole('button', { name: 'Delete plan' }).click()
  await expect(page.getByText('Type the name exactly as shown.')).toBeVisible()
  await expectAccessible(page, 'deleting a plan')
  await page.getByLabel('Type Journey to confirm').fill('Journey')
  await page.getByRole('button', { name: 'Delete plan' }).click()
  await expect(toast(page, 'Journey was deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a metered plan is created with tiers that join and its bill by keyboard alone', async ({
  page,
  context,
}) => {
  await sell(context, 'metered', { billing_currency: 'EUR' })
  await page.goto('/admin/plan/create/metered')
  await typeInto(page, page.getByLabel('Name'), 'Pay as you go')
  await press(page, page.getByRole('button', { name: 'Add tier' }))
  const tier = (field: string, number: number) => page.getByLabel(`${field}, tier ${number}`)
  await typeInto(page, tier('Up to (GB)', 1), '10')
  await typeInto(page, tier('Price per GB', 1), '0')
  await typeInto(page, tier('Price per GB', 2), '0.04')
  await expect(tier('Over', 2)).toHaveValue('10')
  await tabTo(page, page.getByRole('switch', { name: 'Flat fee' }))
  await page.keyboard.press('Space')
  await typeInto(page, page.getByLabel('Price (EUR)'), '3')
  const bill = page.getByRole('region', { name: 'Example bill' })
  await expect(bill.getByRole('status')).toContainText('€15.40')
  await press(page, bill.getByRole('button', { name: 'Light' }))
  await expect(bill.getByRole('status')).toContainText('€4.60')
  await expectAccessible(page, 'a metered plan')

  await typeInto(page, tier('Up to (GB)', 1), 'ten')
  await press(page, page.getByRole('button', { name: 'Create plan' }))
  await expect(page.getByText('Enter a whole number above 0.')).toBeVisible()
  await typeInto(page, tier('Up to (GB)', 1), '10')
  await press(page, page.getByRole('button', { name: 'Create plan' }))
  await expect(toast(page, 'Pay as you go was created')).toBeVisible()
  // There can be only one.
  await expect(page.getByRole('link', { name: 'Create metered plan' })).toHaveCount(0)
})

test('a plan that a gateway has not yet is named, and on the homepage once it is ready', async ({
  page,
  context,
}) => {
  await sell(context, 'fixed', { allow_homepage: true, section_pricing_content: true })
  await makePlan(context, 'Solo')
  await makePlan(context, 'Solo a year', { interval: 'year', amount: 4000 })
  await page.goto('/admin/plans')
  await expect(page.getByText('Solo isn’t at Stripe yet', { exact: false })).toBeVisible()
  await expectAccessible(page, 'plans that wait for a gateway')
  await page.goto('/?lang=en')
  await expect(page.locator('#pricing')).toHaveCount(0)

  write(
    coffer(),
    `update plan_gateways set state = 'ready', reason = null, external_ids = '{"price":"p"}'`,
  )
  await page.reload()
  const pricing = page.locator('#pricing')
  await expect(pricing.getByRole('heading', { name: 'Solo', exact: true })).toBeVisible()
  await expect(pricing.getByRole('heading', { name: 'Solo a year' })).toBeHidden()
  await pricing.getByRole('radio', { name: 'Yearly' }).check()
  await expect(pricing.getByRole('heading', { name: 'Solo a year' })).toBeVisible()
  await expect(pricing.getByText('€40.00 a year')).toBeVisible()
  await expectAccessible(page, 'the homepage with plans')
})

test.describe('on a phone in Spanish', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'es-ES' })

  test('plans are listed and created', async ({ page, context }) => {
    await sell(context, 'fixed', { billing_currency: 'EUR' })
    await page.goto('/admin/plan/create/fixed')
    await page.getByLabel('Nombre').fill('Sencillo')
    await page.getByLabel('Precio').fill('4,50')
    await page.getByRole('button', { name: 'Crear plan' }).click()
    await expect(page.getByText('Se ha creado Sencillo')).toBeVisible()
    await expect(page.getByText(/4,50\s€ al mes/)).toBeVisible()
    await expectAccessible(page, 'plans on a phone')
    await page.goto('/admin/plan/create/metered')
    await expect(page.getByRole('region', { name: 'Factura de ejemplo' })).toBeVisible()
    await expectAccessible(page, 'a metered plan on a phone')
  })
})

test('the pages of billing are not offered while nothing is sold', async ({ page, context }) => {
  await sell(context, 'none')
  await page.goto('/admin/dashboard')
  const navigation = page.getByRole('navigation')
  await expect(navigation.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Plans' })).toHaveCount(0)
})
