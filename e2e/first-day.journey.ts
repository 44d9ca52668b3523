import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { enter, everythingIn } from './api.ts'
import { type FolderOnDisk, hashOf, makeFolderOnDisk } from './folder-on-disk.ts'
import { expect, ownServer, test } from './journey.ts'
import { dropFromDesktop, list, names, row, toast, tray } from './screen.ts'
import { ADMIN } from './server.ts'
import { createAdmin, passSteps } from './wizard.ts'

const LARGE = 300 * 1024 * 1024

test.describe.configure({ mode: 'serial' })
const server = ownServer({})
let folder: FolderOnDisk

test.beforeAll(async () => {
  folder = await makeFolderOnDisk(300, LARGE)
})
test.afterAll(() => folder?.remove())

/** Expects the user's own files. */
async function atHome(page: Page): Promise<void> {
  await enter(page.context(), ADMIN)
  await page.goto('/platform/files')
}

async function open(page: Page, name: string): Promise<void> {
  await row(page, name).dblclick()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test("the printed link opens the setup wizard and ends in the user's files", async ({ page }) => {
  await page.goto(server().setupLink)
  await passSteps(page)
  await createAdmin(page)
  await expect(page.getByRole('heading', { name: 'Your files start here' })).toBeVisible()

  await page.goto(server().setupLink)
  await expect(page, 'the setup stays closed').toHaveURL('/platform/files')
})

test('signing in returns to the page that required it', async ({ page, watch }) => {
  // Waits for the last call of the page, which would fail after the sign-out.
  const loaded = page.waitForResponse('**/api/uploads')
  await atHome(page)
  await loaded
  const popup = page.getByRole('dialog', { name: 'Signing out' })
  await page.route('**/api/logout', async route => {
    // The sign-out popup only appears after a delay.
    await expect(popup).toBeVisible()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await expect(popup).toBeHidden()

  await page.goto('/platform/trash?from=bookmark')
  await expect(page).toHaveURL('/sign-in?redirect=%2Fplatform%2Ftrash%3Ffrom%3Dbookmark')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  watch.expectComplaint(/401.*sign-in/)
  await expect(page.getByText('Check them and try again.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/platform/trash?from=bookmark')
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
})

test('a dropped folder is uploaded with all its contents', async ({ page, context }) => {
  await atHome(page)
  await expect(page.getByRole('heading', { name: 'Your files start here' })).toBeVisible()
  await dropFromDesktop(page, list(page).or(page.getByText('Your files start here')), folder.path)
  await expect(toast(page, "The file nothing-in-it.txt can't be uploaded")).toBeVisible()
  await expect(tray(page).getByText(/^Uploading \d+ of \d+$/)).toBeVisible()
  await expect(page, 'the title tells how far it is').toHaveTitle(/\d+\s?%/)
  await expect(tray(page).getByRole('progressbar', { name: 'Progress of film.bin' })).toBeVisible()
  const count = folder.expected.size
  await expect(tray(page).getByText(`${count} uploads done`)).toBeVisible({ timeout: 150_000 })
  await expect(tray(page).getByText('1 file was rejected')).toBeVisible()

  const arrived = (await everythingIn(context)).filter(({ item }) => item.type === 'file')
  expect(arrived.map(({ path }) => path).sort()).toEqual([...folder.expected.keys()].sort())
  for (const { path, item } of arrived.filter(({ item }) => item.attributes.size_bytes < LARGE)) {
    const response = await context.request.get(item.attributes.file_url ?? '')
    const hash = createHash('sha256').update(await response.body())
    expect(hash.digest('hex'), path).toBe(folder.expected.get(path))
  }
})

test('folders are browsed, sorted, and shown as a list or a grid', async ({ page }) => {
  await atHome(page)
  await open(page, 'Harbour 2026')
  await open(page, 'photos')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  const years = ['2020', '2021', '2022', '2023', '2024', '2025']
  const byName = page.getByRole('columnheader', { name: 'Name' })
  await expect
    .poll(() => names(page))
    .toEqual((await byName.getAttribute('aria-sort')) === 'ascending' ? years : years.toReversed())
  const before = await names(page)
  await byName.getByRole('button').click()
  await expect.poll(() => names(page)).toEqual(before.toReversed())

  await open(page, '2020')
  await open(page, 'week 0')
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  const bySize = page.getByRole('columnheader', { name: 'Size' })
  await expect(bySize).toHaveAttribute('aria-sort', /ascending|descending/)
  const numbers = async () => (await names(page)).map(name => Number(/\d+/.exec(name)?.[0]))
  const rising = (await bySize.getAttribute('aria-sort')) === 'ascending'
  const inOrder = async () => {
    const counts = await numbers()
    const sorted = counts.toSorted((one, other) => (rising ? one - other : other - one))
    return counts.length > 0 && counts.join() === sorted.join()
  }
  await expect.poll(inOrder).toBe(true)

  await page.getByRole('button', { name: 'Grid' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(0)
  const first = row(page, rising ? 'pier-0.txt' : 'pier-288.txt')
  await expect(first).toBeVisible()
  await page.reload()
  await expect(first, 'the view is remembered').toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(0)
  await page.getByRole('button', { name: 'List' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(4)

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('photos').click()
  await expect(page.getByRole('heading', { level: 1, name: 'photos' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'week 0' })).toBeVisible()
})

test('a file is renamed in place and moved by dragging and in a dialog', async ({ page }) => {
  await atHome(page)
  await open(page, 'Harbour 2026')
  await row(page, 'Café.txt').click()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'New name for Café.txt' })
  await field.fill('Menu of the café.txt')
  await field.press('Enter')
  await expect(row(page, 'Menu of the café.txt')).toBeVisible()

  await row(page, 'Menu of the café.txt').dragTo(row(page, '日本語'))
  await expect(toast(page, '1 item moved to 日本語')).toBeVisible()
  await expect(row(page, 'Menu of the café.txt')).toHaveCount(0)
  await open(page, '日本語')
  await row(page, 'Menu of the café.txt').click()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /Move/ })
  await dialog.getByText('Harbour 2026', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Move to Harbour 2026' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Menu of the café.txt')).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Harbour 2026').click()
  await expect(row(page, 'Menu of the café.txt')).toBeVisible()
  await page.reload()
  await expect(row(page, 'Menu of the café.txt')).toBeVisible()
})

test('trashed items come back with Undo and with Restore', async ({ page }) => {
  await atHome(page)
  await open(page, 'Harbour 2026')
  const ferries = row(page, '🚢 ferries')
  await ferries.click()
  await page.keyboard.press('Delete')
  await expect(ferries).toHaveCount(0)
  const undo = toast(page, '“🚢 ferries” moved to trash').getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(ferries).toBeVisible()

  await ferries.click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(ferries).toHaveCount(0)
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByText('are deleted after 30 days')).toBeVisible()
  await ferries.click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, '1 item restored to')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  await page.getByRole('link', { name: 'Files', exact: true }).last().click()
  await open(page, 'Harbour 2026')
  await open(page, '🚢 ferries')
  await expect(row(page, 'Größe-&-Maße.csv')).toBeVisible()
})

test('a download has the same bytes as the upload', async ({ page }) => {
  await atHome(page)
  await open(page, 'Harbour 2026')
  for (const name of ['film.bin', 'Café-con-leche.txt']) {
    await row(page, name).click({ button: 'right' })
    const started = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download' }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe(name)
    expect(await hashOf(await download.path())).toBe(folder.expected.get(`Harbour 2026/${name}`))
    await download.delete()
  }
})
