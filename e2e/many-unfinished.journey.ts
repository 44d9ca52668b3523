import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { enter, everythingIn } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { rememberedCount } from './kept-files.ts'
import { choose, dropFromDesktop, tray } from './screen.ts'

/** Tests a large folder whose page is closed early in its upload. */

ownServer()

const FILES = 1200
const IN_A_FOLDER = 300
const SENDING = /\/api\/upload(\/batch)?$/

async function makeFiles(root: string): Promise<void> {
  for (let index = 0; index < FILES; index += 1) {
    const folder = join(root, `part ${Math.floor(index / IN_A_FOLDER)}`)
    if (index % IN_A_FOLDER === 0) await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${index}.txt`), `The content of file ${index}.`)
  }
}

/** Drops it while the server stores nothing, until all of it is known there and in the browser. */
async function dropInVain(page: Page, count: number, ...roots: string[]): Promise<void> {
  await enter(page.context())
  await page.goto('/platform/files')
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
  // The first and the last file may be sent in their own request.
  await page.route(SENDING, () => {})
  for (const root of roots) await dropFromDesktop(page, page.getByRole('main'), root)
  await expect.poll(() => rememberedCount(page), { timeout: 30_000 }).toBe(count)
  await page.unroute(SENDING)
}

async function giveUp(page: Page, name: string): Promise<void> {
  const button = { name: `Discard ${name}` }
  await tray(page).getByRole('button', button).click()
  await page.getByRole('dialog').getByRole('button', button).click()
}

async function expectAll(page: Page, name: string): Promise<void> {
  await expect(tray(page).getByText('1,200 uploads done')).toBeVisible({ timeout: 90_000 })
  const arrived = (await everythingIn(page.context())).filter(({ path }) =>
    path.startsWith(`${name}/`),
  )
  const files = arrived.filter(({ item }) => item.type === 'file')
  expect(new Set(files.map(({ path }) => path)).size).toBe(FILES)
}

test('a large folder continues completely after a reload, with file handles', async ({
  page,
}, testInfo) => {
  const root = testInfo.outputPath(`Archive ${testInfo.repeatEachIndex}`)
  await makeFiles(root)
  await dropInVain(page, FILES, root)
  await page.reload()
  await expectAll(page, basename(root))
})

test('a large folder continues completely when it is chosen again, without file handles', async ({
  page,
  watch,
}, testInfo) => {
  // The server does not know the discarded uploads yet.
  watch.expectComplaint(/status of 404/)
  const root = testInfo.outputPath(`Letters ${testInfo.repeatEachIndex}`)
  await makeFiles(root)
  await page.addInitScript(() => {
    Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle')
  })
  const [spare, note] = [testInfo.outputPath('Spare'), testInfo.outputPath('note.txt')]
  await mkdir(spare)
  for (const path of [join(spare, 'a.txt'), join(spare, 'b.txt'), note])
    await writeFile(path, 'Not needed.')
  await dropInVain(page, FILES + 3, root, spare, note)
  await page.reload()
  await expect(tray(page).getByText('1,203 uploads can continue')).toBeVisible()
  await test.step('discarded uploads are removed, and the others stay', async () => {
    const lines = tray(page).getByRole('region', { name: 'Unfinished uploads' })
    await expect(lines.getByText(basename(root))).toBeVisible()
    await expect(lines.getByText('1,200 items')).toBeVisible()
    await giveUp(page, 'Spare')
    await expect(tray(page).getByText('1,201 uploads can continue')).toBeVisible()
    await giveUp(page, 'note.txt')
    await expect(lines.getByRole('listitem')).toHaveCount(1)
  })
  await expect(tray(page).getByText('1,200 uploads can continue')).toBeVisible()
  await choose(page, tray(page).getByRole('button', { name: 'Choose folder' }), root)
  await expectAll(page, basename(root))
})
