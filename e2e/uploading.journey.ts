import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ADA, enter, everythingIn, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { dropFromDesktop, list, names, row, tray, uploadFiles } from './screen.ts'

sharedServer()

/** Creates a folder on disk with this many small files. */
async function smallFiles(folder: string, count: number, prefix = ''): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (let index = 0; index < count; index += 1)
    await writeFile(
      join(folder, `${prefix}${String(index).padStart(4, '0')}.txt`),
      `small ${index}`,
    )
  return folder
}

const dialog = (page: Page) => page.getByRole('dialog')

test('name conflicts of a drop are asked about once, before the first byte', async ({
  page,
  context,
}, testInfo) => {
  await enter(context)
  for (const name of ['0000.txt', '0001.txt', '0002.txt'])
    await putFile(context, name, { content: 'before' })
  const folder = await smallFiles(testInfo.outputPath('drop'), 5)
  const sent: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/upload(\/batch)?$/.test(pathname)) sent.push(pathname)
  })
  await page.goto('/platform/files')
  await expect(row(page, '0000.txt')).toBeVisible()
  const paths = ['0000', '0001', '0002', '0003', '0004'].map(name => join(folder, `${name}.txt`))
  await dropFromDesktop(page, list(page), ...paths)

  await expect(dialog(page).getByText('3 files already exist')).toBeVisible()
  expect(sent, 'nothing is sent before the answer').toEqual([])
  // By keyboard: replace all but one.
  const all = dialog(page).getByRole('radio', { name: 'Keep both' })
  await all.focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: 'Replace' })).toBeChecked()
  const second = dialog(page).getByLabel('Action for 0001.txt')
  await second.focus()
  await second.selectOption('Skip')
  await page.keyboard.press('Tab')
  const go = dialog(page).getByRole('button', { name: 'Upload 4 files' })
  await go.focus()
  await page.keyboard.press('Enter')

  await expect(tray(page).getByText('4 uploads done')).toBeVisible()
  await expect.poll(() => names(page)).toHaveLength(5)
  const existing = new Map((await everythingIn(context)).map(({ path, item }) => [path, item]))
  const sizeOf = (name: string) => existing.get(name)?.attributes.size_bytes
  expect(['0000.txt', '0001.txt', '0002.txt'].map(sizeOf)).toEqual([7, 6, 7])
})

test('a cancelled drop uploads nothing', async ({ page, context }, testInfo) => {
  await enter(context)
  await putFile(context, 'given-up.txt')
  const path = testInfo.outputPath('given-up.txt')
  await writeFile(path, 'again')
  await page.goto('/platform/files')
  await expect(row(page, 'given-up.txt')).toBeVisible()
  await dropFromDesktop(page, list(page), path)
  await expect(dialog(page).getByText('1 file already exists')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(tray(page)).toHaveCount(0)
  expect((await names(page)).filter(name => name.startsWith('given-up'))).toHaveLength(1)
})

test('files that do not fit are listed first, and the rest uploads', async ({
  page,
  context,
}, testInfo) => {
  await enter(context)
  const folder = await smallFiles(testInfo.outputPath('tight'), 4)
  // Simulates this much free storage.
  await page.route('**/api/upload/preflight', async route => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, room_bytes: 20 } } })
  })
  await page.goto('/platform/files')
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
  await dropFromDesktop(page, page.getByRole('main'), folder)
  await expect(dialog(page).getByText('Needs 28 B, 20 B free')).toBeVisible()
  await expect(dialog(page).getByText('2 files fit. 2 files won’t be uploaded.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Upload what fits' }).click()
  await expect(tray(page).getByText('2 uploads done')).toBeVisible()
  await expect(tray(page).getByText('2 files were rejected')).toBeVisible()
})

test('uploads whose folder was deleted can go to another one', async ({
  page,
  context,
  watch,
}, testInfo) => {
  watch.expectComplaint(/40[49].*\/api\/(upload|browse)/)
  await enter(context)
  const deletedFolder = await makeFolder(context, 'Gone soon')
  await makeFolder(context, 'Harbour')
  const folder = await smallFiles(testInfo.outputPath('stranded'), 3)
  await page.goto(`/platform/files/${deletedFolder.id}`)
  // The upload starts after the folder was trashed.
  await page.route(
    '**/api/upload/batch',
    async route => {
      const cookies = await context.cookies()
      const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
      await context.request.post('/api/remove', {
        headers: { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': token },
        data: { items: [{ id: deletedFolder.id, type: 'folder' }] },
      })
      await route.continue()
    },
    { times: 1 },
  )
  const files = ['0000', '0001', '0002'].map(name => join(folder, `${name}.txt`))
  await uploadFiles(page, files)
  await expect(tray(page).getByText('3 uploads were going there')).toBeVisible()
  await tray(page).getByRole('button', { name: 'Choose another folder' }).click()
  await dialog(page).getByRole('treeitem', { name: 'Harbour' }).click()
  await dialog(page).getByRole('button', { name: 'Upload to Harbour' }).click()
  await expect(tray(page).getByText('3 uploads done')).toBeVisible()
  const existing = (await everythingIn(context)).map(({ path }) => path)
  expect(existing.filter(path => path.startsWith('Harbour/'))).toHaveLength(3)
})

test('an expired session pauses uploads, and signing in continues them', async ({
  page,
  context,
  watch,
}, testInfo) => {
  watch.expectComplaint(/401/)
  await enter(context)
  const folder = await smallFiles(testInfo.outputPath('signed-out'), 3, 'later-')
  await page.goto('/platform/files')
  await page.route(
    '**/api/upload/batch',
    async route => {
      await context.clearCookies()
      await route.continue({ headers: { ...route.request().headers(), cookie: '' } })
    },
    { times: 1 },
  )
  await uploadFiles(
    page,
    ['later-0000', 'later-0001', 'later-0002'].map(name => join(folder, `${name}.txt`)),
  )
  // The tray asks to sign in, unless the list noticed first and the page asks.
  const signInButton = tray(page).getByRole('button', { name: 'Sign in' })
  await expect(signInButton.or(page.getByLabel('Email')).first()).toBeVisible()
  if (await signInButton.isVisible()) await signInButton.click()
  await page.getByLabel('Email').fill(ADA.email)
  await page.getByLabel('Password', { exact: true }).fill(ADA.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(tray(page).getByText('3 uploads done')).toBeVisible()
  await expect(row(page, 'later-0002.txt')).toBeVisible()
})

test('a pasted image is uploaded, and named by its time', async ({ page, context }) => {
  await enter(context)
  await page.goto('/platform/files')
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
  await page.evaluate(() => {
    const png = Uint8Array.from(
      atob(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      ),
      character => character.charCodeAt(0),
    )
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([png], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect(tray(page).getByText('1 upload done')).toBeVisible()
  await expect
    .poll(() => names(page))
    .toContainEqual(expect.stringMatching(/^Pasted-image-\d{4}-\d\d-\d\d-at-\d\d\.\d\d\.png$/))
})
