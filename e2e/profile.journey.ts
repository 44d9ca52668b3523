import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { choose, row } from './screen.ts'

sharedServer()

const pictureButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Add|Change) picture$/ })

/** Avatars of the signed-in user that show a picture. */
const faces = (page: Page): Locator => page.locator('img[src^="/avatar/"]')

async function openProfile(page: Page): Promise<void> {
  await enter(page.context())
  await page.goto('/user/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
}

test('a name saves while typing, and a rejected name shows its error', async ({ page, watch }) => {
  await openProfile(page)
  const [first, last] = [page.getByLabel('First name'), page.getByLabel('Last name')]
  await first.fill('Adelaide')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Adelaide Marlow' })).toBeVisible()
  await last.fill('')
  await expect(page.getByRole('link', { name: 'Adelaide', exact: true })).toBeVisible()

  // The name is required.
  await first.fill('   ')
  await first.blur()
  await expect(first).toHaveValue('Adelaide')

  watch.expectComplaint(/503|ERR_FAILED|Failed to load/)
  await page.route('**/api/user/settings', route => route.fulfill({ status: 503, body: 'away' }))
  await last.fill('King')
  const failure = page.getByRole('alert').filter({ hasText: 'Try again' })
  await expect(failure).toBeVisible()
  await expect(last).toHaveValue('King')
  await expectAccessible(page, 'profile with a fault')
  await page.unroute('**/api/user/settings')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Adelaide King' })).toBeVisible()
  await page.reload()
  await expect(last).toHaveValue('King')
})

test('a picture appears everywhere, and a file that is no image is rejected', async ({
  page,
  watch,
}) => {
  await openProfile(page)
  watch.expectComplaint(/422/)
  const poison = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  await choose(page, pictureButton(page), {
    name: 'me.png',
    mimeType: 'image/png',
    buffer: poison,
  })
  await expect(page.getByRole('alert').filter({ hasText: 'JPEG, PNG' })).toBeVisible()
  await expect(faces(page)).toHaveCount(0)

  const photo = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await choose(page, pictureButton(page), photo)
  // Each size uses its own image: large on the page, small in the sidebar.
  await expect(faces(page)).toHaveCount(2)
  await expect(page.locator('main img[src$="/md"]')).toBeVisible()
  await expect(page.locator('nav img[src$="/xs"]')).toBeVisible()
  await expectAccessible(page, 'profile with a picture')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(faces(page)).toHaveCount(0)
})

/** Compares the modification time of a row with the expected one in a time zone. */
async function exactTimes(page: Page, name: string, timeZone: string | undefined) {
  const time = row(page, name).locator('time')
  const shown = await time.getAttribute('title')
  const right = await time.evaluate((element: HTMLTimeElement, zone) => {
    const options = { dateStyle: 'long', timeStyle: 'medium', timeZone: zone } as const
    return new Intl.DateTimeFormat(navigator.language, options).format(new Date(element.dateTime))
  }, timeZone)
  return { shown, right }
}

test('dates use the chosen time zone and texts the chosen language', async ({ page }) => {
  await enter(page.context())
  await putFile(page.context(), 'letter.txt')
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Same as this device' }).click()
  await page.getByRole('combobox', { name: 'City' }).fill('kat')
  await expectAccessible(page, 'time zones')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Kath?mandu$/ })).toBeVisible()
  await page.goto('/platform/files')
  await expect(row(page, 'letter.txt')).toBeVisible()
  const zoned = await exactTimes(page, 'letter.txt', 'Asia/Kathmandu')
  const here = await exactTimes(page, 'letter.txt', undefined)
  expect(zoned.shown).toBe(zoned.right)
  expect(zoned.shown).not.toBe(here.right)

  await page.goto('/user/profile')
  await page.getByLabel('Language').selectOption('es')
  await expect(page.getByRole('heading', { name: 'Perfil' })).toBeVisible()
  await expect(page.getByLabel('Apellidos')).toBeVisible()
  await expectAccessible(page, 'perfil')
})
