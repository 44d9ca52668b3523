import { settings } from '@coffer/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, enter } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { press, tabTo, typeInto } from './keys.ts'
import { toast } from './screen.ts'
import { ADMIN, INSTALLED } from './server.ts'

ownServer({ ...INSTALLED, SMTP_URL: 'smtp://coffer:hidden-word@127.0.0.1:1' })

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>top.pwned=1</script><rect width="64" height="64" rx="14" fill="#2a5ea8"/></svg>`
const picture = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const accentOf = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent').trim(),
  )

async function open(page: Page, path: string, title: string): Promise<void> {
  await enter(page.context(), ADMIN)
  await page.goto(`/admin/settings/${path}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

test('a title, a colour and a logo appear on the sign-in page for guests', async ({
  page,
  browser,
}) => {
  await open(page, 'appearance', 'Appearance')
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByLabel('Name', { exact: true }).fill('Nordhavn Files')
  await expect(preview.getByText('Nordhavn Files').first()).toBeVisible()
  await expect(page.getByText('Name not saved')).toBeVisible()
  await page.getByLabel('Colour code').fill('#2a5ea8')
  await page.getByLabel('Choose a picture: Logo', { exact: true }).setInputFiles(picture)
  await expect(page.getByText('3 changes not saved')).toBeVisible()
  await expectAccessible(page, 'appearance with changes')
  // The colour applies only after saving, also on this page.
  expect(await accentOf(page)).not.toBe('#2a5ea8')

  await button(page, 'Save').click()
  await expect(toast(page, 'Settings saved.')).toBeVisible()
  await expect(page.getByText('not saved')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => accentOf(page)).toBe('#2a5ea8')
  await expect(page.getByText('Set by Ada Marlow', { exact: false }).first()).toBeVisible()

  const guest = await browser.newContext({ colorScheme: 'light' })
  const visit = await guest.newPage()
  await visit.goto(new URL('/sign-in', page.url()).href)
  await expect(visit).toHaveTitle(/Nordhavn Files/)
  await expect(visit.locator('img[src^="/system/"]').first()).toBeVisible()
  expect(await accentOf(visit)).toBe('#2a5ea8')
  expect(await visit.evaluate(() => 'pwned' in window)).toBe(false)
  await expectAccessible(visit, 'sign-in with another colour')
  await guest.close()
})

test('a colour that is hard to read blocks saving', async ({ page }) => {
  await open(page, 'appearance', 'Appearance')
  const code = page.getByLabel('Colour code')
  await code.fill('#f5c400')
  await expect(page.getByText('Too low').first()).toBeVisible()
  await button(page, 'Save').click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toBeFocused()
  await expect(page.getByText('not saved')).toBeVisible()
  await button(page, 'Discard').click()
  await expect(page.getByText('not saved')).toHaveCount(0)
})

test('changes can be discarded, and leaving asks before they are lost', async ({ page }) => {
  await open(page, 'others', 'Others')
  const days = page.getByLabel('Days in the trash')
  await days.fill('7')
  await expect(page.getByText('Days in the trash not saved')).toBeVisible()
  await days.fill('30')
  await expect(page.getByText('not saved')).toHaveCount(0)

  await days.fill('7')
  await page.getByRole('link', { name: 'AdSense' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expectAccessible(page, 'leaving without saving')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(days).toHaveValue('7')
  await button(page, 'Discard').click()
  await expect(days).toHaveValue('30')

  await days.fill('8')
  await page.getByRole('link', { name: 'AdSense' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'AdSense', level: 1 })).toBeVisible()
})

test('a wrong value is marked at its field and nothing is saved', async ({ page }) => {
  await open(page, 'others', 'Others')
  await page.getByLabel('Days in the trash').fill('many')
  await page.getByLabel('Versions of a file').fill('4')
  await button(page, 'Save').click()
  await expect(page.getByLabel('Days in the trash')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'others with an error')
  const { data } = await call(page.context(), settings.getSettings, {})
  expect(data.values.versions_kept.value).toBe(10)
  await page.getByLabel('Days in the trash').fill('14')
  await button(page, 'Save').click()
  await expect(toast(page, 'Settings saved.')).toBeVisible()
  await expect(page.getByText('after 14 days')).toBeVisible()
})

test('a value of the environment is shown, named and read-only', async ({ page }) => {
  await open(page, 'environment', 'Environment')
  const server = page.getByLabel('Server', { exact: true })
  await expect(server).toHaveValue('127.0.0.1')
  await expect(server).toBeDisabled()
  await expect(page.getByText('Set by the environment (SMTP_URL)').first()).toBeVisible()
  await expect(page.getByText('SQLite')).toBeVisible()
  await button(page, 'Send a test email').click()
  await expect(page.getByText('The email could not be sent.')).toBeVisible()
  expect(await page.content()).not.toContain('hidden-word')
  await expectAccessible(page, 'environment')
  await button(page, 'Test the connection').click()
  await expect(toast(page, 'Your websocket connection was successfully established')).toBeVisible({
    timeout: 15_000,
  })
})

test('a secret is written, never shown, replaced and removed', async ({ page }) => {
  await open(page, 'sign-in', 'Sign-in')
  await expectAccessible(page, 'sign-in settings')
  await page.getByLabel('Client ID of GitHub').fill('client-of-nordhavn')
  await page.getByLabel('Client secret of GitHub').fill('a-long-secret-of-github-4f2a')
  await button(page, 'Save').click()
  await expect(page.getByText('ends in …4f2a')).toBeVisible()
  await page.reload()
  await expect(page.getByText('ends in …4f2a')).toBeVisible()
  expect(await page.content()).not.toContain('secret-of-github')
  await button(page, 'Remove: Client secret of GitHub').click()
  await expect(page.getByText('Will be removed when you save')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText('ends in …4f2a')).toHaveCount(0)
})

test('settings are changed and saved by keyboard alone', async ({ page }) => {
  await open(page, 'adsense', 'AdSense')
  await typeInto(page, page.getByLabel('Client ID'), 'ca-pub-1234567890123456')
  await tabTo(page, button(page, 'Save'), 'Shift+Tab')
  await press(page, button(page, 'Save'))
  await expect(toast(page, 'Settings saved.')).toBeVisible()
  await expectAccessible(page, 'AdSense')
})
