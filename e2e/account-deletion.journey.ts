import { removeItems } from '@coffer/contract/trash'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { BEN, call, enter, join, makeFolder, makeLink, putFile } from './api.ts'
import { hash, saved } from './data-exports.ts'
import { emailTo } from './emails.ts'
import { expect, sharedServer, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { ADMIN } from './server.ts'

const coffer = sharedServer()

const archive = (page: Page): Locator => page.getByRole('region', { name: 'Export your data' })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const LEAVE = { name: 'Delete account' }

test('a user exports their data, deletes the account and can sign up again', async ({
  page,
  context,
  watch,
}) => {
  await join(context, BEN)
  await enter(context, BEN)
  const folder = await makeFolder(context, 'Harbour')
  await putFile(context, 'crane.txt', { parentId: folder.id })
  const gone = await putFile(context, 'gone.txt')
  await call(context, removeItems, { body: { items: [{ id: gone.id, type: 'file' }] } })
  const { token } = await makeLink(context, folder)

  await page.goto('/user/settings/data')
  await archive(page).getByRole('button', { name: 'Create export' }).click()
  await expectAccessible(page, 'dialog of a data export')
  await dialog(page).getByLabel('Your password', { exact: true }).fill(BEN.password)
  await page.keyboard.press('Enter')
  const button = archive(page).getByRole('button', { name: 'Download' })
  await expect(button).toBeVisible()
  await expectAccessible(page, 'a finished data export')
  const coming = page.waitForEvent('download')
  await button.click()
  const files = await saved(await coming)
  expect(files).toMatchObject({
    'files/Harbour/crane.txt': hash('This is crane.txt.'),
    'trash/gone.txt': hash('This is gone.txt.'),
  })
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['README.html', 'data/items.json']))
  expect(await emailTo(coffer(), BEN.email, /data export/)).toContain('/user/settings/data')

  await tabTo(page, page.getByRole('button', LEAVE))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Your email')).toBeFocused()
  await expect(dialog(page).getByRole('list', { name: 'What will be deleted' })).toContainText(
    '2 files with their versions',
  )
  await expectAccessible(page, 'dialog of leaving')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', LEAVE)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Your email')).toBeFocused()
  await page.keyboard.type('somebody@example.org')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('This isn’t the email of your account.')).toBeVisible()
  await dialog(page).getByLabel('Your email').fill(BEN.email)
  await dialog(page).getByLabel('Your password', { exact: true }).fill(BEN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account-deleted$/)
  await expect(page.getByRole('heading', { name: 'Your account was deleted' })).toBeVisible()
  await expectAccessible(page, 'page of a deleted account')
  await emailTo(coffer(), BEN.email, /deleted/)
  expect((await context.request.get(`/api/sharing/${token}`)).status()).toBe(404)

  watch.expectComplaint(/401/)
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(BEN.email)
  await page.getByLabel('Password', { exact: true }).fill(BEN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await join(context, BEN)
  await enter(context, BEN)
  await page.goto('/platform/files')
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible()
  await expect(page.getByText('Harbour')).toHaveCount(0)
})

test('the last administrator sees why their account cannot be deleted, on a phone, in dark mode and in Spanish', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: coffer().origin,
    locale: 'es',
    colorScheme: 'dark' as const,
    viewport: { width: 390, height: 844 },
  })
  await enter(context, ADMIN)
  const page = await context.newPage()
  await page.goto('/user/settings/data')
  await expectAccessible(page, 'page of one’s data, in the dark')
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  await expect(
    dialog(page).getByText('Da antes a otro usuario el rol de administrador'),
  ).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click()
  await context.close()
})
