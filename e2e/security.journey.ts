import type { BrowserContext, Locator, Page } from '@playwright/test'
import { totp } from '../server/test/totp.ts'
import { expectAccessible } from './accessible.ts'
import { enter, type Person } from './api.ts'
import { openDevtools } from './devtools.ts'
import { expect, sharedServer, test } from './journey.ts'
import { expectFocus, press, tabTo, typeInto } from './keys.ts'

sharedServer()
// The tests share one account, so each continues from the previous one.
test.describe.configure({ mode: 'serial' })

const OWNER: Person = {
  name: 'Eli Lock',
  email: 'eli@example.org',
  password: 'lantern over the quay',
}
const NEW_PASSWORD = 'a quay full of lanterns'
const PASSWORD_PAGE = '/user/settings/password'
const CHALLENGES = '**/api/auth/passkey/generate-authenticate-options'
let secret = ''
let recoveryCodes: string[] = []

const section = (page: Page, name: string): Locator => page.getByRole('region', { name })
const dialog = (page: Page): Locator => page.getByRole('dialog')

async function leave(context: BrowserContext): Promise<void> {
  await context.clearCookies()
}

test('a user sets up two-factor sign-in by keyboard', async ({ page, context, watch }) => {
  watch.expectComplaint(/status of 422/)
  await enter(context, OWNER)
  await page.goto(PASSWORD_PAGE)
  await expect(section(page, 'Active sessions').getByText('This device')).toBeVisible()
  await expectAccessible(page, 'password page')
  await tabTo(page, section(page, 'Two-factor sign-in').getByRole('button', { name: 'Set up' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Your password', { exact: true })).toBeFocused()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(
    dialog(page).getByLabel('Your password', { exact: true }),
  ).toHaveAccessibleDescription('This isn’t your current password.')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(OWNER.password)
  await page.keyboard.press('Enter')

  await expect(dialog(page).getByRole('img', { name: /QR code/ })).toBeVisible()
  secret = (await dialog(page).locator('code').textContent())?.replaceAll(' ', '') ?? ''
  const code = dialog(page).getByLabel('Code from the app')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page, 'QR code')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Enter the six-digit code.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(totp(secret))
  await page.keyboard.press('Enter')

  await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
  recoveryCodes = await dialog(page).getByRole('listitem').allInnerTexts()
  await expectAccessible(page, 'recovery codes')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await tabTo(page, dialog(page).getByRole('link', { name: 'Download' }))
      await page.keyboard.press('Enter')
    })(),
  ])
  expect(saved.suggestedFilename()).toBe('coffer-recovery-codes.txt')
  await tabTo(page, dialog(page).getByRole('button', { name: 'I’ve saved them' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(section(page, 'Two-factor sign-in').getByText('On', { exact: true })).toBeVisible()
})

test('signing in asks for the code in a second step, in Spanish and by keyboard alone', async ({
  browser,
  watch,
}) => {
  watch.expectComplaint(/status of 422/)
  const context = await browser.newContext({ locale: 'es-ES' })
  const page = await context.newPage()
  await page.goto(`/sign-in?redirect=${PASSWORD_PAGE}`)
  await typeInto(page, page.getByLabel('Correo electrónico'), OWNER.email)
  await typeInto(page, page.getByLabel('Contraseña', { exact: true }), OWNER.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Un paso más' })).toBeVisible()
  const code = page.getByLabel('Código', { exact: true })
  await expect(code).toBeFocused()
  await expectAccessible(page, 'second step')
  await page.keyboard.type('000 000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Este código no es correcto o ya se usó.')).toBeVisible()
  await expect(code).toBeFocused()
  await typeInto(page, code, totp(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Verificación en dos pasos' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(PASSWORD_PAGE))
  await context.close()
})

test('a recovery code works once, and other sessions are signed out from the list', async ({
  page,
  browser,
  watch,
}) => {
  watch.expectComplaint(/status of (401|422)/)
  async function signIn(otherPage: Page, recoveryCode: string): Promise<void> {
    await otherPage.goto('/sign-in')
    await otherPage.getByLabel('Email').fill(OWNER.email)
    await otherPage.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click()
    await otherPage.getByRole('button', { name: 'Use a recovery code' }).click()
    await otherPage.getByLabel('Recovery code').fill(recoveryCode)
    await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signIn(page, recoveryCodes[0] ?? '')
  await expect(page).toHaveURL(/platform\/files/)

  const other = await browser.newContext()
  const otherPage = await other.newPage()
  await signIn(otherPage, recoveryCodes[0] ?? '')
  await expect(otherPage.getByText(/This recovery code is incorrect/)).toBeVisible()
  await otherPage.getByLabel('Recovery code').fill((recoveryCodes[1] ?? '').toUpperCase())
  await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(otherPage).toHaveURL(/platform\/files/)

  await page.goto(PASSWORD_PAGE)
  const sessions = section(page, 'Active sessions')
  await expect(sessions.getByText('This device')).toBeVisible()
  await sessions.getByRole('button', { name: 'Sign out all others' }).click()
  await dialog(page).getByLabel('Your password', { exact: true }).fill(OWNER.password)
  await dialog(page).getByRole('button', { name: 'Sign out all others' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(otherPage).toHaveURL(/sign-in/)
  await other.close()
})

test('changing the password and turning two-factor sign-in off require password and code, by keyboard alone', async ({
  page,
  context,
}) => {
  await leave(context)
  await page.goto('/sign-in')
  await typeInto(page, page.getByLabel('Email'), OWNER.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), OWNER.password)
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Use a recovery code' }))
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.type(recoveryCodes[2] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/platform\/files/)
  await page.goto(PASSWORD_PAGE)
  const change = section(page, 'Change your password')
  await typeInto(page, change.getByLabel('Current password', { exact: true }), OWNER.password)
  await press(page, change.getByRole('button', { name: 'Use a recovery code' }))
  await expect(change.getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.type(recoveryCodes[3] ?? '')
  await typeInto(page, change.getByLabel('New password', { exact: true }), NEW_PASSWORD)
  await typeInto(page, change.getByLabel('Confirm new password', { exact: true }), NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Password changed')).toBeVisible()
  await page.keyboard.press('Enter')
  const twoFactor = section(page, 'Two-factor sign-in')
  await press(page, twoFactor.getByRole('button', { name: 'Turn off' }))
  await expect(dialog(page).getByLabel('Your password', { exact: true })).toBeFocused()
  await page.keyboard.type(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(/Enter the six-digit code/)).toBeVisible()
  await press(page, dialog(page).getByRole('button', { name: 'Use a recovery code' }))
  await expect(dialog(page).getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.type(recoveryCodes[4] ?? '')
  await expectAccessible(page, 'turning the second step off')
  await page.keyboard.press('Enter')
  await expect(twoFactor.getByText('Off', { exact: true })).toBeVisible()
  await expectFocus(page)
})

test('a passkey is added, and signs in without a password', async ({ browser, baseURL }) => {
  // Passkeys need a domain name instead of an IP address.
  const named = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL: named })
  const page = await context.newPage()
  const devtools = await openDevtools(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`/sign-in?redirect=${PASSWORD_PAGE}`)
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const passkeys = section(page, 'Passkeys')
  await expect(passkeys.getByText('You have no passkeys yet.')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Add' }).click()
  await dialog(page).getByLabel('Name').fill('Harbour laptop')
  await dialog(page).getByLabel('Your password', { exact: true }).fill(NEW_PASSWORD)
  await expectAccessible(page, 'adding a passkey')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(passkeys.getByText('Harbour laptop')).toBeVisible()
  await expectAccessible(page, 'a passkey')

  const touching = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await touching(false)
  await context.clearCookies()
  // The autofill request is answered late, and must not interrupt a sign-in by the button.
  const answers: (() => void)[] = []
  await page.route(CHALLENGES, async route => {
    if (answers.length === 0) await new Promise<void>(resolve => answers.push(resolve))
    await route.continue()
  })
  await page.goto(`/sign-in?redirect=${PASSWORD_PAGE}`)
  await expect.poll(() => answers.length).toBe(1)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  answers[0]?.()
  await touching(true)
  await expect(passkeys.getByText(/Last used: Today/)).toBeVisible()

  // The passkey is offered as autofill; the virtual authenticator accepts it immediately.
  await context.clearCookies()
  await page.goto(`/sign-in?redirect=${PASSWORD_PAGE}`)
  await expect(passkeys.getByText('Harbour laptop')).toBeVisible()

  await passkeys.getByRole('button', { name: 'Rename Harbour laptop' }).click()
  await dialog(page).getByLabel('Name').fill('Boat')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await passkeys.getByRole('button', { name: 'Remove Boat' }).click()
  await dialog(page).getByLabel('Your password', { exact: true }).fill(NEW_PASSWORD)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys.getByText('You have no passkeys yet.')).toBeVisible()
  await context.close()
})
