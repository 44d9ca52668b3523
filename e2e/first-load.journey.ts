import { updateSettings } from '@coffer/contract/settings'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { call, enter, makeFolder, makeLink, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { row } from './screen.ts'
import { ADMIN } from './server.ts'

const coffer = sharedServer()

const KB = 1000

/** Measures the scripts that a page loads without a cache, in transferred bytes. */
async function scriptBytes(
  context: BrowserContext,
  path: string,
  isThere: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('requestfinished', request => {
    if (new URL(request.url()).pathname.endsWith('.js')) requests.push(request)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await isThere(page)
  const sizes = await Promise.all(requests.map(request => request.sizes()))
  await page.close()
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`the splash is painted before style sheet and app have arrived (${colorScheme})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    const release = Promise.withResolvers<void>()
    await page.route(/\/assets\//, async route => {
      await release.promise
      await route.continue()
    })
    await page.goto('/sign-in', { waitUntil: 'commit' })
    const background = () =>
      page.locator('body').evaluate(body => getComputedStyle(body).backgroundColor)
    await expect(page.locator('.splash svg')).toBeVisible()
    const early = await background()
    release.resolve()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(await background()).toBe(early)
  })

test('sign-in loads at most 200 kB of script', async ({ context }, { annotations }) => {
  const bytes = await scriptBytes(context, '/sign-in', page =>
    expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible(),
  )
  annotations.push({ type: 'script', description: `${(bytes / KB).toFixed(1)} kB` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(200 * KB)
})

test('Files loads at most 260 kB of script', async ({ context }, { annotations }) => {
  await enter(context)
  await makeFolder(context, 'Letters')
  await putFile(context, 'pier.txt')
  const bytes = await scriptBytes(context, '/platform/files', page =>
    expect(row(page, 'pier.txt')).toBeVisible(),
  )
  annotations.push({ type: 'script', description: `${(bytes / KB).toFixed(1)} kB` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(260 * KB)
})

test('a share of a folder loads at most 200 kB of script', async ({ context, browser }, {
  annotations,
}) => {
  await enter(context)
  const folder = await makeFolder(context, 'Harbour')
  await putFile(context, 'crane.txt', { parentId: folder.id })
  const { token } = await makeLink(context, folder)
  const guest = await browser.newContext({ baseURL: coffer().origin })
  const bytes = await scriptBytes(guest, `/share/${token}`, page =>
    expect(row(page, 'crane.txt')).toBeVisible(),
  )
  await guest.close()
  annotations.push({ type: 'script', description: `${(bytes / KB).toFixed(1)} kB` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(200 * KB)
})

test('the homepage and a page load at most 120 kB of script', async ({ browser }, {
  annotations,
}) => {
  const admin = await browser.newContext({ baseURL: coffer().origin })
  await enter(admin, ADMIN)
  await call(admin, updateSettings, { body: { values: { allow_homepage: true } } })
  for (const path of ['/', '/page/privacy-policy']) {
    const guest = await browser.newContext({ baseURL: coffer().origin })
    const bytes = await scriptBytes(guest, path, async page => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('body')).toHaveCSS('margin', '0px')
    })
    annotations.push({ type: 'script', description: `${path}: ${(bytes / KB).toFixed(1)} kB` })
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(120 * KB)
    await guest.close()
  }
  await call(admin, updateSettings, { body: { values: { allow_homepage: false } } })
  await admin.close()
})
