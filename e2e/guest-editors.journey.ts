import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { enter, everythingIn, makeFolder, makeLink, putFile } from './api.ts'
import { hash } from './data-exports.ts'
import { hashOf, writeRandom } from './folder-on-disk.ts'
import { expect, sharedServer, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { half, slowDown } from './large-upload.ts'
import { choose, list, names, row, toast, tray } from './screen.ts'

const coffer = sharedServer()

/** A browser without a session. */
async function requestGuestId(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: coffer().origin })
  return context.newPage()
}

const pathsIn = async (context: BrowserContext, folderId: string): Promise<string[]> =>
  (await everythingIn(context, folderId)).map(({ path }) => path).sort()

/** Lists the files in a folder with the hash of each. */
async function arrivedIn(context: BrowserContext, folderId: string) {
  const files: Record<string, string> = {}
  for (const { path, item } of await everythingIn(context, folderId)) {
    if (item.type === 'folder') continue
    const response = await context.request.get(item.attributes.file_url ?? '')
    files[path] = hash(await response.body())
  }
  return files
}

async function uploadFolder(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await choose(page, page.getByRole('menuitem', { name: 'Upload folder' }), path)
}

test('an editor uploads, creates, renames, moves and deletes, and the owner sees the changes live', async ({
  browser,
  context,
  page: owners,
}, testInfo) => {
  await enter(context)
  const folder = await makeFolder(context, 'Workshop')
  await putFile(context, 'old.txt', { parentId: folder.id })
  await putFile(context, 'plank.txt', { parentId: folder.id })
  const { token } = await makeLink(context, folder, { permission: 'editor' })
  // This page is never reloaded: all changes arrive live.
  await owners.goto(`/platform/files/${folder.id}`)
  await expect(row(owners, 'old.txt')).toBeVisible()
  const page = await requestGuestId(browser)
  await page.goto(`/share/${token}`)
  await expect(row(page, 'old.txt')).toBeVisible()

  const plans = join(testInfo.outputDir, 'plans')
  await mkdir(join(plans, 'deep'), { recursive: true })
  await writeFile(join(plans, 'keel.txt'), 'oak')
  await writeFile(join(plans, 'deep/mast.txt'), 'spruce')
  await uploadFolder(page, plans)
  await expect(tray(page).getByRole('status').first()).toHaveText('2 uploads done')
  await expect(row(page, 'plans')).toBeVisible()
  await expect(row(owners, 'plans')).toBeVisible()

  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  const draft = page.getByRole('textbox', { name: 'Name of the new folder' })
  await draft.fill('Sails')
  await draft.press('Enter')
  await expect(row(owners, 'Sails')).toBeVisible()

  await row(page, 'plank.txt').click()
  await list(page).press('F2')
  const field = page.getByRole('textbox', { name: /New name/ })
  await field.fill('beam.txt')
  await field.press('Enter')
  await expect(row(owners, 'beam.txt')).toBeVisible()

  await row(page, 'beam.txt').dragTo(row(page, 'Sails'))
  await expect(toast(page, '1 item moved to Sails')).toBeVisible()
  await expect(row(owners, 'beam.txt')).toHaveCount(0)

  await row(page, 'old.txt').click()
  await list(page).press('Delete')
  await expect(row(page, 'old.txt')).toBeHidden()
  await expect(row(owners, 'old.txt')).toHaveCount(0)

  expect(await pathsIn(context, folder.id)).toEqual([
    ...['Sails', 'Sails/beam.txt'],
    ...['plans', 'plans/deep', 'plans/deep/mast.txt', 'plans/keel.txt'],
  ])
  await page.context().close()
})

test('an editor unlocks, creates, renames, moves and deletes by keyboard alone', async ({
  browser,
  context,
}) => {
  await enter(context)
  const folder = await makeFolder(context, 'Loft')
  for (const name of ['a.txt', 'b.txt']) await putFile(context, name, { parentId: folder.id })
  const password = 'gulls at noon'
  const { token } = await makeLink(context, folder, {
    permission: 'editor',
    isPassword: true,
    password,
  })
  const page = await requestGuestId(browser)
  await page.goto(`/share/${token}`)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(row(page, 'a.txt')).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Upload', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('menuitem', { name: 'New folder' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
  await page.keyboard.type('Ropes')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Ropes')).toBeVisible()
  await expect(list(page)).toBeFocused()

  await page.keyboard.press('End')
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: /New name for a/ })).toBeFocused()
  // Skips the fields before the type.
  await page.keyboard.type('c')
  await page.keyboard.press('Enter')
  await expect(row(page, 'c.txt')).toBeVisible()

  await expect(list(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move “c.txt”' })
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('treeitem').first())
  const target = dialog.getByRole('treeitem', { name: 'Ropes', exact: true })
  for (let presses = 0; presses < 4; presses += 1) {
    if (await target.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Move to Ropes' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, '1 item moved to Ropes')).toBeVisible()
  await expect.poll(() => names(page)).toEqual(['Ropes', 'b.txt'])

  await expect(list(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Delete')
  // The list hides the file before the server has answered.
  await expect.poll(() => names(page)).toEqual(['Ropes'])
  await expect.poll(() => pathsIn(context, folder.id)).toEqual(['Ropes', 'Ropes/c.txt'])
  await page.context().close()
})

test('a folder upload of an editor continues after a reload', async ({
  browser,
  context,
  watch,
}, testInfo) => {
  // The server does not know uploads that have not started.
  watch.expectComplaint(/404.*\/api\/sharing\/upload\//)
  await enter(context)
  const folder = await makeFolder(context, 'Shipyard')
  const { token } = await makeLink(context, folder, { permission: 'editor' })
  const hull = join(testInfo.outputDir, 'hull')
  await mkdir(join(hull, 'decks/lower'), { recursive: true })
  const expected: Record<string, string> = {}
  for (const path of ['a.txt', 'decks/b.bin', 'decks/lower/c.bin']) {
    const content = randomBytes(3000)
    await writeFile(join(hull, path), content)
    expected[`hull/${path}`] = hash(content)
  }
  for (const path of ['decks/large.bin', 'larger.bin']) {
    await writeRandom(join(hull, path), 30_000_000)
    expected[`hull/${path}`] = await hashOf(join(hull, path))
  }

  const page = await requestGuestId(browser)
  await page.goto(`/share/${token}`)
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
  await slowDown(page, 8_000_000)
  await uploadFolder(page, hull)
  await half(page, 'larger.bin')
  await page.reload()
  expect(watch.dialogs, 'leaving warns').toContain('beforeunload')
  await expect(tray(page).getByText(/uploads? can continue/)).toBeVisible()
  await choose(
    page,
    tray(page)
      .getByRole('button', { name: /Choose/ })
      .first(),
    hull,
  )
  await expect(tray(page).getByRole('status').first()).toHaveText(/uploads? done/, {
    timeout: 120_000,
  })
  expect(await arrivedIn(context, folder.id)).toEqual(expected)
  await page.context().close()
})
