import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, makeFolder, putFile } from './api.ts'
import { seedTypes } from './document-types.ts'
import { expect, ownServer, test } from './journey.ts'
import { choose, row, toast, tray, uploadFiles } from './screen.ts'

const coffer = ownServer()

const section = (page: Page) => page.getByRole('region', { name: 'Document', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Document type of/ })

test('without document types the app does not mention them', async ({ page, context }) => {
  await enter(context)
  await putFile(context, 'plain.txt')
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()
  await row(page, 'plain.txt').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Document type…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Location', { exact: true })).toBeVisible()
  await expect(section(page)).toHaveCount(0)
})

test('document types from import to search', async ({ page, context, watch }) => {
  await seedTypes(coffer())
  await enter(context)
  await makeFolder(context, 'Harbour')
  for (const name of ['lease.txt', 'first.txt', 'second.txt']) await putFile(context, name)
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()

  await test.step('the details show the fields of a type', async () => {
    await row(page, 'lease.txt').click()
    await section(page).getByLabel('Document type').selectOption('Contract')
    await section(page).getByLabel('Subcategory').selectOption('Lease')
    await expect(section(page).getByText('2 fields to fill in')).toBeVisible()
    await expect(row(page, 'lease.txt').getByText('Contract · Lease')).toBeVisible()
    await expect(row(page, 'lease.txt').getByRole('img', { name: 'Incomplete' })).toBeVisible()
    await expectAccessible(page, 'the fields of a document')
  })

  await test.step('each field saves when it loses focus, and shows its error', async () => {
    watch.expectComplaint(/422/)
    await section(page).getByLabel('Reference').fill('Quay 7')
    await section(page).getByLabel('Rent').fill('a lot')
    await section(page).getByLabel('Until').fill('2027-01-31')
    await expect(section(page).getByText('Enter a number.')).toBeVisible()
    await expect(section(page).getByLabel('Rent')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page, 'a field that was refused')
    await section(page).getByLabel('Rent').fill('1250.50')
    await section(page).getByLabel('Rent').press('Enter')
    await section(page).getByLabel('Signed').selectOption('Yes')
    await expect(section(page).getByText('Complete')).toBeVisible()
    await page.reload()
    await row(page, 'lease.txt').click()
    await expect(section(page).getByLabel('Reference')).toHaveValue('Quay 7')
    await expect(section(page).getByLabel('Rent')).toHaveValue('1250.5')
    await expect(section(page).getByLabel('Until')).toHaveValue('2027-01-31')
    await expect(section(page).getByLabel('Signed')).toHaveValue('true')
  })

  await test.step('typed text is kept when another item is selected', async () => {
    await section(page).getByLabel('Reference').fill('Quay 9')
    await row(page, 'first.txt').click()
    await row(page, 'lease.txt').click()
    await expect(section(page).getByLabel('Reference')).toHaveValue('Quay 9')
  })

  await test.step('changing the type can be undone, with its values', async () => {
    await section(page).getByLabel('Document type').selectOption('Letter')
    await expect(row(page, 'lease.txt').getByText('Letter')).toBeVisible()
    await toast(page, 'updated').last().getByRole('button', { name: 'Undo' }).click()
    await expect(section(page).getByLabel('Reference')).toHaveValue('Quay 9')
    await expect(section(page).getByLabel('Rent')).toHaveValue('1250.5')
  })

  await test.step('many items get one type in a dialog', async () => {
    await row(page, 'first.txt').click()
    await row(page, 'second.txt').click({ modifiers: ['Shift'] })
    await row(page, 'Harbour').click({ modifiers: ['Control'] })
    await row(page, 'first.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Document type…' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Document type of 3 items')
    await dialog(page).getByLabel('Document type').selectOption('Contract')
    await dialog(page).getByLabel('Subcategory').selectOption('Lease')
    await dialog(page).getByLabel('Rent').fill('much')
    await expectAccessible(page, 'the dialog of document types')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByText('Enter a number.')).toBeVisible()
    await dialog(page).getByLabel('Rent').fill('80')
    await dialog(page).getByLabel('Reference').fill('Pier')
    await dialog(page).getByLabel('Reference').press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(toast(page, 'Document type of 3 items updated')).toBeVisible()
    for (const name of ['Harbour', 'first.txt', 'second.txt'])
      await expect(row(page, name).getByText('Contract · Lease')).toBeVisible()
  })

  await test.step('undo removes the type from items that had none', async () => {
    await page.keyboard.press('Control+z')
    for (const name of ['Harbour', 'first.txt', 'second.txt'])
      await expect(row(page, name).getByText('Contract')).toHaveCount(0)
    await expect(row(page, 'lease.txt').getByText('Contract')).toBeVisible()
  })
})

test('uploads with a type, the form beside the preview, filters and search', async ({
  page,
  context,
}) => {
  await seedTypes(coffer())
  await enter(context)
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()

  await test.step('all files of one upload get the chosen type', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upload with document type…' }).click()
    const upload = page.getByRole('dialog', { name: 'Upload with a document type' })
    await expect(upload.getByRole('button', { name: 'Upload files' })).toBeDisabled()
    await upload.getByLabel('Document type').selectOption('Contract')
    await upload.getByLabel('Subcategory').selectOption('Lease')
    await expectAccessible(page, 'the dialog of uploads with a type')
    // One file uploads in a batch, and one in chunks.
    await choose(page, upload.getByRole('button', { name: 'Upload files' }), [
      { name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('A small one.') },
      { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_500_000, 'words ') },
    ])
    for (const name of ['small.txt', 'large.txt'])
      await expect(row(page, name).getByText('Contract · Lease')).toBeVisible()
  })

  await test.step('files uploaded without a type get one afterwards', async () => {
    // Files uploaded with a type are not listed.
    await expect(tray(page).getByText('2 uploads done')).toBeVisible()
    await expect(tray(page).getByRole('button', { name: 'Choose…' })).toHaveCount(0)
    await uploadFiles(page, [
      { name: 'first-page.txt', mimeType: 'text/plain', buffer: Buffer.from('One') },
      { name: 'next-page.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_500_000, 'two ') },
    ])
    await expect(tray(page).getByText('2 files without document type')).toBeVisible()
    await expectAccessible(page, 'uploads without a document type')
    await tray(page).getByRole('button', { name: 'Choose…' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Document type of 2 items')
    await dialog(page).getByLabel('Document type').selectOption('Letter')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    for (const name of ['first-page.txt', 'next-page.txt'])
      await expect(row(page, name).getByText('Letter')).toBeVisible()
    await expect(tray(page).getByRole('button', { name: 'Choose…' })).toHaveCount(0)
  })

  const inPanel = (name: string) =>
    page
      .getByRole('navigation', { name: 'In this section' })
      .getByRole('link', { name, exact: true })
  const byCustomer = page.getByRole('group', { name: 'Filter' }).getByRole('button', {
    name: 'Customer',
  })
  await test.step('without customers there is no customer filter', async () => {
    await inPanel('All files').click()
    await expect(page.getByRole('group', { name: 'Filter' })).toBeVisible()
    await expect(row(page, 'small.txt')).toBeVisible()
    await expect(byCustomer).toHaveCount(0)
    await inPanel('Files').click()
  })

  await test.step('a customer folder can get a document type when it is created', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search files/ }).fill('New customer')
    await page.getByRole('option', { name: 'New customer folder' }).click()
    const customer = page.getByRole('dialog', { name: 'New customer folder' })
    await customer.getByLabel('Member number').fill('42')
    await customer.getByLabel('Identification').fill('X1')
    await customer.getByLabel('First name').fill('Eva')
    await customer.getByLabel('Last name').fill('Sol')
    await customer.getByLabel('Document type').selectOption('Contract')
    await customer.getByLabel('Subcategory').selectOption('Lease')
    await expectAccessible(page, 'the dialog of customers with document types')
    await customer.getByRole('button', { name: 'Create folder' }).click()
    await expect(row(page, 'X1 - Eva Sol').getByText('Contract · Lease')).toBeVisible()
    await inPanel('All files').click()
    await expect(byCustomer).toBeVisible()
    await inPanel('Files').click()
    // Both pages list the same files.
    await expect(byCustomer).toHaveCount(0)
  })

  await test.step('fields are filled in beside the preview, file after file', async () => {
    await row(page, 'small.txt').dblclick()
    const preview = page.getByRole('dialog', { name: 'Preview of small.txt' })
    await preview.getByRole('button', { name: 'Details' }).click()
    const form = preview.getByRole('region', { name: 'Document', exact: true })
    await form.getByLabel('Reference').fill('Breakwater')
    await form.getByLabel('Rent').fill('12')
    // Arrow keys move the cursor in a field, and closing the preview keeps its text.
    await form.getByLabel('Rent').press('ArrowLeft')
    await expect(preview).toBeVisible()
    await expectAccessible(page, 'the form beside a preview')
    await form.getByLabel('Rent').press('Enter')
    await expect(form.getByText('Complete')).toBeVisible()
    await form.getByLabel('Reference').fill('Breakwater north')
    await preview.getByRole('button', { name: 'Close preview' }).click()
    await expect(row(page, 'small.txt').getByRole('img', { name: 'Incomplete' })).toHaveCount(0)
  })

  await test.step('search finds field values', async () => {
    const find = page.getByRole('combobox', { name: /^Search files/ })
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await find.fill('breakwater')
      await expect(page.getByRole('option', { name: /small\.txt/ })).toBeVisible()
    }).toPass()
    await page.keyboard.press('Escape')
  })

  await test.step('search filters by type and subcategory', async () => {
    const result = (name: RegExp) => page.getByRole('option', { name })
    await putFile(context, 'pier-lease.txt')
    await expect(async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Search files/ }).fill('lar')
      await expect(result(/large\.txt/)).toBeVisible()
    }).toPass()
    const kinds = page.getByRole('group', { name: 'Type' })
    await kinds.getByLabel('Document type').selectOption('Letter')
    await expect(page.getByText('No results for “lar”')).toBeVisible()
    await kinds.getByLabel('Document type').selectOption('Contract')
    await kinds.getByLabel('Subcategory').selectOption('Lease')
    await expect(result(/large\.txt/)).toBeVisible()
    await page.getByRole('combobox', { name: /^Search files/ }).fill('')
    await expect(result(/small\.txt/)).toBeVisible()
    await expect(result(/pier-lease\.txt/)).toHaveCount(0)
    await expectAccessible(page, 'a search by document type')
    await page.keyboard.press('Escape')
  })

  await test.step('all files filter by type and subcategory, and the URL keeps the filter', async () => {
    await putFile(context, 'plain.txt')
    await page.goto('/platform/all-files')
    await expect(row(page, 'plain.txt')).toBeVisible()
    await page.getByRole('button', { name: 'Document type' }).click()
    await page.getByRole('menuitemradio', { name: 'Contract' }).click()
    await expect(row(page, 'plain.txt')).toHaveCount(0)
    await page.getByRole('button', { name: 'Subcategory' }).click()
    await page.getByRole('menuitemradio', { name: 'Purchase' }).click()
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
    await page.getByRole('button', { name: 'Subcategory: Purchase' }).click()
    await page.getByRole('menuitemradio', { name: 'Lease' }).click()
    await expect(row(page, 'large.txt')).toBeVisible()
    await page.reload()
    await expect(row(page, 'small.txt')).toBeVisible()
    await expect(row(page, 'plain.txt')).toHaveCount(0)
    await expectAccessible(page, 'all files by document type')
  })

  await test.step('on a phone a new folder offers a document type', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/platform/files')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    const folder = page.getByRole('dialog', { name: 'New folder' })
    await folder.getByLabel('Name').fill('Letters')
    await folder.getByLabel('Document type').selectOption('Letter')
    await expectAccessible(page, 'a new folder on a phone')
    await folder.getByRole('button', { name: 'Create folder' }).click()
    await expect(row(page, 'Letters').getByText('Letter', { exact: false }).last()).toBeVisible()
  })

  await test.step('on a phone the details show the same form', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/platform/files')
    await page.getByRole('button', { name: 'Actions for large.txt' }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await section(page).getByLabel('Reference').fill('Slipway')
    await section(page).getByLabel('Rent').fill('9')
    await section(page).getByLabel('Rent').press('Enter')
    await expect(section(page).getByText('Complete')).toBeVisible()
    await expectAccessible(page, 'the fields of a document on a phone')
  })
})
