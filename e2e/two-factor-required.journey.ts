import { tokenIn } from '../server/test/mail-server.ts'
import { totp } from '../server/test/totp.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'
import { expectFocus, press, typeInto } from './keys.ts'
import { ADMIN } from './server.ts'
import { ownSocialServer } from './social-provider.ts'

const { emailTo, windowOf, visitBy } = ownSocialServer({ TWO_FACTOR: 'required' })

test('where two-factor sign-in is required, it is set up before anything else is shown', async ({
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
  await dialog.getByLabel('Code from the app').fill(totp(secret))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()

  await expect(page).toHaveURL(/platform\/files/)
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await page.goto('/second-factor')
  await expect(page).toHaveURL(/platform\/files/)
})

test('required two-factor sign-in is set up by keyboard alone', async ({ browser }) => {
  const [email, password] = ['mia@example.org', 'ropes along the pier']
  const page = await windowOf(browser)
  await page.goto('/sign-up')
  await typeInto(page, page.getByLabel('Name'), 'Mia Quay')
  await typeInto(page, page.getByLabel('Email'), email)
  for (const name of ['Password', 'Confirm password'])
    await typeInto(page, page.getByLabel(name, { exact: true }), password)
  await page.keyboard.press('Enter')
  await page.goto(`/successfully-verified?token=${tokenIn(await emailTo(email))}`)
  await press(page, page.getByRole('link', { name: 'Sign in' }))
  const signIn = async () => {
    await typeInto(page, page.getByLabel('Email'), email)
    await typeInto(page, page.getByLabel('Password', { exact: true }), password)
    await page.keyboard.press('Enter')
  }
  await signIn()
  await press(page, page.getByRole('button', { name: 'Set up' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Code from the app')).toBeFocused()
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await page.keyboard.type(totp(secret))
  await page.keyboard.press('Enter')
  await press(page, dialog.getByRole('button', { name: 'I’ve saved them' }))
  await expect(page).toHaveURL(/platform\/files/)
  await expectFocus(page)
  await page.context().close()
})

test('a user without a password chooses one first', async ({ browser }) => {
  const [email, password] = ['gil@example.org', 'a quay full of lanterns']
  visitBy({ id: 7, name: 'Gil Mast', email, isVerified: true })
  const page = await windowOf(browser)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByText(/We sent an email to gil@example\.org/)).toBeVisible()

  const other = await page.context().newPage()
  await other.goto(`/create-new-password?token=${tokenIn(await emailTo(email))}`)
  await other.getByLabel('New password').fill(password)
  await other.getByLabel('Confirm password').fill(password)
  await other.keyboard.press('Enter')
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()

  // Focuses the previous window again; the driver does not notify the page.
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await page.context().close()
})
