import { expectAccessible } from './accessible.ts'
import { enter } from './api.ts'
import { putInvoice } from './invoices.ts'
import { expect, ownServer, test } from './journey.ts'
import { goToTableRow, press, tabTo, typeInto } from './keys.ts'
import { ADMIN } from './server.ts'

const coffer = ownServer()

test('an admin finds an invoice, marks it as paid and gives a part back by keyboard alone', async ({
  page,
  context,
}) => {
  putInvoice(coffer(), ADMIN.email, 1)
  putInvoice(coffer(), ADMIN.email, 2)
  await enter(context, ADMIN)
  await page.goto('/admin/invoices')
  const table = page.getByRole('grid', { name: 'Invoices' })
  await expect(table).toContainText('2026-000001')
  await expectAccessible(page, 'the list of invoices')
  await goToTableRow(page, table, '2026-000001')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/invoices\/[\da-f-]{36}$/)
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Holm & Datter Arkiv ApS')
  await expect(sheet).toContainText('€280.80')
  await expectAccessible(page, 'an invoice')

  await press(page, page.getByRole('link', { name: 'Next: 2026-000002' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2026-000002')
  await press(page, page.getByRole('link', { name: 'Previous: 2026-000001' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2026-000001')

  await press(page, page.getByRole('button', { name: 'Mark as paid' }))
  const paid = page.getByRole('dialog', { name: 'Mark 2026-000001 as paid?' })
  await press(page, paid.getByRole('button', { name: 'Mark as paid' }))
  await expect(paid).toContainText('Required')
  await expectAccessible(page, 'the dialog that asks for the reason')
  await typeInto(page, paid.getByLabel('Reason'), 'Bank transfer of 12 November')
  await press(page, paid.getByRole('button', { name: 'Mark as paid' }))
  await expect(paid).toBeHidden()
  await expect(sheet).toContainText('Paid on')

  await press(page, page.getByRole('button', { name: 'Create credit note' }))
  const credit = page.getByRole('dialog', { name: 'Credit note for 2026-000001' })
  await tabTo(page, credit.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page, 'the dialog of a credit note')
  await typeInto(page, credit.getByLabel('Amount in EUR'), '24.00')
  await typeInto(page, credit.getByLabel('Reason'), 'Two days offline')
  await press(page, credit.getByRole('button', { name: 'Create credit note' }))
  await expect(credit).toBeHidden()
  await press(page, page.getByRole('link', { name: /^Credit note \d{4}-C000001$/ }))
  await expect(page.getByRole('article')).toContainText('Two days offline')
  await expect(page.getByRole('article')).toContainText('€24.00')

  await page.goto('/admin/invoices/transactions')
  const transactions = page.getByRole('grid', { name: 'Transactions' })
  await expect(transactions).toContainText('Payment outside of the gateways')
  await expect(transactions).toContainText('+€24.00')
  await expectAccessible(page, 'the list of transactions')
  await goToTableRow(page, transactions, 'Payment outside of the gateways')
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Payment outside of the gateways' })
  await expect(details).toContainText('Unused time on Studio')
  await expect(details).toContainText('VAT, Denmark: 25 % of €224.64')
  await expectAccessible(page, 'a transaction')
  await press(page, details.getByRole('link', { name: '2026-000001' }))
  await expect(page).toHaveURL(/\/admin\/invoices\/[\da-f-]{36}$/)
})

test('an admin sets the seller and a tax rate', async ({ page, context }) => {
  await enter(context, ADMIN)
  await page.goto('/admin/payments/billings')
  await page.getByLabel('VAT ID').fill('DK13585628')
  await page.getByRole('button', { name: 'Add rate' }).click()
  const rates = page.getByRole('table', { name: 'Tax rates' })
  await rates.getByLabel('Country').selectOption('DK')
  await rates.getByRole('textbox', { name: 'Rate' }).fill('25')
  await expectAccessible(page, 'the settings of invoices')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.reload()
  await expect(rates.getByRole('textbox', { name: 'Rate' })).toHaveValue('25')
})

test('a user opens their invoice, and its print is the sheet alone', async ({ page, context }) => {
  const id = putInvoice(coffer(), ADMIN.email, 9)
  await enter(context, ADMIN)
  await page.goto(`/invoices/${id}`)
  await expect(page.getByRole('article')).toContainText('2026-000009')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeHidden()
})
