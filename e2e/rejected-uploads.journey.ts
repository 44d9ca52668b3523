import { listUploads } from '@coffer/contract/uploads'
import type { Page } from '@playwright/test'
import { enter } from './api.ts'
import { writeRandom } from './folder-on-disk.ts'
import { expect, sharedServer, test } from './journey.ts'
import { slowDown } from './large-upload.ts'
import { row, toast, tray, uploadFiles } from './screen.ts'

/** Tests messages of rejected uploads and how to fix them. */

sharedServer()

const MIB = 1024 * 1024
const UPLOADS = /\/api\/upload(\/batch)?$/
const file = (name: string, bytes = 20) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(bytes, name),
})
const dialog = (page: Page) => page.getByRole('dialog')

async function openFiles(page: Page): Promise<void> {
  await enter(page.context())
  await page.goto('/platform/files')
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
}

/** Answers every upload with this status, as a server or a proxy would. */
async function answerUploads(page: Page, status: number, body: unknown): Promise<() => number> {
  let count = 0
  await page.route(UPLOADS, route => {
    count += 1
    return typeof body === 'string'
      ? route.fulfill({ status, contentType: 'text/html', body })
      : route.fulfill({ status, json: body })
  })
  return () => count
}

const problem = (status: number, code: string, title: string, detail: string) => ({
  type: `urn:coffer:${code}`,
  title,
  status,
  detail,
  message: detail,
  code,
})

test('files rejected by the settings are listed at once, and the rest uploads', async ({
  page,
}) => {
  // Settings that an administrator could choose.
  await page.route('**/platform/files', async route => {
    const response = await route.fetch()
    const body = (await response.text())
      .replace(/"uploadLimit":\d+/, '"uploadLimit":1000')
      .replace(/"uploadLimitFormatted":"[^"]*"/, '"uploadLimitFormatted":"1 kB"')
      .replace(/"mimetypesBlacklist":"[^"]*"/, '"mimetypesBlacklist":"exe"')
    await route.fulfill({ response, body })
  })
  await openFiles(page)
  await uploadFiles(page, [
    file('setup.exe'),
    file('too-large.bin', 1001),
    file('nothing.txt', 0),
    file('welcome.txt'),
    { ...file('.DS_Store', 10) },
  ])
  await expect(toast(page, "The file nothing.txt can't be uploaded")).toBeVisible()
  await expect(dialog(page)).toContainText('😬 Files of the type exe are not allowed')
  await expect(dialog(page)).toContainText('😬 Files above 1 kB are too large')
  await dialog(page).getByRole('button', { name: 'That’s horrible!' }).click()
  await expect(tray(page).getByText('3 files were rejected')).toBeVisible()
  await expect(tray(page).getByText('type not allowed (exe), too large, empty')).toBeVisible()
  await expect(tray(page).getByText('1 upload done')).toBeVisible()
  await tray(page).getByRole('button', { name: 'Show', exact: true }).click()
  await expect(dialog(page)).toContainText('setup.exe – type not allowed (exe)')
  await expect(dialog(page)).toContainText('too-large.bin – too large')
  await expect(dialog(page)).toContainText('nothing.txt – empty')
  await expect(dialog(page)).not.toContainText('.DS_Store')
})

const QUOTA = 'The storage is full. Free some space and try again.'
for (const { status, code, title, detail, said } of [
  { status: 423, code: 'upload.quota_exceeded', title: 'Not enough space', detail: QUOTA },
  {
    status: 422,
    code: 'upload.type_not_allowed',
    title: 'Refused',
    detail: 'No ELF here.',
    said: 'File type not allowed',
  },
  {
    status: 413,
    code: 'upload.too_large',
    title: 'Large',
    detail: 'At most 1 kB.',
    said: 'File too large',
  },
  // UPL-17: the title is the server's message.
  {
    status: 401,
    code: 'upload.restricted',
    title: 'Closed',
    detail: 'Uploading is paused.',
    said: 'Uploading is paused.',
  },
  // The alert has the generic texts.
  {
    status: 500,
    code: 'internal',
    title: 'That went wrong',
    detail: 'It is on our side.',
    said: 'Whoops, something went wrong',
  },
].map(one => ({ said: one.title, ...one })))
  test(`${status} stops an upload with a message, and a retry completes it`, async ({
    page,
    watch,
  }) => {
    watch.expectComplaint(new RegExp(`status of ${status}`))
    await openFiles(page)
    await answerUploads(page, status, problem(status, code, title, detail))
    await uploadFiles(page, file(`answer-${status}.bin`))
    await expect(dialog(page).getByRole('heading', { name: said })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'That’s horrible!' }).click()
    await expect(tray(page).getByText('1 upload failed').first()).toBeVisible()
    await expect(tray(page).getByText(detail)).toBeVisible()
    await page.unroute(UPLOADS)
    await tray(page)
      .getByRole('button', { name: `Retry answer-${status}.bin` })
      .click()
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await expect(row(page, `answer-${status}.bin`)).toBeVisible()
  })

test('a chunk fails after three attempts, and the upload can be retried', async ({
  page,
  watch,
}) => {
  // A retry first asks for the received bytes.
  watch.expectComplaint(/status of (404|503)/)
  await openFiles(page)
  const count = await answerUploads(page, 503, '<html>busy</html>')
  await uploadFiles(page, file('patient.bin', 2 * MIB))
  await expect(tray(page).getByText('1 upload failed').first()).toBeVisible()
  expect(count()).toBe(3)
  await page.unroute(UPLOADS)
  await tray(page).getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(tray(page).getByText('1 upload done')).toBeVisible()
})

test('cancelling one upload does not affect the others', async ({
  page,
  context,
  watch,
}, testInfo) => {
  const paths = ['first.bin', 'second.bin', 'third.bin'].map(name => testInfo.outputPath(name))
  for (const path of paths) await writeRandom(path, 5 * MIB)
  await openFiles(page)
  await slowDown(page, 2_000_000)
  await uploadFiles(page, paths)
  await expect(tray(page).getByRole('progressbar', { name: 'Progress of first.bin' })).toBeVisible()
  await expect(page, 'the title tells how far it is').toHaveTitle(/^\d+\s?%/)
  await tray(page).getByRole('button', { name: 'Cancel first.bin' }).click()
  await tray(page).getByRole('button', { name: 'Cancel third.bin' }).click()
  await expect(tray(page).getByText('1 upload done')).toBeVisible()
  await expect(row(page, 'second.bin')).toBeVisible()
  await expect(row(page, 'first.bin')).toHaveCount(0)
  await expect(page, 'the title is itself again').toHaveTitle(/^Files/)
  await expect
    .poll(async () => (await (await context.request.get(listUploads.path)).json()).data)
    .toEqual([])
  await page.reload()
  expect(watch.dialogs, 'leaving needs no warning any more').toEqual([])
})
