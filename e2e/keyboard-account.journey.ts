import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { BEN, enter, join, putFile, userOfTest } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { chooseFiles, expectFocus, press, tabTo, typeInto } from './keys.ts'
import { row, toast } from './screen.ts'
import { limitStorage } from './server.ts'

const server = sharedServer()

const MIA = userOfTest('Mia Quay', 'ropes along the pier')

const dialog = (page: Page) => page.getByRole('dialog')
const region = (page: Page, name: string) => page.getByRole('region', { name })
const password = (page: Page) => dialog(page).getByLabel('Your password', { exact: true })

test('a user changes name, picture, time zone and language by keyboard alone', async ({ page }) => {
  await enter(page.context())
  await page.goto('/user/profile')

  await test.step('the name', async () => {
    await typeInto(page, page.getByLabel('First name'), 'Adelaide')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('add and remove the picture', async () => {
    const picture = page.getByRole('button', { name: /^(Add|Change) picture$/ })
    const photo = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
    await chooseFiles(page, () => press(page, picture), photo)
    await expect(page.locator('main img[src$="/md"]')).toBeVisible()
    await expectFocus(page)
    await press(page, page.getByRole('button', { name: 'Remove', exact: true }))
    await expect(page.locator('main img[src$="/md"]')).toHaveCount(0)
    await expectFocus(page)
  })

  await test.step('time zone and language', async () => {
    await press(page, page.getByRole('button', { name: 'Same as this device' }))
    await expect(page.getByRole('combobox', { name: 'City' })).toBeFocused()
    await page.keyboard.type('kat')
    await expect(page.getByRole('option', { name: /Kath?mandu/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Kath?mandu$/ })).toBeFocused()
    await tabTo(page, page.getByLabel('Language'))
    await page.keyboard.type('Es')
    await expect(page.getByRole('heading', { name: 'Perfil' })).toBeVisible()
    await expect(page.getByLabel('Idioma')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  })
})

test('a user frees up space by keyboard alone', async ({ page, context }) => {
  await join(context, BEN)
  await enter(context, BEN)
  await putFile(context, 'draft.txt', { content: 'x'.repeat(4000) })
  await putFile(context, 'draft.txt', { content: 'y'.repeat(1000), onConflict: 'replace' })
  await putFile(context, 'boats.txt', { content: 'z'.repeat(3000) })
  limitStorage(server(), BEN, 5000)
  await page.goto('/platform/files')
  await press(page, page.getByRole('link', { name: 'See storage use' }))
  await expect(page.getByRole('heading', { name: 'Storage', level: 1 })).toBeVisible()
  await expectFocus(page)

  await tabTo(page, page.getByRole('slider', { name: 'Uploaded' }))
  await page.keyboard.press('Home')
  await expect(page.getByRole('slider', { name: 'Uploaded' })).toHaveAttribute('aria-valuenow', '0')

  await test.step('delete earlier versions and empty the trash', async () => {
    await press(page, page.getByRole('button', { name: 'Delete old versions' }))
    await expectAccessible(page, 'removing earlier versions')
    await press(page, dialog(page).getByRole('button', { name: 'Delete old versions' }))
    await expect(page.getByText('4 kB of 5 kB used (80%)')).toBeVisible()
    await expectFocus(page)
    await press(page, page.getByRole('button', { name: 'Move boats.txt to the trash' }))
    await expect(page.getByText('3 kB in the trash')).toBeVisible()
    await expectFocus(page)
    await press(page, page.getByRole('button', { name: /^Delete boats.txt/ }))
    await press(page, dialog(page).getByRole('button', { name: /^Delete/ }))
    await expect(page.getByText('boats.txt', { exact: true })).toHaveCount(0)
    await expectFocus(page)
    await expect(page.getByText('1 kB of 5 kB used (20%)')).toBeVisible()
  })

  await test.step('show a large file in its folder', async () => {
    await press(page, page.getByRole('button', { name: 'Show draft.txt in its folder' }))
    await expect(row(page, 'draft.txt')).toHaveAttribute('aria-selected', 'true')
    await expectFocus(page)
  })
})

test('tokens, sessions, password and account deletion work by keyboard alone', async ({
  page,
  context,
  browser,
}) => {
  await join(context, MIA)
  await enter(context, MIA)
  for (let other = 0; other < 2; other += 1)
    await enter(await browser.newContext({ baseURL: server().origin }), MIA)
  await page.goto('/user/settings/password')

  await test.step('create and revoke a token', async () => {
    const tokens = region(page, 'Access tokens')
    await press(page, tokens.getByRole('button', { name: 'Create token' }))
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Nightly backup')
    await tabTo(page, dialog(page).getByRole('switch').first())
    await page.keyboard.press('Space')
    await expect(dialog(page).getByRole('switch').first()).toBeChecked()
    await typeInto(page, password(page), MIA.password)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('Token', { exact: true })).toBeVisible()
    await press(page, dialog(page).getByRole('button', { name: 'I’ve saved it' }))
    await expectFocus(page)
    await press(page, tokens.getByRole('button', { name: 'Revoke Nightly backup' }))
    await press(page, dialog(page).getByRole('button', { name: 'Revoke', exact: true }))
    await expect(tokens.getByText('You have no access tokens.')).toBeVisible()
    await expectFocus(page)
  })

  await test.step('sign out a session, then all others', async () => {
    const sessions = region(page, 'Active sessions')
    await expect(sessions.getByRole('listitem')).toHaveCount(3)
    await press(page, sessions.getByRole('button', { name: /^Sign out (?!all)/ }).first())
    await expectAccessible(page, 'ending a session')
    await expect(password(page)).toBeFocused()
    await page.keyboard.type(MIA.password)
    await page.keyboard.press('Enter')
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expectFocus(page)
    await press(page, sessions.getByRole('button', { name: 'Sign out all others' }))
    await expect(password(page)).toBeFocused()
    await page.keyboard.type(MIA.password)
    await page.keyboard.press('Enter')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await expectFocus(page)
  })

  const next = 'terns above the quay'
  await test.step('change the password', async () => {
    const change = region(page, 'Change your password')
    await typeInto(page, change.getByLabel('Current password', { exact: true }), MIA.password)
    await typeInto(page, change.getByLabel('New password', { exact: true }), next)
    await typeInto(page, change.getByLabel('Confirm new password', { exact: true }), next)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('Password changed')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expectFocus(page)
  })

  await test.step('export the data', async () => {
    await press(page, page.getByRole('link', { name: 'Your data' }))
    const archive = region(page, 'Export your data')
    await press(page, archive.getByRole('button', { name: 'Create export' }))
    await expect(password(page)).toBeFocused()
    await page.keyboard.type(next)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    const download = archive.getByRole('button', { name: 'Download' })
    await expect(download).toBeVisible()
    await expectFocus(page)
    const coming = page.waitForEvent('download')
    await press(page, download)
    await (await coming).path()
  })

  await test.step('delete the account', async () => {
    await press(page, page.getByRole('button', { name: 'Delete account' }))
    await expect(dialog(page).getByLabel('Your email')).toBeFocused()
    await page.keyboard.type(MIA.email)
    await typeInto(page, password(page), next)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/account-deleted$/)
  })
  await expect(toast(page, 'Something')).toHaveCount(0)
})
