import { endSubscription, listSubscriptions } from '@coffer/contract/admin-subscriptions'
import { createCreditNote, listInvoices } from '@coffer/contract/invoices'
import { startCheckout } from '@coffer/contract/subscriptions'
import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { BEN, call, userOfTest } from './api.ts'
import { buyWithStripe, ON_A_PHONE_IN_SPANISH, ownBillingServer, sellPlans } from './billing.ts'
import { expect, test } from './journey.ts'
import { goToTableRow, press, typeInto } from './keys.ts'
import { toast } from './screen.ts'
import { ADMIN } from './server.ts'

const { pageOf } = ownBillingServer()
const CARA = userOfTest('Cara Moor', 'ropes along the pier')

let plans: Record<string, string>
test.beforeAll(async ({ browser }) => {
  const admin = await pageOf(browser, ADMIN)
  plans = await sellPlans(admin.context())
  await admin.context().close()
})

test('an admin credits a user, refunds a payment, cancels and ends a plan by keyboard alone', async ({
  browser,
}) => {
  const user = await pageOf(browser, BEN)
  await buyWithStripe(user, plans.Basic ?? '')
  const page = await pageOf(browser, ADMIN)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const confirm = (name: string) => press(page, dialog.getByRole('button', { name }))

  await test.step('find the subscription', async () => {
    await page.goto(`/admin/plan/${plans.Basic}/fixed/subscribers`)
    await expect(page.getByRole('grid', { name: 'Subscribers' })).toContainText(BEN.name)
    await expectAccessible(page, 'subscribers of a plan')
    await page.goto('/admin/subscriptions')
    const table = page.getByRole('grid', { name: 'Subscriptions' })
    await expect(table).toContainText('In order')
    await expectAccessible(page, 'subscriptions')
    await goToTableRow(page, table, BEN.name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/user\/[\da-f-]{36}\/subscription$/)
    await expect(page.getByRole('heading', { name: 'Basic', level: 2 })).toBeVisible()
    await expectAccessible(page, 'the subscription of a user')
  })

  await test.step('credit', async () => {
    await press(page, button('Add credit'))
    await expectAccessible(page, 'the dialog that adds credit')
    await typeInto(page, dialog.getByLabel('Amount', { exact: false }), '12.50')
    await confirm('Add credit')
    await expect(dialog).toContainText('Required')
    await typeInto(page, dialog.getByLabel('Reason'), 'Two days offline')
    await confirm('Add credit')
    await expect(toast(page, 'Credit added')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('12.50')
  })

  await test.step('refund', async () => {
    await press(page, button('Refund US$5.00'))
    await typeInto(page, dialog.getByLabel('Amount', { exact: false }), '9')
    await typeInto(page, dialog.getByLabel('Reason'), 'Half of the month')
    await confirm('Refund')
    await expect(dialog).toContainText('At most US$5.00 can be refunded.')
    await expectAccessible(page, 'the dialog of a refund')
    await typeInto(page, dialog.getByLabel('Amount', { exact: false }), '2.50')
    await confirm('Refund')
    // It keeps the focus until it is closed.
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText('US$2.50 refunded')
  })

  await test.step('cancel, then end', async () => {
    for (const [action, reason] of [
      ['Cancel plan', 'Asked by phone'],
      ['End now', 'Moved to another server'],
    ] as const) {
      await press(page, button(action))
      await typeInto(page, dialog.getByLabel('Reason'), reason)
      await expectAccessible(page, `the dialog of “${action}”`)
      await confirm(action)
      await expect(dialog).toBeHidden()
    }
    await expect(page.getByRole('region', { name: 'Basic' })).toContainText('Completed')
    await expectAccessible(page, 'the ended subscription of a user')
  })

  await test.step('the audit log', async () => {
    await page.goto('/admin/audit')
    const log = page.getByRole('main')
    for (const entry of [
      'added credit to the balance of',
      'refunded a payment of',
      'cancelled the subscription of',
      'ended the subscription of',
    ])
      await expect(log).toContainText(entry)
  })
})

/** Credits a part of the invoice of Cara's plan to her balance, and ends the plan. @returns the invoice */
async function creditAndEnd(context: BrowserContext, amount: number) {
  const query = { query: CARA.email }
  const find = async () => (await call(context, listInvoices, { query } as never)).data[0]
  await expect.poll(find, { message: 'the invoice of the plan' }).toBeDefined()
  const [invoice, [subscription]] = await Promise.all([
    find(),
    call(context, listSubscriptions, { query } as never).then(({ data }) => data),
  ])
  if (!invoice || !subscription) throw new Error('no plan was bought')
  const reason = 'Two weeks offline'
  const { id } = subscription
  await call(context, createCreditNote, { params: { id: invoice.id }, body: { amount, reason } })
  await call(context, endSubscription, { params: { id }, body: { reason } })
  return invoice
}

test('an admin refunds a part of an invoice that was credited and spent by keyboard alone', async ({
  browser,
}) => {
  const user = await pageOf(browser, CARA)
  await buyWithStripe(user, plans.Pro ?? '')
  const page = await pageOf(browser, ADMIN)
  const invoice = await creditAndEnd(page.context(), 600)
  const body = { plan: plans.Basic ?? '', driver: 'system' } as const
  await call(user.context(), startCheckout, { body })

  await page.goto('/admin/invoices')
  const table = page.getByRole('grid', { name: 'Invoices' })
  await goToTableRow(page, table, invoice.attributes.label)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(invoice.attributes.label)
  const dialog = page.getByRole('dialog')
  const refund = dialog.getByRole('button', { name: 'Refund' })
  await press(page, page.getByRole('button', { name: 'Refund US$10.00' }))
  await expect(dialog).toContainText('US$5.00 of the payment went to the balance')
  const amount = dialog.getByLabel('Amount', { exact: false })
  await expect(amount).toHaveValue('10.00')
  await typeInto(page, amount, '10.01')
  await typeInto(page, dialog.getByLabel('Reason'), 'Moved to another server')
  await press(page, refund)
  await expect(dialog).toContainText('At most US$10.00 can be refunded.')
  await expectAccessible(page, 'the dialog of a refund from an invoice')
  await typeInto(page, amount, '9.50')
  await press(page, refund)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Refund US$0.50' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Credit note \d{4}-C/ })).toHaveCount(2)
  await expectAccessible(page, 'an invoice that was refunded')

  await test.step('on a phone, in Spanish', async () => {
    const phone = await pageOf(browser, ADMIN, ON_A_PHONE_IN_SPANISH)
    await phone.goto(`/admin/invoices/${invoice.id}`)
    await press(phone, phone.getByRole('button', { name: /^Reembolsar 0,50/ }))
    await expect(phone.getByRole('dialog')).toContainText('pasaron al saldo y ya se han gastado')
    await expectAccessible(phone, 'the dialog of a refund on a phone')
    const widths = await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths[0]).toBe(widths[1])
  })
})

test('an admin opens a subscription on a phone, in Spanish', async ({ browser }) => {
  const user = await pageOf(browser, BEN)
  await buyWithStripe(user, plans.Basic ?? '')
  const page = await pageOf(browser, ADMIN, ON_A_PHONE_IN_SPANISH)
  await page.goto('/admin/subscriptions')
  await expect(page.getByRole('heading', { name: 'Suscripciones', level: 1 })).toBeVisible()
  await expectAccessible(page, 'subscriptions on a phone')
  await page.getByText(BEN.name).first().tap()
  await expect(page.getByRole('heading', { name: 'Basic', level: 2 })).toBeVisible()
  await expectAccessible(page, 'the subscription of a user on a phone')
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(widths[0]).toBe(widths[1])
})
