import type { Locator, Page } from '@playwright/test'
import { tokenIn } from '../server/test/mail-server.ts'
import { totp } from '../server/test/totp.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { ownSocialServer } from './social-provider.ts'

test.describe.configure({ mode: 'serial' })
const { emailTo, windowOf, visitBy } = ownSocialServer()

const PASSWORD = 'a quay full of lanterns'
const PASSWORD_PAGE = '/user/settings/password'
const GIL = { id: 7, name: 'Gil Mast', email: 'gil@example.org', isVerified: true }
const EVA = { id: 8, name: 'Eva Rivera', email: 'eva@example.org', isVerified: true }

const section = (page: Page, name: string): Locator => page.getByRole('region', { name })
const dialog = (page: Page): Locator => page.getByRole('dialog')

async function expectAccessibleEverywhere(page: Page, screen: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, screen)
  }
}

test('a user who signed up with a provider chooses a password by email, by keyboard alone', async ({
  browser,
  watch,
}) => {
  watch.expectComplaint(/status of 401/)
  visitBy(GIL)
  const page = await windowOf(browser)
  await page.goto(`/sign-in?redirect=${PASSWORD_PAGE}`)
  await tabTo(page, page.getByRole('button', { name: 'Continue with Google' }))
  await page.keyboard.press('Enter')
  const card = section(page, 'Choose a password')
  await expect(card.getByText(/have a password yet\. You sign in with Google\./)).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await expectAccessibleEverywhere(page, 'an account without a password')

  await tabTo(page, section(page, 'Two-factor sign-in').getByRole('button', { name: 'Set up' }))
  await page.keyboard.press('Enter')
  const send = dialog(page).getByRole('button', { name: 'Send link' })
  await expect(send).toBeFocused()
  await expect(dialog(page).getByLabel('Your password')).toHaveCount(0)
  await expectAccessibleEverywhere(page, 'a dialog that needs a password')
  await page.keyboard.press('Enter')
  const told = dialog(page).getByText(/^We sent an email to gil@example\.org\./)
  await expect(told).toBeVisible()
  await expect(dialog(page).locator(':focus')).toContainText('We sent an email')
  await expectAccessibleEverywhere(page, 'the email for a first password was sent')
  const message = await emailTo(GIL.email)
  expect(message.subject).toBe('Choose a password for Coffer')

  // Other sessions are signed out, and the password signs in.
  const other = await page.context().newPage()
  await other.goto(`/create-new-password?token=${tokenIn(message)}`)
  await expect(other.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  await expect(other.getByLabel('New password')).toBeFocused()
  await other.keyboard.type(PASSWORD)
  await tabTo(other, other.getByLabel('Confirm password'))
  await other.keyboard.type(PASSWORD)
  await other.keyboard.press('Enter')
  await expect(other.getByText('Your new password is saved.')).toBeVisible()
  await expect(page).toHaveURL(/sign-in/)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(GIL.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  await expect(section(page, 'Change your password')).toBeVisible()
  await expect(card).toHaveCount(0)
  await tabTo(page, section(page, 'Two-factor sign-in').getByRole('button', { name: 'Set up' }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog(page).getByLabel('Your password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  const secret = (await dialog(page).locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await tabTo(page, dialog(page).getByLabel('Code from the app'))
  await page.keyboard.type(totp(secret))
  await page.keyboard.press('Enter')
  const code = (await dialog(page).getByRole('listitem').first().textContent()) ?? ''
  await tabTo(page, dialog(page).getByRole('button', { name: 'I’ve saved them' }))
  await page.keyboard.press('Enter')
  const twoFactor = section(page, 'Two-factor sign-in')
  await expect(twoFactor.getByText('On', { exact: true })).toBeVisible()
  await expect(twoFactor.getByText('10 recovery codes left')).toBeVisible()

  const services = section(page, 'Other ways to sign in')
  await tabTo(page, services.getByRole('button', { name: 'Remove Google' }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog(page).getByLabel('Your password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await tabTo(page, dialog(page).getByRole('button', { name: 'Use a recovery code' }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog(page).getByLabel('Recovery code'))
  await page.keyboard.type(code)
  await expectAccessibleEverywhere(page, 'removing another service')
  await tabTo(page, dialog(page).getByRole('button', { name: 'Remove', exact: true }))
  await page.keyboard.press('Enter')
  await expect(services.getByText('You don’t sign in with any other service.')).toBeVisible()
  await expect(twoFactor.getByText('9 recovery codes left')).toBeVisible()
  await page.context().close()
})

test('no dialog is a dead end without a password, also in Spanish', async ({ browser }) => {
  visitBy(EVA)
  const page = await windowOf(browser, 'es-ES')
  await page.goto(`/sign-in?redirect=${PASSWORD_PAGE}`)
  await page.getByRole('button', { name: 'Continuar con Google' }).click()
  const leadsOn = async (name: string) => {
    await page.getByRole('button', { name }).click()
    await expect(dialog(page).getByText(/todavía no tiene contraseña/)).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Enviar enlace' })).toBeFocused()
    await expect(dialog(page).getByRole('textbox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  await expect(section(page, 'Elige una contraseña')).toBeVisible()
  await leadsOn('Configurar')
  await leadsOn('Crear token')
  await page.goto('/user/settings/data')
  await leadsOn('Crear exportación')
  await leadsOn('Eliminar cuenta')
  await page.context().close()
})

test('an email that fails to send shows an error and can be sent again', async ({
  browser,
  watch,
}) => {
  watch.expectComplaint(/status of 429|ERR_INTERNET_DISCONNECTED/)
  visitBy(EVA)
  const page = await windowOf(browser)
  await page.goto(`/sign-in?redirect=${PASSWORD_PAGE}`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const card = section(page, 'Choose a password')
  await expect(card).toBeVisible()
  await page.context().setOffline(true)
  await card.getByRole('button', { name: 'Send link' }).click()
  await expect(card.getByRole('alert')).toContainText(/\w/)
  await page.context().setOffline(false)
  await card.getByRole('button', { name: 'Send link' }).click()
  await expect(card.getByText(/sent an email to eva@example\.org/)).toBeVisible()
  const again = card.getByRole('button', { name: 'Send again' })
  await again.click()
  await expect(card.getByText(/sent another email to eva@example\.org/)).toBeVisible()
  for (let sentEmails = 2; sentEmails < 6; sentEmails += 1) {
    await again.click()
    await expect(again).toBeEnabled()
  }
  await expect(card.getByRole('alert')).toContainText(/\w/)
  await expectAccessibleEverywhere(page, 'too many letters')
  await page.context().close()
})
