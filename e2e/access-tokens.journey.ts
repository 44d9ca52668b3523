import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ADA, enter } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'

sharedServer()

const section = (page: Page): Locator => page.getByRole('region', { name: 'Access tokens' })
const dialog = (page: Page): Locator => page.getByRole('dialog')

test('a user creates a token, uses it in a program and revokes it', async ({
  page,
  context,
  playwright,
}) => {
  await enter(context)
  await page.goto('/user/settings/password')
  await expect(section(page).getByText('You have no access tokens.')).toBeVisible()
  await section(page).getByRole('button', { name: 'Create token' }).click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await dialog(page).getByLabel('Name').fill('Nightly backup')
  await dialog(page).getByLabel('Your password', { exact: true }).fill(ADA.password)
  await expectAccessible(page, 'dialog of a new token')
  await dialog(page).getByRole('button', { name: 'Create token' }).click()
  const field = dialog(page).getByLabel('Token', { exact: true })
  const token = await field.inputValue()
  await expectAccessible(page, 'new token')
  await dialog(page).getByRole('button', { name: 'I’ve saved it' }).click()

  const program = await playwright.request.newContext({
    baseURL: new URL(page.url()).origin,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect((await program.get('/api/user')).status()).toBe(200)
  await expect(section(page).getByText('Nightly backup')).toBeVisible()
  await expectAccessible(page, 'list of tokens')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await section(page).scrollIntoViewIfNeeded()
  await section(page).getByRole('button', { name: 'Revoke Nightly backup' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(section(page).getByText('You have no access tokens.')).toBeVisible()
  expect((await program.get('/api/user')).status()).toBe(401)
  await program.dispose()
})
