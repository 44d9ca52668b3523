import { readFile } from 'node:fs/promises'
import { putBillingProfile } from '@coffer/contract/billing-profile'
import { DAY_MS } from '@coffer/contract/durations'
import type { Page } from '@playwright/test'
import { readPdf } from '../server/test/read-pdf.ts'
import { parseXml, textsAt } from '../server/test/xml.ts'
import { expectAccessible } from './accessible.ts'
import { BEN, call, enter, userOfTest } from './api.ts'
import { buyWithStripe, ON_A_PHONE_IN_SPANISH, ownBillingServer, sellPlans } from './billing.ts'
import { expect, test } from './journey.ts'
import { press } from './keys.ts'
import { toast } from './screen.ts'
import { ADMIN } from './server.ts'

const { now, moveClockTo, pageOf } = ownBillingServer()
const CARA = userOfTest('Cara Moor', 'ropes along the pier')

const SELLER = {
  billing_name: 'Nordhavn Cloud ApS',
  billing_address: 'Havnegade 7',
  billing_city: 'Nordhavn',
  billing_postal_code: '2150',
  billing_country: 'DK',
  billing_vat_number: 'DK13585628',
}
const BUYER = {
  name: 'Ben Ferry',
  company: null,
  address: 'Strandgade 9',
  city: 'Copenhagen',
  postal_code: '1401',
  state: null,
  country: 'DK',
  phone: null,
  tax_id: null,
} as const

let plans: Record<string, string>
test.beforeAll(async ({ browser }) => {
  const admin = await pageOf(browser, ADMIN)
  plans = await sellPlans(admin.context(), SELLER)
  await admin.context().close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const offer = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const notice = (page: Page) => page.getByRole('main').getByRole('status')

for (const gateway of ['Stripe', 'PayPal', 'Paystack'])
  test(`a plan is bought with ${gateway} by keyboard alone`, async ({ browser }) => {
    const page = await pageOf(browser, BEN)
    await page.goto('/user/settings/billing')
    await expect(page.getByText('You have the free limits', { exact: false })).toBeVisible()
    const pay = offer(page, 'Basic').getByRole('button', { name: `Pay with ${gateway}` })
    await press(page, pay)
    await press(page, button(page, 'Close'))
    await expect(notice(page)).toHaveText('The payment was not completed. Nothing was charged.')
    if (gateway === 'Stripe') await expectAccessible(page, 'plans on sale after a closed payment')
    await press(page, pay)
    await press(page, button(page, 'Decline'))
    await expect(page.getByRole('alert')).toContainText('declined')
    await press(page, button(page, 'Needs 3-D Secure'))
    await press(page, button(page, 'Confirm the payment'))
    await expect(notice(page)).toHaveText('Payment received. Thank you!')
    await expect(page.getByRole('heading', { name: 'Basic', level: 2 })).toBeVisible()
    await expect(page.getByText('0 B of 100 GB').first()).toBeVisible()
    await expect(page.getByText('0 of 5')).toBeVisible()
    const side = page.getByRole('complementary', { name: 'Payment' })
    await expect(side).toContainText('US$5.00')
    await expect(side).toContainText(`Paid with ${gateway}`)
    if (gateway === 'Stripe') await expect(side).toContainText('Until December 2029')
    await expectAccessible(page, `a plan bought with ${gateway}`)
  })

test('the invoice of a purchase is downloaded, with its electronic form, by keyboard alone', async ({
  browser,
}) => {
  const page = await pageOf(browser, BEN)
  await call(page.context(), putBillingProfile, { body: BUYER })
  await buyWithStripe(page, plans.Pro ?? '')
  const link = page.getByRole('link', { name: /^\d{4}-\d{6}$/ })
  const number = (await link.textContent()) ?? ''
  await press(page, link)
  const download = page.waitForEvent('download')
  await press(page, page.getByRole('button', { name: 'Download PDF' }))
  const { pages, attachments } = await readPdf(await readFile(await (await download).path()))
  for (const text of [`Invoice ${number}`, SELLER.billing_name, BUYER.address, 'Total $15.00'])
    expect(pages.join(' ')).toContain(text)
  const invoice = parseXml(attachments['factur-x.xml'] ?? '')
  expect(textsAt(invoice, 'rsm:ExchangedDocument/ram:ID')).toEqual([number])
  const totals =
    'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementHeaderMonetarySummation'
  expect(textsAt(invoice, `${totals}/ram:GrandTotalAmount`)).toEqual(['15.00'])
})

test('a plan is upgraded, downgraded, cancelled and resumed by keyboard alone, and ends', async ({
  browser,
}) => {
  const page = await pageOf(browser, CARA)
  const dialog = page.getByRole('dialog')
  const confirm = (name: string) => press(page, dialog.getByRole('button', { name }))
  await buyWithStripe(page, plans.Basic ?? '')

  await test.step('upgrade', async () => {
    await press(page, offer(page, 'Pro').getByRole('button', { name: 'Change now' }))
    await expect(dialog).toContainText('You pay US$10.00 today, then US$15.00 a month.')
    await expectAccessible(page, 'the preview of an upgrade')
    await confirm('Change now')
    await expect(toast(page, 'Plan changed')).toBeVisible()
    await expect(page.getByText('0 B of 1 TB').first()).toBeVisible()
  })

  await test.step('downgrade', async () => {
    await press(page, offer(page, 'Basic').getByRole('button', { name: 'Change now' }))
    await expect(dialog).toContainText('You pay nothing today, then US$5.00 a month.')
    await expect(dialog).toContainText('US$10.00 of unused time is credited to you.')
    await confirm('Change now')
    await expect(page.getByText('0 B of 100 GB').first()).toBeVisible()
  })

  await test.step('cancel and resume', async () => {
    await press(page, button(page, 'Cancel plan'))
    await expectAccessible(page, 'the question before a plan is cancelled')
    await confirm('Cancel plan')
    await expect(page.getByText('Ends on', { exact: false })).toBeVisible()
    await expectAccessible(page, 'a cancelled plan')
    await press(page, button(page, 'Resume plan'))
    await expect(page.getByText('Renews on', { exact: false })).toBeVisible()
    await press(page, button(page, 'Cancel plan'))
    await confirm('Cancel plan')
    await expect(button(page, 'Resume plan')).toBeVisible()
  })

  await test.step('end', async () => {
    await page.goto('about:blank')
    await moveClockTo(now() + 32 * DAY_MS)
    await enter(page.context(), CARA)
    await page.goto('/user/settings/billing')
    await expect(page.getByText('Ended on', { exact: false })).toBeVisible()
    await expect(page.getByText('0 B of 5 GB').first()).toBeVisible()
    await expect(offer(page, 'Pro').getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
    await expectAccessible(page, 'an ended plan')
  })
})

test('a plan is bought on a phone, in Spanish', async ({ browser }) => {
  const page = await pageOf(browser, BEN, ON_A_PHONE_IN_SPANISH)
  await page.goto('/user/settings/billing')
  await expectAccessible(page, 'plans on a phone')
  await offer(page, 'Basic').getByRole('button', { name: 'Pagar con PayPal' }).tap()
  await page.getByRole('button', { name: 'Pay', exact: true }).tap()
  await expect(notice(page)).toHaveText('Pago recibido. ¡Gracias!')
  await expect(page.getByText('0 B de 100 GB').first()).toBeVisible()
  await expectAccessible(page, 'a plan on a phone')
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(widths[0]).toBe(widths[1])
})
