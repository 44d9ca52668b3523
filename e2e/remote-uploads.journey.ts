import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, putFile } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { row, toast } from './screen.ts'
import { INSTALLED } from './server.ts'

/** Another server, which holds some responses back until they are released. */
let links: Server
let host: string
const held = new Set<ServerResponse>()
let isFound = false
const url = (path: string) => `http://${host}${path}`

function answer(path: string, response: ServerResponse): void {
  if (path === '/harbour.txt') response.end('boats')
  else if (path === '/report.pdf' && isFound) response.end('%PDF-1.4 report')
  else if (path.endsWith('.bin')) {
    response.writeHead(200, { 'content-length': 400_000 }).write(Buffer.alloc(100_000, 7))
    held.add(response)
  } else response.writeHead(404).end()
}

function releaseAll(): void {
  for (const response of held) response.end(Buffer.alloc(300_000, 7))
  held.clear()
}

test.beforeAll(async () => {
  links = createServer((request, response) => answer(request.url ?? '', response))
  await new Promise<void>(resolve => links.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(links.address() as AddressInfo).port}`
})
ownServer(() => ({ ...INSTALLED, REMOTE_ALLOWED_HOSTS: host }))
test.afterAll(() => links.closeAllConnections())
test.afterAll(() => links.close())

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Files from links' })
const failed = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Files that couldn’t be fetched' })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Upload from a link' })

async function ask(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload from a link' }).click()
  return dialog(page).getByLabel('Links, one per line')
}

// R4
test('files are fetched from links in the background, and failures are listed', async ({
  page,
  context,
  watch,
}) => {
  isFound = false
  await enter(context)
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()
  const field = await ask(page)
  await expect(field).toBeFocused()
  await expectAccessible(page, 'the dialog for links')

  await test.step('invalid and rejected links are marked', async () => {
    await field.fill(`${url('/harbour.txt')}\nhello`)
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page).getByText('Line 2: Enter a valid URL.')).toBeVisible()
    watch.expectComplaint(/422/)
    await field.fill(`${url('/harbour.txt')}\n\nhttp://10.0.0.1/secret`)
    await dialog(page).getByRole('button', { name: 'Fetch 2 files' }).click()
    const refused = 'Line 3: Files can’t be fetched from this address.'
    await expect(dialog(page).getByText(refused)).toBeVisible()
    await expectAccessible(page, 'the dialog with a fault')
  })

  await test.step('the bar shows the progress, also after a reload', async () => {
    await field.fill([url('/harbour.txt'), url('/report.pdf'), url('/slow.bin')].join('\n'))
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(bar(page).getByText('Fetching 2 of 3')).toBeVisible()
    await expect(bar(page).getByText('1 failed')).toBeVisible()
    await expect(bar(page).getByRole('button', { name: 'Details' })).toBeVisible()
    await expect(bar(page).getByText('slow.bin')).toBeVisible()
    await expect(bar(page).getByText('100 kB of 400 kB')).toBeVisible()
    await expect(row(page, 'harbour.txt')).toBeVisible()
    await expectAccessible(page, 'the bar under way')
    await page.reload()
    await expect(bar(page).getByText('Fetching 2 of 3')).toBeVisible()
    await expect(bar(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75')
  })

  await test.step('failures are listed while others are still running', async () => {
    const visits = () => page.evaluate(() => history.length)
    const before = await visits()
    await bar(page).getByRole('button', { name: 'Details' }).click()
    await expect(failed(page).getByText('It answered 404.')).toBeVisible()
    await expect(failed(page).getByRole('button', { name: 'Try again' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(failed(page)).toBeHidden()
    await expect(page).toHaveURL('/platform/files')
    expect(await visits()).toBe(before)
  })

  await test.step('at the end the bar disappears, and a toast opens the failures', async () => {
    releaseAll()
    const failureToast = toast(page, 'Couldn’t fetch 1 file')
    await expect(failureToast).toBeVisible()
    await expect(bar(page)).toBeHidden()
    await expect(row(page, 'slow.bin')).toBeVisible()
    await failureToast.getByRole('button', { name: 'Details' }).click()
    await expect(failed(page).getByText('It answered 404.')).toBeVisible()
    await expectAccessible(page, 'the list of failed files')
    await failed(page).getByRole('button', { name: 'Close' }).click()
    await expect(failed(page)).toBeHidden()
  })

  await test.step('the notification opens them too, after a reload and from another page', async () => {
    await page.goto('/platform/trash')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: 'Details' })
      .click()
    await expect(page).toHaveURL('/platform/files#failed-links')
    await expect(failed(page).getByText('It answered 404.')).toBeVisible()
    await expect(bar(page)).toBeHidden()
  })

  await test.step('a retry fetches the file, and it can be shown in its folder', async () => {
    isFound = true
    await failed(page).getByRole('button', { name: 'Try again' }).click()
    await expect(failed(page)).toBeHidden()
    const done = toast(page, '1 file uploaded from its link')
    await expect(done).toBeVisible()
    await expect(bar(page)).toBeHidden()
    await done.getByRole('button', { name: 'Show' }).click()
    await expect(row(page, 'report.pdf')).toHaveAttribute('aria-selected', 'true')
  })
})

// R6
test('running files can be cancelled', async ({ page, context }) => {
  await enter(context)
  await putFile(context, 'kept.txt')
  await page.goto('/platform/files')
  const field = await ask(page)
  await field.fill(url('/given-up.bin'))
  await dialog(page).getByRole('button', { name: 'Fetch 1 file' }).click()
  await expect(bar(page).getByText('given-up.bin')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Cancel files from links' }).click()
  await page.getByRole('button', { name: 'Stop fetching' }).click()
  await expect(bar(page)).toBeHidden()
  releaseAll()
  await page.reload()
  await expect(row(page, 'kept.txt')).toBeVisible()
  await expect(row(page, 'given-up.bin')).toHaveCount(0)
  await expect(bar(page)).toBeHidden()
})

test('on a phone, in Spanish', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    locale: 'es-ES',
    hasTouch: true,
  })
  await enter(context)
  const page = await context.newPage()
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Entendido' }).tap()
  await page.getByRole('button', { name: 'Nuevo', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Subir desde un enlace' }).tap()
  const box = page.getByRole('dialog', { name: 'Subir desde un enlace' })
  await box.getByLabel('Enlaces, uno por línea').fill(url('/slow.bin'))
  await expectAccessible(page, 'the dialog on a phone')
  await box.getByRole('button', { name: 'Subir 1 archivo' }).tap()
  const spanish = page.getByRole('region', { name: 'Archivos de enlaces' })
  await expect(spanish.getByText('Subiendo 0 de 1 desde enlaces')).toBeVisible()
  await expect(spanish.getByText('slow.bin')).toBeVisible()
  await expectAccessible(page, 'the bar on a phone')
  releaseAll()
  await expect(page.getByText('1 archivo subido desde su enlace')).toBeVisible()
  await context.close()
})
