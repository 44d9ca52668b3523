import { totp } from '../server/test/totp.ts'
import { expectAccessible } from './accessible.ts'
import { expect, ownServer, test } from './journey.ts'
import { ADMIN, INSTALLED } from './server.ts'

ownServer({ ...INSTALLED, TWO_FACTOR: 'required' })

test('where a second factor is required, it is set up before anything else is seen', async ({
  page,
}) => {
  await page.goto('/user/settings/storage')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page, 'second factor due')

  await page.goto('/platform/files')
  await expect(page).toHaveURL(/second-factor/)
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await dialog.getByLabel('The code that the app shows').fill(totp(secret))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'I have kept them' }).click()

  await expect(page).toHaveURL(/platform\/files/)
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await page.goto('/second-factor')
  await expect(page).toHaveURL(/platform\/files/)
})
