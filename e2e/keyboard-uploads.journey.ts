import { removeItems } from '@coffer/contract/trash'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ADA, call, enter, everythingIn, makeFolder, putFile } from './api.ts'
import { writeRandom } from './folder-on-disk.ts'
import { expect, sharedServer, test } from './journey.ts'
import {
  chooseFiles,
  expectFocus,
  pick,
  press,
  pressBranch,
  pressInMenu,
  tabTo,
  typeInto,
} from './keys.ts'
import { half, slowDown } from './large-upload.ts'
import { row, tray } from './screen.ts'

sharedServer()

const MIB = 1024 * 1024
const file = (name: string, bytes = 20) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(bytes, name),
})

const newButton = (page: Page) => page.getByRole('button', { name: 'New', exact: true })

/** Opens the system's file picker from the menu. */
const chooseByKeys = (page: Page, files: Parameters<typeof chooseFiles>[2]): Promise<void> =>
  chooseFiles(page, () => pressInMenu(page, newButton(page), 'Upload files'), files)

const pressInTray = (page: Page, name: string): Promise<void> =>
  press(page, tray(page).getByRole('button', { name, exact: true }).first())

/** Expects the focus to stay in the tray when the focused element is removed. */
const expectFocusInTray = (page: Page) =>
  expect
    .poll(() => tray(page).evaluate(region => region.contains(document.activeElement)))
    .toBe(true)

test('uploads are chosen, resolved and controlled by keyboard alone', async ({
  page,
  context,
  watch,
}, testInfo) => {
  watch.expectComplaint(/status of 500/)
  await enter(context)
  await putFile(context, 'plan.txt')
  await page.goto('/platform/files')
  await expect(row(page, 'plan.txt')).toBeVisible()

  await test.step('resolve a name conflict', async () => {
    await chooseByKeys(page, [file('plan.txt'), file('tide.txt')])
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('1 file already exists')).toBeVisible()
    await tabTo(page, dialog.getByRole('radio', { name: 'Keep both' }))
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'Replace' })).toBeChecked()
    await tabTo(page, dialog.getByRole('button', { name: 'Upload 2 files' }))
    await page.keyboard.press('Enter')
    await expect(tray(page).getByText('2 uploads done')).toBeVisible()
    await expect(row(page, 'tide.txt')).toBeVisible()
    await expect(row(page, 'plan.txt')).toHaveCount(1)
  })

  await test.step('pause, resume and cancel one', async () => {
    const [anchor, buoy] = [testInfo.outputPath('anchor.bin'), testInfo.outputPath('buoy.bin')]
    await writeRandom(anchor, 6 * MIB)
    await writeRandom(buoy, 2 * MIB)
    await slowDown(page, 400_000)
    await chooseByKeys(page, [anchor, buoy])
    await expect(tray(page).getByRole('button', { name: 'Cancel anchor.bin' })).toBeVisible()
    await pressInTray(page, 'Pause uploads')
    await expect(tray(page).getByText('Paused at 0 of 2')).toBeVisible()
    await expect(tray(page).getByRole('button', { name: 'Resume uploads' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tray(page).getByText('Uploading 0 of 2')).toBeVisible()
    await pressInTray(page, 'Cancel anchor.bin')
    await expect(tray(page).getByRole('button', { name: 'Cancel anchor.bin' })).toHaveCount(0)
    await expectFocusInTray(page)
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await expect(row(page, 'buoy.bin')).toBeVisible()
  })

  await test.step('retry failed uploads', async () => {
    const internal = { type: 'about:blank', title: 'No', status: 500, code: 'internal' }
    const json = { ...internal, detail: 'Not now.', message: 'Not now.' }
    await page.route(/\/api\/upload(\/batch)?$/, route => route.fulfill({ status: 500, json }))
    await chooseByKeys(page, [file('rope.txt')])
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.unroute(/\/api\/upload(\/batch)?$/)
    await pressInTray(page, 'Retry rope.txt')
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await expectFocusInTray(page)
    await pressInTray(page, 'Close')
    await expect(tray(page)).toHaveCount(0)
  })
})

test('rejected uploads, missing space and deleted folders are handled by keyboard alone', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/status of (404|409|423)/)
  await enter(context)
  for (const name of ['one.txt', 'two.txt']) await putFile(context, name, { content: 'before' })
  const deletedFolder = await makeFolder(context, 'Gone soon')
  await makeFolder(context, 'Harbour')
  await page.goto('/platform/files')
  const dialog = page.getByRole('dialog')

  await test.step('apply one answer to all conflicts except one', async () => {
    await chooseByKeys(page, [file('one.txt'), file('two.txt')])
    await expect(dialog.getByText('2 files already exist')).toBeVisible()
    await tabTo(page, dialog.getByRole('radio', { name: 'Keep both' }))
    await page.keyboard.press('ArrowRight')
    await pick(page, dialog.getByLabel('Action for two.txt'), 'Skip')
    await press(page, dialog.getByRole('button', { name: 'Upload 1 file' }))
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await expectFocus(page)
  })

  await test.step('view rejected files', async () => {
    await chooseByKeys(page, [file('nothing.txt', 0), file('boat.txt')])
    await expect(tray(page).getByText('1 file was rejected')).toBeVisible()
    await pressInTray(page, 'Show')
    await expect(dialog).toContainText('nothing.txt – empty')
    await page.keyboard.press('Escape')
    await expect(tray(page).getByRole('button', { name: 'Show', exact: true })).toBeFocused()
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await pressInTray(page, 'Close')
    await expect(tray(page)).toHaveCount(0)
    await expectFocus(page)
  })

  await test.step('skip files that do not fit', async () => {
    await page.route('**/api/upload/preflight', async route => {
      const response = await route.fetch()
      const { data } = await response.json()
      await route.fulfill({ response, json: { data: { ...data, room_bytes: 30 } } })
    })
    await chooseByKeys(page, [file('fits.txt'), file('does-not.txt')])
    await expect(dialog.getByText('1 file fits. 1 file won’t be uploaded.')).toBeVisible()
    await press(page, dialog.getByRole('button', { name: 'Upload what fits' }))
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await page.unroute('**/api/upload/preflight')
    await pressInTray(page, 'Close')
  })

  await test.step('retry uploads that the server had no space for', async () => {
    const full = { type: 'about:blank', title: 'Not enough space', status: 423 }
    const json = { ...full, code: 'upload.quota_exceeded', detail: 'Full.', message: 'Full.' }
    await page.route(/\/api\/upload(\/batch)?$/, route => route.fulfill({ status: 423, json }))
    await chooseByKeys(page, [file('late.txt')])
    await expectAccessible(page, 'the popup of a full storage')
    await press(page, dialog.getByRole('button', { name: 'That’s horrible!' }))
    await expect(dialog).toHaveCount(0)
    await expectFocus(page)
    await page.unroute(/\/api\/upload(\/batch)?$/)
    await pressInTray(page, 'Try again')
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await expectFocusInTray(page)
  })

  await test.step('choose another folder for uploads whose folder was deleted', async () => {
    await page.goto(`/platform/files/${deletedFolder.id}`)
    const removed = {
      items: [{ id: deletedFolder.id, type: 'folder' as const, force_delete: false }],
    }
    await page.route(
      '**/api/upload/batch',
      async route => {
        await call(context, removeItems, { body: removed })
        await route.continue()
      },
      { times: 1 },
    )
    await chooseByKeys(page, [file('left.txt'), file('over.txt')])
    await expect(tray(page).getByText('2 uploads were going there')).toBeVisible()
    await pressInTray(page, 'Choose another folder')
    await pressBranch(page, dialog, 'Harbour')
    await press(page, dialog.getByRole('button', { name: 'Upload to Harbour' }))
    await expect(tray(page).getByText('2 uploads done')).toBeVisible()
    await expectFocus(page)
    const paths = (await everythingIn(context)).map(({ path }) => path)
    expect(paths).toContain('Harbour/left.txt')
  })
})

test('uploads survive a session and a reload, or are discarded, by keyboard alone', async ({
  page,
  context,
  watch,
}, testInfo) => {
  watch.expectComplaint(/status of (401|404)/)
  await enter(context)
  await page.goto('/platform/files')
  await test.step('continue after signing in again', async () => {
    await page.route(
      '**/api/upload/batch',
      async route => {
        await context.clearCookies()
        await route.continue({ headers: { ...route.request().headers(), cookie: '' } })
      },
      { times: 1 },
    )
    await chooseByKeys(page, [file('later.txt'), file('last.txt')])
    const signInButton = tray(page).getByRole('button', { name: 'Sign in' })
    await expect(signInButton.or(page.getByLabel('Email')).first()).toBeVisible()
    if (await signInButton.isVisible()) await press(page, signInButton)
    await typeInto(page, page.getByLabel('Email'), ADA.email)
    await typeInto(page, page.getByLabel('Password', { exact: true }), ADA.password)
    await page.keyboard.press('Enter')
    await expect(row(page, 'later.txt')).toBeVisible()
    await expectFocus(page)
  })

  const [path, other] = [testInfo.outputPath('film.bin'), testInfo.outputPath('given-up.bin')]
  for (const each of [path, other]) await writeRandom(each, 18 * MIB)
  await slowDown(page, 2_000_000)
  await test.step('ask before signing out during uploads', async () => {
    await chooseByKeys(page, path)
    await half(page, 'film.bin')
    await pressInTray(page, 'Pause uploads')
    const leave = page.getByRole('button', { name: 'Sign out' })
    await press(page, leave)
    const question = page.getByRole('dialog', { name: 'Uploads in progress' })
    await expectAccessible(page, 'signing out amid uploads')
    await press(page, question.getByRole('button', { name: 'Cancel' }))
    await expect(question).toBeHidden()
    await expect(leave).toBeFocused()
  })

  await test.step('continue after a reload', async () => {
    await page.reload()
    await expect(tray(page).getByText('1 upload can continue')).toBeVisible()
    await expectAccessible(page, 'an upload that can continue')
    await chooseFiles(page, () => pressInTray(page, 'Choose files'), path)
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await expectFocus(page)
    await expect(row(page, 'film.bin')).toBeVisible()
  })

  await test.step('discard them', async () => {
    await chooseByKeys(page, other)
    await half(page, 'given-up.bin')
    await pressInTray(page, 'Pause uploads')
    await page.reload()
    await pressInTray(page, 'Discard uploads')
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Discard uploads' }))
    await expect(tray(page)).toHaveCount(0)
    await expectFocus(page)
  })
})
