import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, everythingIn } from './api.ts'
import { seedTypes } from './document-types.ts'
import { expect, ownServer, test } from './journey.ts'
import {
  chooseFiles,
  expectFocus,
  goToRow,
  pick,
  press,
  pressBranch,
  pressInMenu,
  tabTo,
  typeInto,
} from './keys.ts'
import { list, row, toast } from './screen.ts'

const coffer = ownServer()
test.beforeAll(() => seedTypes(coffer()))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

test('files are requested, sent, organised and the request closed by keyboard alone', async ({
  page,
  context,
  browser,
}) => {
  await enter(context)
  await page.goto('/platform/files')
  const dialog = page.getByRole('dialog', { name: 'Request files' })
  const createdDialog = page.getByRole('dialog', { name: 'Your request is ready' })
  let address = ''

  await test.step('create a request', async () => {
    await pressInMenu(page, button(page, 'New'), 'Request files…')
    await expect(dialog.getByLabel('Request title')).toBeFocused()
    await page.keyboard.type('Contarcts')
    await typeInto(page, dialog.getByLabel('Note'), 'The signed ones, please.')
    const documentField = dialog.getByLabel('Requested documents')
    await tabTo(page, documentField)
    for (const name of ['Contract', 'Contract · Lease']) {
      await page.keyboard.press('ArrowDown')
      await expect(button(page, `Remove ${name}`)).toBeVisible()
    }
    await press(page, button(page, 'Remove Contract · Lease'))
    await expectFocus(page)
    await press(page, dialog.locator('summary'))
    await typeInto(page, dialog.getByLabel('File limit'), '12')
    await press(page, button(page, 'Create link'))
    await expect(createdDialog.getByRole('button', { name: 'Copy link' })).toBeFocused()
    address = new URL(await createdDialog.getByLabel('Link', { exact: true }).inputValue()).pathname
  })

  await test.step('edit it', async () => {
    await press(page, button(page, 'Edit Contarcts'))
    const change = page.getByRole('dialog', { name: 'Edit request' })
    await expect(change.getByLabel('Request title')).toBeFocused()
    await typeInto(page, change.getByLabel('Request title'), 'Contracts')
    await pick(page, change.getByLabel('Expires after'), '30 days from now')
    await press(page, button(page, 'Save'))
    await expect(toast(page, 'Request updated')).toBeVisible()
    await expect(dialog.getByLabel('Request title')).toBeFocused()
  })

  const guest = await (await browser.newContext({ baseURL: coffer().origin })).newPage()
  await test.step('send and organise files', async () => {
    await guest.goto(address)
    const documentField = button(guest, 'Choose a file for Contract')
    await expect(documentField).toBeEnabled()
    await chooseFiles(guest, () => press(guest, documentField), file('signed.txt'))
    await expect(row(guest, 'signed.txt')).toBeVisible()
    await expectFocus(guest)
    await press(guest, button(guest, 'New folder'))
    await expect(guest.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
    await guest.keyboard.type('Final')
    await guest.keyboard.press('Enter')
    await expect(row(guest, 'Final')).toBeVisible()
    await expect(list(guest)).toBeFocused()
    await goToRow(guest, 'signed.txt')
    await guest.keyboard.press('m')
    const move = guest.getByRole('dialog', { name: /^Move/ })
    await pressBranch(guest, move, 'Final')
    await press(guest, move.getByRole('button', { name: 'Move to Final' }))
    await expect(row(guest, 'signed.txt')).toHaveCount(0)
    await expect(list(guest)).toBeFocused()
    await goToRow(guest, 'Final')
    await guest.keyboard.press('Enter')
    await expect(row(guest, 'signed.txt')).toBeVisible()
    await expectFocus(guest)
    await guest.keyboard.press('Backspace')
    await press(guest, button(guest, 'I’ve sent everything'))
    await press(guest, guest.getByRole('dialog').getByRole('button', { name: /sent everything/ }))
    await expect(guest.getByRole('region', { name: /Receipt/ })).toBeVisible()
    await expectFocus(guest)
    await guest.context().close()
  })

  await test.step('see that it is filled, and close another one', async () => {
    await expect(dialog.getByText(/^Filled/)).toBeVisible()
    await typeInto(page, dialog.getByLabel('Request title'), 'Photos')
    await press(page, button(page, 'Create link'))
    await expect(createdDialog.getByRole('button', { name: 'Copy link' })).toBeFocused()
    await press(page, button(page, 'Close Photos'))
    const question = page.getByRole('dialog', { name: 'Close “Photos”?' })
    await expectAccessible(page, 'closing a request')
    await press(page, question.getByRole('button', { name: 'Close' }).first())
    await expect(button(page, 'Close Photos')).toHaveCount(0)
    await expectFocus(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectFocus(page)
  })
  const paths = (await everythingIn(context)).map(({ path }) => path)
  expect(paths).toContain('Contarcts/Final/signed.txt')
})
