import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, putFile } from './api.ts'
import { seedTypes } from './document-types.ts'
import { expect, ownServer, test } from './journey.ts'
import { chooseFiles, goToRow, pick, press, pressInMenu, tabTo, typeInto } from './keys.ts'
import { list, row, toast } from './screen.ts'

const coffer = ownServer()

const section = (page: Page) => page.getByRole('region', { name: 'Document', exact: true })

test('document types are set, filled in and found by keyboard alone', async ({ page, context }) => {
  await seedTypes(coffer())
  await enter(context)
  for (const name of ['lease.txt', 'first.txt', 'second.txt']) await putFile(context, name)
  await page.goto('/platform/files')

  await test.step('beside the list', async () => {
    await goToRow(page, 'lease.txt')
    await pick(page, section(page).getByLabel('Document type'), 'Contract')
    await pick(page, section(page).getByLabel('Subcategory'), 'Lease')
    await typeInto(page, section(page).getByLabel('Reference'), 'Quay 7')
    await tabTo(page, section(page).getByLabel('Until'))
    // The order of day and month depends on the browser.
    await page.keyboard.type('02022027')
    await typeInto(page, section(page).getByLabel('Rent'), '1250.50')
    await pick(page, section(page).getByLabel('Signed'), 'Yes')
    await expect(section(page).getByText('Complete')).toBeVisible()
    await expect(section(page).getByLabel('Until')).toHaveValue('2027-02-02')
    await expect(row(page, 'lease.txt').getByText('Contract · Lease')).toBeVisible()
  })

  await test.step('several items in a dialog', async () => {
    await goToRow(page, 'first.txt')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+F10')
    await press(page, page.getByRole('menuitem', { name: 'Document type…' }), 'ArrowDown')
    const dialog = page.getByRole('dialog', { name: 'Document type of 2 items' })
    await pick(page, dialog.getByLabel('Document type'), 'Letter')
    await press(page, dialog.getByRole('button', { name: 'Save' }))
    await expect(toast(page, 'Document type of 2 items updated')).toBeVisible()
    await expect(row(page, 'second.txt').getByText('Letter')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('upload with a type', async () => {
    await pressInMenu(
      page,
      page.getByRole('button', { name: 'New', exact: true }),
      'Upload with document type…',
    )
    const upload = page.getByRole('dialog', { name: 'Upload with a document type' })
    await pick(page, upload.getByLabel('Document type'), 'Contract')
    await pick(page, upload.getByLabel('Subcategory'), 'Lease')
    await chooseFiles(
      page,
      () => press(page, upload.getByRole('button', { name: 'Upload files' })),
      [{ name: 'pier.txt', mimeType: 'text/plain', buffer: Buffer.from('A pier.') }],
    )
    await expect(row(page, 'pier.txt').getByText('Contract · Lease')).toBeVisible()
  })

  await test.step('beside the preview', async () => {
    await goToRow(page, 'pier.txt')
    await page.keyboard.press('Space')
    const preview = page.getByRole('dialog', { name: 'Preview of pier.txt' })
    await expect(preview).toBeVisible()
    await page.keyboard.press('i')
    const form = preview.getByRole('region', { name: 'Document', exact: true })
    await typeInto(page, form.getByLabel('Reference'), 'Breakwater')
    await typeInto(page, form.getByLabel('Rent'), '12')
    await page.keyboard.press('ArrowLeft')
    await expect(preview).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(form.getByText('Complete')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await expect(list(page)).toBeFocused()
  })

  await test.step('filter all files by type', async () => {
    await press(page, page.getByRole('link', { name: 'All files' }))
    await expect(row(page, 'first.txt')).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Document type' }))
    await press(page, page.getByRole('menuitemradio', { name: 'Contract' }), 'ArrowDown')
    await expect(row(page, 'first.txt')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Document type' })).toBeFocused()
    await press(page, page.getByRole('button', { name: 'Clear filters' }))
    await expect(row(page, 'first.txt')).toBeVisible()
  })

  await test.step('search by type', async () => {
    const result = page.getByRole('option', { name: /pier\.txt/ })
    await expect(async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('pie')
      await expect(result).toBeVisible({ timeout: 2000 })
    }).toPass()
    const kinds = page.getByRole('group', { name: 'Type' })
    await pick(page, kinds.getByLabel('Document type'), 'Letter')
    await expect(page.getByText('No results for “pie”')).toBeVisible()
    await page.keyboard.press('Home')
    await expect(result).toBeVisible()
    await expectAccessible(page, 'a search by document type, by keys')
    await page.keyboard.press('Escape')
  })
})
