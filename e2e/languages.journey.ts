import { requestPasswordReset } from '@coffer/contract/password-reset'
import { expectAccessible } from './accessible.ts'
import { BEN, call, enter } from './api.ts'
import { emailTo } from './emails.ts'
import { expect, ownServer, test } from './journey.ts'
import { press, tabTo } from './keys.ts'
import { hideCookieNotice, toast } from './screen.ts'
import { ADMIN, INSTALLED } from './server.ts'

const coffer = ownServer(INSTALLED)

test.beforeEach(({ context }) => hideCookieNotice(context))

const file = (content: string) => ({
  name: 'translations.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})

test('a changed text is seen by a guest and in an email, and can be reset', async ({
  page,
  context,
  browser,
}) => {
  await enter(context, BEN)
  await enter(context, ADMIN)
  await page.goto('/admin/language')
  await expect(page.getByRole('link', { name: 'English' })).toBeVisible()
  await expectAccessible(page, 'the list of languages')
  await page.getByRole('link', { name: 'English' }).click()
  const search = page.getByLabel('Search English and translation')
  await search.fill('Forgot password?')
  const forgot = page.getByRole('textbox', { name: 'Translation of “Forgot password?”' })
  await forgot.fill('Lost your {{key}}?')
  await expect(page.getByText('The English text has no placeholder {{key}}.')).toBeVisible()
  await forgot.fill('Lost your <b>password</b>?')
  await expect(page.getByText('Texts can’t contain markup such as tags.')).toBeVisible()
  await expectAccessible(page, 'a text with an error')
  await forgot.fill('Lost your password?')
  await forgot.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await search.fill('Choose a password for')
  const subject = page.getByRole('textbox', {
    name: 'Translation of “Choose a password for {{app}}”',
  })
  await subject.fill('A new key for {{app}}')
  await subject.press('Tab')
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

  const guest = await browser.newContext({ locale: 'en-GB' })
  const guestPage = await guest.newPage()
  await guestPage.goto(`${coffer().origin}/sign-in`)
  await expect(guestPage.getByText('Lost your password?')).toBeVisible()
  await call(context, requestPasswordReset, { body: { email: BEN.email } })
  await emailTo(coffer(), BEN.email, /^A new key for/)

  await page.goto('/admin/language')
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Changed here')
  await page.getByRole('button', { name: /^Reset “Forgot password/ }).click()
  await guestPage.goto(`${coffer().origin}/sign-in`)
  await expect(guestPage.getByText('Forgot password?')).toBeVisible()
  await guest.close()
})

test('a language is added, imported, chosen by a user, and deleted', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/422/)
  await enter(context, ADMIN)
  await page.goto('/admin/language')
  await page.getByRole('button', { name: 'Add language' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add language' })
  await dialog.getByLabel('Language').selectOption('ar')
  await expect(dialog.getByLabel('Name')).toHaveValue('العربية')
  await expectAccessible(page, 'adding a language')
  await dialog.getByRole('button', { name: 'Add language' }).click()
  await expect(page).toHaveURL(/\/admin\/language\/[\w-]+/)

  await test.step('a file with errors is refused', async () => {
    await page.getByRole('button', { name: 'Import' }).click()
    const importing = page.getByRole('dialog', { name: 'Import translations' })
    const choose = importing.locator('input[type=file]')
    await choose.setInputFiles(file('key,translation\nfiles.name,الاسم\nno.such.key,x\n'))
    await expect(importing.getByText('1 row can’t be imported')).toBeVisible()
    await expect(importing.getByText('no.such.key')).toBeVisible()
    await expect(importing.getByRole('button', { name: 'Import' })).toBeDisabled()
    await expectAccessible(page, 'an import with errors')
    await choose.setInputFiles(file('key,translation\nplaces.files,ملفات\n'))
    await expect(importing.getByText('1 text will change.')).toBeVisible()
    await importing.getByRole('button', { name: 'Import' }).click()
    await expect(toast(page, 'Imported 1 text')).toBeVisible()
  })

  /** Signs in as another user, without a page that could be calling in the session that ends. */
  const change = async (user: typeof BEN) => {
    await page.goto('about:blank')
    await enter(context, user)
  }

  await test.step('a user chooses it, and the page turns around', async () => {
    await change(BEN)
    await page.goto('/user/profile')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.goto('/platform/files')
    await expect(page.getByText('ملفات').first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  })

  await test.step('its users get the default when it is deleted', async () => {
    await change(ADMIN)
    await page.goto('/admin/language')
    await page
      .getByRole('button', { name: /العربية/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Delete language' }).click()
    await page.getByRole('button', { name: 'Delete language' }).click()
    await expect(toast(page, 'Deleted ')).toBeVisible()
    await change(BEN)
    await page.goto('/platform/files')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('texts are translated by keyboard alone, and on a phone', async ({ page, context }) => {
  await enter(context, ADMIN)
  await page.goto('/admin/language')
  const languages = page.getByRole('grid', { name: 'Languages' })
  const spanish = languages.getByRole('row').filter({ hasText: 'Español' })
  await expect(spanish).toBeVisible()
  await tabTo(page, languages.locator('tr[tabindex="0"]'))
  await press(page, spanish, 'ArrowDown')
  const first = page.getByRole('list', { name: 'Español' }).getByRole('textbox').first()
  await tabTo(page, first)
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Español' }).getByRole('textbox').nth(1),
  ).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'texts on a phone')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})
