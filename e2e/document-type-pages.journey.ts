import { removeItems } from '@coffer/contract/trash'
import { expectAccessible } from './accessible.ts'
import { BEN, call, enter, putFile } from './api.ts'
import { seedTypes } from './document-types.ts'
import { expect, ownServer, test } from './journey.ts'
import { hideCookieNotice, row, toast } from './screen.ts'
import { ADMIN, INSTALLED } from './server.ts'

const coffer = ownServer(INSTALLED)

test.beforeEach(({ context }) => hideCookieNotice(context))

test('a document type is created with fields, ordered by keyboard, and filled in', async ({
  page,
  context,
}) => {
  await enter(context, ADMIN)
  await page.goto('/admin/documents')
  await expect(page.getByText('No document types yet')).toBeVisible()
  await expectAccessible(page, 'no document types')
  await page.getByRole('link', { name: 'New document type' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Invoice')
  for (const [index, name] of ['Amount', 'State'].entries()) {
    await page.getByRole('button', { name: 'Add field' }).click()
    await page
      .getByRole('group', { name: `Field ${index + 1}` })
      .getByLabel('Field name')
      .fill(name)
  }
  const second = page.getByRole('group', { name: 'Field 2' })
  await second.getByLabel('Type').selectOption('Choice')
  await second.getByLabel('Options').fill('Open\nPaid')
  await second.getByLabel('Required').check()
  await page.getByRole('button', { name: 'Move State', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('State is now at position 1 of 2')).toBeAttached()
  await expectAccessible(page, 'the fields of a document type')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Created Invoice')).toBeVisible()
  await expect(page.getByText('State, Amount')).toBeVisible()

  await putFile(context, 'bill.txt')
  await page.goto('/platform/files')
  await row(page, 'bill.txt').click()
  const section = page.getByRole('region', { name: 'Document', exact: true })
  await section.getByLabel('Document type').selectOption('Invoice')
  await section.getByLabel('State').selectOption('Paid')
  await expect(section.getByText('Complete')).toBeVisible()
})

test('a used document type is not deleted, but merged', async ({ page, context, watch }) => {
  watch.expectComplaint(/409/)
  await seedTypes(coffer())
  await enter(context, ADMIN)
  await page.goto('/admin/documents')
  await expect(page.getByRole('grid').getByRole('link', { name: 'Invoice' })).toBeVisible()
  await expectAccessible(page, 'the document types')
  await page.getByRole('grid').getByRole('link', { name: 'Invoice' }).click()
  await page.getByRole('link', { name: 'Delete' }).click()
  await expect(page.getByText('1 item has this type.')).toBeVisible()
  await expectAccessible(page, 'a document type in use')

  await test.step('an option that items have stays', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Invoice' }).click()
    await page.getByLabel('Options').fill('Open')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Items have the value Paid.')).toBeVisible()
  })

  await page.goto('/admin/documents')
  await page
    .getByRole('button', { name: /Invoice/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Merge…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Merge Invoice/ })
  await dialog.getByLabel('Merge into').selectOption('Letter')
  await expectAccessible(page, 'merging a document type')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(toast(page, 'Merged Invoice into Letter')).toBeVisible()
  await expect(page.getByRole('grid').getByRole('link', { name: 'Invoice' })).toHaveCount(0)
})

test('subcategories are added and deleted', async ({ page, context }) => {
  await enter(context, ADMIN)
  await page.goto('/admin/documents')
  await page.getByRole('grid').getByRole('link', { name: 'Contract' }).click()
  await page.getByRole('link', { name: 'Subcategories' }).click()
  await expect(page.getByRole('grid').getByRole('link', { name: 'Lease' })).toBeVisible()
  await expectAccessible(page, 'subcategories')
  await page.getByRole('link', { name: 'New subcategory' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Loan')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Created Loan')).toBeVisible()
  await page.getByRole('button', { name: /Loan/ }).last().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Deleted Loan')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'subcategories on a phone')
})

test('an admin restores and deletes what others removed', async ({ page, context }) => {
  await enter(context, BEN)
  for (const name of ['kept.txt', 'gone.txt', 'rest.txt']) {
    const { id } = await putFile(context, name)
    await call(context, removeItems, { body: { items: [{ id, type: 'file' }] } })
  }
  await enter(context, ADMIN)
  await page.goto('/admin/trashed')
  await expect(row(page, 'kept.txt').getByText('Ben Ferry')).toBeVisible()
  await expect(row(page, 'kept.txt').getByText('30 days')).toBeVisible()
  await row(page, 'kept.txt').click({ button: 'right' })
  await expectAccessible(page, 'actions for a trashed item')
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(toast(page, '1 item restored to its owner')).toBeVisible()
  await expect(row(page, 'kept.txt')).toHaveCount(0)
  await row(page, 'gone.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete forever' }).click()
  await page.getByRole('button', { name: 'Delete forever' }).last().click()
  await expect(toast(page, '1 item deleted forever')).toBeVisible()
  await row(page, 'rest.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Empty the trash of Ben Ferry' }).click()
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await expect(toast(page, 'Emptied the trash of Ben Ferry')).toBeVisible()
  await enter(context, BEN)
  await page.goto('/platform/files')
  await expect(row(page, 'kept.txt')).toBeVisible()
})
