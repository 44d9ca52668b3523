import {
  type BrowserContext,
  expect,
  type FileChooser,
  type Locator,
  type Page,
} from '@playwright/test'
import { openDevtools } from './devtools.ts'

/** The notice would cover the foot of the pages and come first in the order of Tab. */
export const hideCookieNotice = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // The empty page before the first one has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('coffer.cookie-notice', 'read')
  })

/** Locators of the screens that all journeys use. */

export const list = (page: Page): Locator => page.getByRole('grid')

const menuButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true })

/** The row of an item in the list, or its card in the grid. */
export const row = (page: Page, name: string): Locator =>
  list(page)
    .locator('[data-index]')
    .filter({ has: menuButton(page, name) })

/** Names in the list, from the top. */
export const names = (page: Page): Promise<string[]> =>
  list(page)
    .getByRole('button', { name: /^Actions for / })
    .evaluateAll(buttons =>
      buttons.map(button => button.getAttribute('aria-label')?.slice('Actions for '.length) ?? ''),
    )

export const tray = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' })

/** A toast with this text. */
export const toast = (page: Page, words: string): Locator =>
  page.getByRole('region', { name: 'Messages' }).locator('> div').filter({ hasText: words })

/** Clicks a button that opens the system's file picker, and chooses files. */
export async function choose(
  page: Page,
  opener: Locator,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await opener.click()
  await (await chooser).setFiles(files)
}

/** The centre of an element once it no longer moves while the page renders. */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  let last = ''
  await expect
    .poll(async () => {
      const before = last
      last = JSON.stringify(await target.boundingBox())
      return last === before && last !== 'null'
    })
    .toBe(true)
  const { x, y, width, height } = JSON.parse(last)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Drops files and folders from disk, as from the desktop. */
export async function dropFromDesktop(
  page: Page,
  target: Locator,
  ...paths: string[]
): Promise<void> {
  const at = await middleOf(target.first())
  const devtools = await openDevtools(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', { type, ...at, data })
  await page.evaluate(() => {
    const dropped = new Promise(resolve => {
      addEventListener('drop', () => resolve(true), { once: true, capture: true })
    })
    Object.assign(window, { dropped })
  })
  await drag('dragEnter')
  // The drop is ignored until the page has accepted the drag.
  let isDropped = false
  for (let tries = 0; tries < 20 && !isDropped; tries += 1) {
    await drag('dragOver')
    await drag('drop')
    isDropped = await page.evaluate(() => {
      const { dropped } = window as unknown as { dropped: Promise<boolean> }
      const late = new Promise<boolean>(resolve => setTimeout(() => resolve(false), 1000))
      return Promise.race([dropped, late])
    })
  }
  expect(isDropped, 'the page takes what is dropped').toBe(true)
  await devtools.detach()
}

/** Uploads with the New menu. */
export async function uploadFiles(
  page: Page,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await choose(page, page.getByRole('menuitem', { name: 'Upload files' }), files)
}
