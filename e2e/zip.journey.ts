import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeItems } from '@coffer/contract/trash'
import type { Page } from '@playwright/test'
import { call, enter, makeFolder, putFile } from './api.ts'
import { hash, hashesIn, saved } from './data-exports.ts'
import { expect, sharedServer, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { list, names, row, toast } from './screen.ts'

sharedServer()
const photo = randomBytes(3_000_000)
const expected = {
  'Log-of-the-Ada.txt': hash('calm sea'),
  'Photos/harbour.jpg': hash(photo),
  'Photos/1999/ink.txt': hash('ink'),
}

test.beforeEach(async ({ context, page }) => {
  await enter(context)
  const photos = await makeFolder(context, 'Photos')
  const older = await makeFolder(context, '1999', { parent_id: photos.id })
  await putFile(context, 'Log of the Ada.txt', { content: 'calm sea' })
  await putFile(context, 'Left behind.txt')
  await putFile(context, 'harbour.jpg', { content: photo, parentId: photos.id })
  await putFile(context, 'ink.txt', { content: 'ink', parentId: older.id })
  await page.goto('/platform/files')
})

async function chooseTwo(page: Page): Promise<void> {
  await row(page, 'Photos').click()
  await row(page, 'Log-of-the-Ada.txt').click({ modifiers: ['ControlOrMeta'] })
}

test('several items and a folder download as one archive with identical bytes', async ({
  page,
}) => {
  await chooseTwo(page)
  const download = page.waitForEvent('download')
  await page
    .getByRole('toolbar', { name: /[Ss]election/ })
    .getByRole('button', { name: 'Download' })
    .click()
  await expect(toast(page, 'Download started: 2 items as a ZIP file')).toBeVisible()
  expect((await download).suggestedFilename()).toBe('files.zip')
  expect(await saved(await download)).toEqual(expected)
})

test('a folder downloads from its menu, under its own name', async ({ page }) => {
  await row(page, 'Photos').click({ button: 'right' })
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^Download/ }).click()
  expect((await download).suggestedFilename()).toBe('Photos.zip')
})

test('all but one item download by keyboard alone', async ({ page }) => {
  await tabTo(page, list(page))
  await page.keyboard.press('Control+a')
  // The first key moves to the first row.
  const steps = (await names(page)).indexOf('Left-behind.txt') + 1
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('Control+ArrowDown')
  await page.keyboard.press('Control+Space')
  await expect(row(page, 'Left-behind.txt')).toHaveAttribute('aria-selected', 'false')
  await expect(page.getByRole('status').getByText('2 of 3 selected')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.keyboard.press('d')
  expect(await saved(await download)).toEqual(expected)
})

test('an interrupted download continues where it stopped', async ({ page, context }) => {
  await chooseTwo(page)
  const download = page.waitForEvent('download')
  await page.keyboard.press('d')
  const address = (await download).url()
  await (await download).cancel()
  const first = await context.request.get(address, { headers: { range: 'bytes=0-1499999' } })
  const { etag = '' } = first.headers()
  const headers = { range: 'bytes=1500000-', 'if-range': etag }
  const rest = await context.request.get(address, { headers })
  expect([first.status(), rest.status()]).toEqual([206, 206])
  const path = join(tmpdir(), `coffer-${hash(address).slice(0, 8)}.zip`)
  await writeFile(path, Buffer.concat([await first.body(), await rest.body()]))
  expect(await hashesIn(path)).toEqual(expected)
  await rm(path)
})

test('a download of deleted items shows an error', async ({ page, context, watch }) => {
  watch.expectComplaint(/status of 404/)
  // Without live events the page shows deleted items.
  await page.routeWebSocket(/\/api\/live/, () => {})
  await page.reload()
  const old = await makeFolder(context, 'Older boats')
  const other = await makeFolder(context, 'Other boats')
  await page.reload()
  await row(page, 'Older boats').click()
  await row(page, 'Other boats').click({ modifiers: ['ControlOrMeta'] })
  const items = [old, other].map(({ id, type }) => ({ id, type }))
  await call(context, removeItems, { body: { items } })
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog').getByText(/It doesn’t exist/)).toBeVisible()
  await expect(toast(page, 'Download started')).toBeHidden()
})
