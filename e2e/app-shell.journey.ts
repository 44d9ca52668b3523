import type { Page } from '@playwright/test'
import { ADA, enter, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { row, toast } from './screen.ts'
import { ADMIN } from './server.ts'

sharedServer()

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' })
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')

// APP-8
test('the sidebar leads to the sections of the role and marks the current one', async ({
  page,
  context,
  browser,
}) => {
  await enter(context, ADMIN)
  await page.goto('/platform/trash')
  const links = sections(page).getByRole('link', { name: /^(Files|Profile|Dashboard)$/ })
  await expect(links).toHaveText(['Files', 'Profile', 'Dashboard'])
  const current = sections(page).locator('[aria-current="true"]')
  await expect(current).toHaveText('Files')
  await links.nth(1).click()
  await expect(current).toHaveText('Profile')
  await links.nth(2).click()
  await expect(current).toHaveText('Dashboard')

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  await enter(other, ADA)
  const second = await other.newPage()
  await second.goto('/platform/files')
  await expect(sections(second).getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(sections(second).getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await other.close()
})

// APP-33, APP-34
test('hidden navigation and the theme are kept after a reload', async ({ page, context }) => {
  await enter(context)
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await expect.poll(() => scheme(page)).toBe('dark')
  await page.getByRole('button', { name: 'Hide navigation' }).click()
  await expect(sections(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show navigation' })).toBeVisible()
  await expect(sections(page)).toHaveCount(0)
  expect(await scheme(page)).toBe('dark')
  await page.getByRole('button', { name: 'Show navigation' }).click()
  await page.getByRole('button', { name: 'Switch to light' }).click()
  await expect.poll(() => scheme(page)).toBe('light')
})

// APP-27
test('a folder shows that it is loading until its first page has come', async ({
  page,
  context,
}) => {
  await enter(context)
  await putFile(context, 'pier.txt')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/api\/browse\/folders/, async route => {
    await held
    await route.continue()
  })
  await page.goto('/platform/files')
  await expect(page.locator('[aria-busy="true"]')).not.toHaveCount(0)
  await expect(row(page, 'pier.txt')).toHaveCount(0)
  release()
  await expect(row(page, 'pier.txt')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
})

// APP-14, ACC-20
test('a sign-out that fails says so in a popup 490 px wide, and keeps the session', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/status of 500/)
  await enter(context)
  await page.goto('/platform/files')
  await page.route(/\/api\/logout/, route => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Sign out' }).click()
  const popup = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(popup).toContainText('Whoops, something went wrong')
  expect((await popup.boundingBox())?.width).toBe(490)
  await page.unrouteAll()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(sections(page)).toBeVisible()
})

// APP-18, TRASH-7
test('an emptied trash is confirmed by a toast that hides by itself', async ({ page, context }) => {
  await enter(context)
  await putFile(context, 'old.txt')
  await page.goto('/platform/files')
  await row(page, 'old.txt').click()
  // The row goes at once; a page that is left earlier may cancel the call.
  const trashed = page.waitForResponse(response => response.request().method() !== 'GET')
  await page.keyboard.press('Delete')
  await expect(row(page, 'old.txt')).toHaveCount(0)
  await trashed
  await page.goto('/platform/trash')
  await page.getByRole('button', { name: 'Empty trash' }).click()
  const message = toast(page, 'Your trash was successfully cleared.')
  // Begun before the click, because the toast may be hidden again before a slow one returns.
  const isShown = message.waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Empty|Delete/ })
    .last()
    .click()
  await isShown
  await page.mouse.move(5, 5)
  await expect(message).toHaveCount(0)
})
