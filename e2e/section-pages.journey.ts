import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { ADMIN } from './server.ts'

sharedServer()

/** Opens another page of the section by the menu at its title. */
async function openSectionPage(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('heading', { name: from }).getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'In this section' })
  await sheet.getByRole('link', { name: to, exact: true }).click()
  await expect(sheet).toBeHidden()
}

for (const width of [390, 820])
  test(`the title opens the other pages of a section, ${width} wide`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 844 })
    await enter(context, ADMIN)
    await page.goto('/user/profile')
    for (const [from, to, path] of [
      ['Profile', 'Security', '/user/settings/password'],
      ['Security', 'Storage', '/user/settings/storage'],
      ['Storage', 'Your data', '/user/settings/data'],
      ['Your data', 'Billing', '/user/settings/billing'],
    ] as const) {
      await openSectionPage(page, from, to)
      await expect(page).toHaveURL(path)
    }
    await page.goto('/admin/dashboard')
    await page.getByRole('heading', { name: 'Dashboard' }).getByRole('button').click()
    await expectAccessible(page, 'the pages of the admin area')
    await page.keyboard.press('Escape')
    await openSectionPage(page, 'Dashboard', 'Documents')
    await expect(page).toHaveURL('/admin/documents')
    await openSectionPage(page, 'Documents', 'Trashed items')
    await expect(page).toHaveURL('/admin/trashed')
    await page.getByRole('button', { name: 'In this section' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL('/admin/users')
  })
