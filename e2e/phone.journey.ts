import { devices } from '@playwright/test'
import { BEN, enter } from './api.ts'
import { hashOf, writeRandom } from './folder-on-disk.ts'
import { expect, sharedServer, test } from './journey.ts'
import { choose, row, toast, tray } from './screen.ts'

const { userAgent, hasTouch, isMobile, deviceScaleFactor } = devices['Pixel 7']
test.use({
  userAgent,
  hasTouch,
  isMobile,
  deviceScaleFactor,
  viewport: { width: 390, height: 844 },
})
sharedServer()

test('on a phone a user signs up, uploads, downloads, creates a folder and selects several items', async ({
  page,
}, testInfo) => {
  const photo = testInfo.outputPath('pier.jpg')
  await writeRandom(photo, 3_000_000)

  await test.step('sign up', async () => {
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Create an account' }).tap()
    await page.getByLabel('Name').fill(BEN.name)
    await page.getByLabel('Email').fill(BEN.email)
    await page.getByLabel('Password', { exact: true }).fill(BEN.password)
    await expect(page.getByText(/^(Good|Strong)$/)).toBeVisible()
    await page.getByLabel('Confirm password').fill(BEN.password)
    await page.getByRole('button', { name: 'Create account' }).tap()
    await expect(page).toHaveURL('/platform/files')
    await expect(page.getByRole('heading', { name: 'Your files start here' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('button', { name: 'New folder' })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Upload files' })).toBeVisible()
    await page.getByRole('button', { name: 'Got it' }).tap()
  })

  const add = page.getByRole('button', { name: 'New', exact: true })
  await test.step('upload', async () => {
    await add.tap()
    await choose(page, page.getByRole('menuitem', { name: 'Upload files' }), photo)
    await expect(tray(page).getByText('1 upload done')).toBeVisible()
    await tray(page).getByRole('button', { name: 'Close' }).tap()
    await expect(row(page, 'pier.jpg')).toBeVisible()
  })

  await test.step('download', async () => {
    await page.getByRole('button', { name: 'Actions for pier.jpg' }).tap()
    const started = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download' }).tap()
    expect(await hashOf(await (await started).path())).toBe(await hashOf(photo))
  })

  await test.step('create a folder and open it', async () => {
    await add.tap()
    await page.getByRole('menuitem', { name: 'New folder' }).tap()
    const dialog = page.getByRole('dialog', { name: 'New folder' })
    await dialog.getByLabel('Name').fill('Holidays')
    await dialog.getByRole('button', { name: 'Create folder' }).tap()
    await row(page, 'Holidays').tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Holidays' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()
    await page.getByRole('button', { name: 'Go to parent folder' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  })

  await test.step('select several', async () => {
    await page.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('menuitem', { name: 'Select items' }).tap()
    await row(page, 'Holidays').tap()
    await row(page, 'pier.jpg').tap()
    const bar = page.getByRole('toolbar', { name: 'Selection actions' })
    await expect(bar.getByText('2 selected')).toBeVisible()
    await expect(bar.getByRole('button')).toHaveCount(5)
    await bar.getByRole('button', { name: 'Delete' }).tap()
    await expect(toast(page, '2 items moved to trash')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your files start here' })).toBeVisible()
  })

  await test.step('the trash says when items are deleted', async () => {
    await page.goto('/platform/trash')
    await expect(row(page, 'Holidays').getByText(/Deletes in \d+ days/)).toBeVisible()
  })

  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(sideways, 'nothing hangs over the edge').toBeLessThanOrEqual(0)
})

test('the tab bar appears together with the page', async ({ page, context }) => {
  await enter(context)
  let isPageThere: boolean | undefined
  await page.route(/bottom-bar/, async route => {
    isPageThere = (await page.locator('#content').count()) > 0
    await route.continue()
  })
  await page.goto('/platform/files')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  expect(isPageThere).toBe(false)
})

test('the cookie notice appears above the tab bar, and stays there', async ({ page, context }) => {
  await enter(context)
  // Every distance of the notice from the lower edge, also those that are never painted.
  await page.addInitScript(() => {
    const offsets = new Set<number>()
    const measure = () => {
      const notice = document.querySelector('section[aria-label="Cookies"]')
      if (notice) offsets.add(Math.round(innerHeight - notice.getBoundingClientRect().bottom))
    }
    new MutationObserver(measure).observe(document, { childList: true, subtree: true })
    Object.assign(window, { offsetsOfNotice: offsets })
  })
  await page.goto('/platform/files')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
  const offsets = await page.evaluate(() => [
    ...(window as unknown as { offsetsOfNotice: Set<number> }).offsetsOfNotice,
  ])
  expect(offsets).toEqual([66 + 12])
})
