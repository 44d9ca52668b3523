import { createShare } from '@coffer/contract/shares'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, enter, makeFolder, putFile } from './api.ts'
import { hash, saved } from './data-exports.ts'
import { expect, sharedServer, test } from './journey.ts'
import { chooseFiles, expectFocus, goToRow, press, pressInMenu, tabTo, typeInto } from './keys.ts'
import { list, row, toast, tray } from './screen.ts'

const server = sharedServer()

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Share “/ })
const popup = (page: Page) => page.getByRole('dialog').last()

test('a share is created, sent, changed, used and deleted by keyboard alone', async ({
  page,
  context,
  browser,
  watch,
}) => {
  watch.expectComplaint(/status of 401/)
  await enter(context)
  const folder = await makeFolder(context, 'Harbour')
  const inner = await makeFolder(context, 'Letters', { parent_id: folder.id })
  await putFile(context, 'ink.txt', { parentId: inner.id, content: 'blue' })
  await page.goto('/platform/files')
  let address = ''

  await test.step('create it with a password', async () => {
    await goToRow(page, 'Harbour')
    await page.keyboard.press('l')
    await tabTo(page, dialog(page).getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowDown')
    await expect(dialog(page).getByRole('radio', { name: /^Edit/ })).toBeChecked()
    await tabTo(page, dialog(page).getByRole('switch', { name: 'Require a password' }))
    await page.keyboard.press('Space')
    await typeInto(page, dialog(page).getByLabel('Password', { exact: true }), 'gulls at noon')
    await typeInto(
      page,
      dialog(page).getByRole('textbox', { name: 'Send the link to' }),
      'mira eva@x.org ',
    )
    await press(page, dialog(page).getByRole('button', { name: 'Remove mira' }))
    await expectFocus(page)
    await press(page, dialog(page).getByRole('button', { name: 'Create link' }))
    await expect(dialog(page).getByRole('button', { name: 'Copy link' })).toBeFocused()
    address = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
  })

  await test.step('copy and send the link', async () => {
    await press(page, dialog(page).getByRole('button', { name: 'QR code' }))
    await expect(dialog(page).getByRole('img', { name: /^QR code for the link/ })).toBeVisible()
    const mail = dialog(page).getByRole('button', { name: 'Send by email' })
    await press(page, mail)
    await expect(dialog(page).getByRole('textbox', { name: 'Send the link to' })).toBeFocused()
    await page.keyboard.type('jon@x.org ')
    await press(page, dialog(page).getByRole('button', { name: 'Send', exact: true }))
    const sentToast = toast(page, 'Sent to 1 person')
    await expect(sentToast).toBeVisible()
    await expect(mail).toBeFocused()
    await press(page, sentToast.getByRole('button', { name: 'Close' }))
    await expect(sentToast).toHaveCount(0)
    await expectFocus(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(list(page)).toBeFocused()
  })

  const guest = await (await browser.newContext({ baseURL: server().origin })).newPage()
  await test.step('a guest unlocks it, browses and uploads', async () => {
    await guest.goto(address)
    await expect(guest.getByLabel('Password', { exact: true })).toBeFocused()
    await guest.keyboard.type('guess')
    await guest.keyboard.press('Enter')
    await expect(guest.getByText(/Incorrect password/)).toBeVisible()
    await typeInto(guest, guest.getByLabel('Password', { exact: true }), 'gulls at noon')
    await guest.keyboard.press('Enter')
    await expect(row(guest, 'Letters')).toBeVisible()
    await expectFocus(guest)
    const brought = { name: 'sent.txt', mimeType: 'text/plain', buffer: Buffer.from('red') }
    const opener = guest.getByRole('button', { name: 'Upload', exact: true })
    await chooseFiles(guest, () => pressInMenu(guest, opener, 'Upload files'), brought)
    await expect(row(guest, 'sent.txt')).toBeVisible()
    await press(guest, tray(guest).getByRole('button', { name: 'Close', exact: true }))
    await expect(tray(guest)).toHaveCount(0)
    await expect(list(guest)).toBeFocused()
  })

  await test.step('download one file and everything', async () => {
    await press(guest, guest.getByRole('button', { name: 'List', exact: true }))
    await goToRow(guest, 'sent.txt')
    await guest.keyboard.press('Space')
    const preview = guest.getByRole('dialog', { name: /sent.txt/ })
    const one = guest.waitForEvent('download')
    await press(guest, preview.getByRole('button', { name: 'Download' }))
    expect((await one).suggestedFilename()).toBe('sent.txt')
    await guest.keyboard.press('Escape')
    await expect(preview).toBeHidden()
    await expect(list(guest)).toBeFocused()
    await guest.keyboard.press('Escape')
    const all = guest.waitForEvent('download')
    await press(guest, guest.getByRole('button', { name: 'Download all' }))
    expect(await saved(await all)).toEqual({
      'sent.txt': hash('red'),
      'Letters/ink.txt': hash('blue'),
    })
  })

  await test.step('search', async () => {
    await guest.keyboard.press('Escape')
    await tabTo(guest, guest.getByRole('searchbox'))
    await guest.keyboard.type('ink')
    const hit = guest
      .getByRole('list', { name: /Results for/ })
      .getByRole('button', { name: /ink\.txt/ })
    await expect(hit).toBeVisible()
    await press(guest, hit)
    await expectFocus(guest)
    await guest.context().close()
  })

  await test.step('the owner changes and deletes it', async () => {
    await page.keyboard.press('l')
    const settings = dialog(page).getByRole('region', { name: 'Settings' })
    await typeInto(page, settings.getByLabel('Download limit'), '5')
    await page.keyboard.press('Enter')
    await expect(settings.getByText('Saved', { exact: true })).toBeVisible()
    await press(page, settings.getByRole('button', { name: 'Change password' }))
    await expect(settings.getByLabel('New password')).toBeFocused()
    await page.keyboard.type('terns at noon')
    await page.keyboard.press('Enter')
    await expect(settings.getByRole('button', { name: 'Change password' })).toBeFocused()
    await press(page, dialog(page).getByRole('button', { name: 'Delete link' }))
    await expectAccessible(page, 'ending a link')
    await press(page, popup(page).getByRole('button', { name: 'Cancel' }))
    await expect(dialog(page).getByRole('button', { name: 'Delete link' })).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, popup(page).getByRole('button', { name: 'Delete link' }))
    await expect(dialog(page)).toHaveCount(0)
    await expect(list(page)).toBeFocused()
  })

  await test.step('delete several at once', async () => {
    for (const name of ['one.txt', 'two.txt']) {
      const { id, type } = await putFile(context, name)
      await call(context, createShare, { body: { id, type } })
    }
    await page.goto('/platform/my-shared-items')
    await goToRow(page, 'one.txt')
    await page.keyboard.press('Control+a')
    await pressInMenu(
      page,
      page.getByRole('toolbar').getByRole('button', { name: 'More' }),
      'Delete links',
    )
    await press(page, popup(page).getByRole('button', { name: 'Delete links' }))
    await expect(page.getByRole('heading', { name: 'Nothing shared yet' })).toBeVisible()
    await expectFocus(page)
  })
})
