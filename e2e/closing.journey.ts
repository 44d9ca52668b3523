import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listUploads } from '@coffer/contract/uploads'
import type { BrowserContext, Page, PlaywrightWorkerArgs } from '@playwright/test'
import { enter, everythingIn } from './api.ts'
import { hashOf, writeRandom } from './folder-on-disk.ts'
import { expect, hidePicker, sharedServer, test } from './journey.ts'
import { askAgain, changeFile, dropKept, keepFile, pickKept } from './kept-files.ts'
import { expectFocus, press, pressInMenu } from './keys.ts'
import {
  expectComplete,
  expectNothingTwice,
  half,
  keepLedger,
  SIZE,
  slowDown,
} from './large-upload.ts'
import { choose, dropFromDesktop, tray, uploadFiles } from './screen.ts'

/** Tests what happens to uploads when their page or the browser is closed. */

const server = sharedServer()

const newButton = (page: Page) => page.getByRole('button', { name: 'New', exact: true })

async function openFiles(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/platform/files')
  await expect(newButton(page)).toBeVisible()
  return page
}

/** A browser with a persistent profile. */
async function openBrowser(
  {
    playwright,
    launchOptions,
  }: Pick<PlaywrightWorkerArgs, 'playwright'> & { launchOptions: object },
  profile: string,
): Promise<BrowserContext> {
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    baseURL: server().origin,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })
  await hidePicker(context)
  return context
}

/** Kills the browser. */
async function killBrowser(context: BrowserContext, page: Page): Promise<void> {
  const closed = new Promise(resolve => context.once('close', resolve))
  const devtools = await context.newCDPSession(page)
  // The killed process does not respond.
  void devtools.send('Browser.crash').catch(() => undefined)
  await closed
}

test('an upload continues automatically after the browser was killed, with file handles', async ({
  playwright,
  launchOptions,
}, testInfo) => {
  const profile = testInfo.outputPath('profile')
  const before = await openBrowser({ playwright, launchOptions }, profile)
  await enter(before)
  const first = await openFiles(before)
  const hash = await keepFile(first, 'film.bin')
  const sent = keepLedger(first)
  await slowDown(first, 12_000_000)
  await dropKept(first, 'film.bin')
  await half(first, 'film.bin')
  await killBrowser(before, first)

  const after = await openBrowser({ playwright, launchOptions }, profile)
  // Chromium writes cookies to disk with a delay.
  await after.clearCookies()
  await enter(after)
  const second = await after.newPage()
  const ledger = keepLedger(second)
  await second.goto('/platform/files')
  await expect(tray(second).getByText('1 upload done')).toBeVisible({ timeout: 90_000 })
  expectNothingTwice({
    sent: sent.sent + ledger.sent,
    arrived: [...sent.arrived, ...ledger.arrived],
  })
  await expectComplete(second, hash, 'film.bin')
  await after.close()
})

test('an upload continues after the browser was closed, when its file is chosen again', async ({
  playwright,
  launchOptions,
}, testInfo) => {
  const profile = testInfo.outputPath('profile')
  const path = testInfo.outputPath('lecture.bin')
  await writeRandom(path, SIZE)
  const before = await openBrowser({ playwright, launchOptions }, profile)
  await enter(before)
  const first = await openFiles(before)
  await slowDown(first, 12_000_000)
  await uploadFiles(first, path)
  await half(first, 'lecture.bin')
  await before.close()

  const after = await openBrowser({ playwright, launchOptions }, profile)
  const second = await openFiles(after)
  const ledger = keepLedger(second)
  await expect(tray(second).getByText('1 upload can continue')).toBeVisible()
  await choose(second, tray(second).getByRole('button', { name: 'Choose files' }), path)
  await expect(tray(second).getByText('1 upload done')).toBeVisible({ timeout: 90_000 })
  expect(ledger.sent, 'what had arrived is not sent again').toBeLessThan(8)
  await expectComplete(second, await hashOf(path), 'lecture.bin')
  await after.close()
})

test('files chosen in the picker continue by keyboard alone, where the browser asks for permission', async ({
  page,
  context,
}) => {
  await enter(context)
  await askAgain(page)
  await page.goto('/platform/files')
  const hash = await keepFile(page, 'choir.bin')
  await pickKept(page, 'choir.bin')
  const ledger = keepLedger(page)
  await slowDown(page, 12_000_000)
  await pressInMenu(page, newButton(page), 'Upload files')
  await half(page, 'choir.bin')
  await page.reload()
  await expect(tray(page).getByText('1 upload can continue')).toBeVisible()
  await press(page, tray(page).getByRole('button', { name: 'Continue' }))
  await expect(tray(page).getByText('1 upload done')).toBeVisible({ timeout: 90_000 })
  await expectFocus(page)
  expectNothingTwice(ledger)
  await expectComplete(page, hash, 'choir.bin')
})

test('a file that changed in the meantime is rejected, and its data is discarded', async ({
  page,
  context,
}) => {
  await enter(context)
  await askAgain(page)
  await page.goto('/platform/files')
  await expect(newButton(page)).toBeVisible()
  await keepFile(page, 'ledger.bin')
  await slowDown(page, 12_000_000)
  await dropKept(page, 'ledger.bin')
  await half(page, 'ledger.bin')
  await page.reload()
  await expect(tray(page).getByText('1 upload can continue')).toBeVisible()
  await changeFile(page, 'ledger.bin')
  await tray(page).getByRole('button', { name: 'Continue' }).click()
  await expect(tray(page).getByText('1 file was rejected')).toBeVisible()
  await expect(tray(page).getByText('changed since; upload it again')).toBeVisible()
  await expect
    .poll(async () => (await (await context.request.get(listUploads.path)).json()).data)
    .toEqual([])
})

test('a dropped folder continues from the same files on disk', async ({
  page,
  context,
}, testInfo) => {
  const root = testInfo.outputPath('Choir')
  await mkdir(join(root, 'scores'), { recursive: true })
  await writeFile(join(root, 'scores', 'alto.txt'), 'la la la')
  const concert = join(root, 'scores', 'concert.bin')
  await writeRandom(concert, SIZE)
  await enter(context)
  await page.goto('/platform/files')
  await expect(newButton(page)).toBeVisible()
  await slowDown(page, 12_000_000)
  await dropFromDesktop(page, page.getByRole('main'), root)
  await half(page, 'concert.bin')
  await page.reload()
  // A fresh context keeps its permissions; with a profile a click is needed, which the driver cannot do.
  await expect(tray(page).getByText(/uploads? done/)).toBeVisible({ timeout: 90_000 })
  await expectComplete(page, await hashOf(concert), 'Choir/scores/concert.bin')
  const arrived = (await everythingIn(context)).filter(({ path }) => path.startsWith('Choir/'))
  expect(arrived.map(({ path }) => path)).toEqual([
    'Choir/scores',
    'Choir/scores/alto.txt',
    'Choir/scores/concert.bin',
  ])
})
