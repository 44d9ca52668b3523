import type { Page } from '@playwright/test'
import { enter, putFile } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { slowDown } from './large-upload.ts'
import { row, tray } from './screen.ts'

ownServer()

const MIB = 1024 * 1024
const file = (name: string, bytes = 20) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(bytes, name),
})

/** Through the menu, to the system's dialog. */
async function chooseByKeys(page: Page, files: ReturnType<typeof file>[]): Promise<void> {
  // Early: the browser has to be told that it is driven.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, page.getByRole('button', { name: 'New', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('menuitem', { name: 'Upload files' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(files)
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, tray(page).getByRole('button', { name }))
  await page.keyboard.press('Enter')
}

/** The keyboard is somewhere in the tray, whatever went away under it. */
const expectFocusInTray = (page: Page) =>
  expect
    .poll(() => tray(page).evaluate(region => region.contains(document.activeElement)))
    .toBe(true)

test('uploads are chosen, decided and steered by keyboard alone', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/status of 500/)
  await enter(context)
  await putFile(context, 'plan.txt')
  await page.goto('/platform/files')
  await expect(row(page, 'plan.txt')).toBeVisible()

  await test.step('decide about a taken name', async () => {
    await chooseByKeys(page, [file('plan.txt'), file('tide.txt')])
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('1 file is here already')).toBeVisible()
    await tabTo(page, dialog.getByRole('radio', { name: 'Keep both' }))
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'Replace' })).toBeChecked()
    await tabTo(page, dialog.getByRole('button', { name: 'Upload 2 files' }))
    await page.keyboard.press('Enter')
    await expect(tray(page).getByText('2 uploads done')).toBeVisible()
    await expect(row(page, 'tide.txt')).toBeVisible()
    await expect(row(page, 'plan.txt')).toHaveCount(1)
  })

  await test.step('pause, go on, and cancel one', async () => {
    await slowDown(page, 2_000_000)
    await chooseByKeys(page, [file('anchor.bin', 6 * MIB), file('buoy.bin', 2 * MIB)])
    await expect(tray(page).getByRole('button', { name: 'Cancel anchor.bin' })).toBeVisible()
    await press(page, 'Pause uploads')
    await expect(tray(page).getByText('Paused at 0 of 2')).toBeVisible()
    await expect(tray(page).getByRole('button', { name: 'Resume uploads' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tray(page).getByText('Uploading 0 of 2')).toBeVisible()
    await press(page, 'Cancel anchor.bin')
    await expect(tray(page).getByRole('button', { name: 'Cancel anchor.bin' })).toHaveCount(0)
    await expectFocusInTray(page)
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await expect(row(page, 'buoy.bin')).toBeVisible()
  })

  await test.step('try again what failed', async () => {
    const internal = { type: 'about:blank', title: 'No', status: 500, code: 'internal' }
    const json = { ...internal, detail: 'Not now.', message: 'Not now.' }
    await page.route(/\/api\/upload(\/batch)?$/, route => route.fulfill({ status: 500, json }))
    await chooseByKeys(page, [file('rope.txt')])
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.unroute(/\/api\/upload(\/batch)?$/)
    await press(page, 'Try rope.txt again')
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await expectFocusInTray(page)
    await press(page, 'Close')
    await expect(tray(page)).toHaveCount(0)
  })
})
