import type { Page } from '@playwright/test'
import { tokenIn } from '../server/test/mail-server.ts'
import { expectAccessible } from './accessible.ts'
import type { Person } from './api.ts'
import { expect, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { ownSocialServer } from './social-provider.ts'

test.describe.configure({ mode: 'serial' })
const { emailTo, windowOf, visitBy } = ownSocialServer()

/** The tests depend on each other: the account of the first exists in the next. */
const BEN: Person = {
  name: 'Ben Ferry',
  email: 'ben@example.org',
  password: 'gulls above the ferry',
}

/** The long link of an email must fit on a phone. */
async function expectNarrowEnough(page: Page, html = ''): Promise<void> {
  const reader = await page.context().newPage()
  await reader.setViewportSize({ width: 390, height: 844 })
  await reader.setContent(html)
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await reader.close()
}

async function expectAccessibleEverywhere(page: Page, screen: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, screen)
  }
}

test('a new user confirms their email and signs in (in Spanish)', async ({ browser, watch }) => {
  watch.expectComplaint(/status of (401|410|422)/)
  const page = await windowOf(browser, 'es-ES')
  await page.goto('/sign-up')
  await page.getByLabel('Nombre').fill(BEN.name)
  await page.getByLabel('Correo electrónico').fill(BEN.email)
  const password = page.getByLabel('Contraseña', { exact: true })
  const repeated = page.getByLabel('Confirmar contraseña')
  await password.fill('princess1')
  await repeated.fill('princess1')
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByText(/es demasiado común/)).toBeVisible()
  await password.fill(BEN.password)
  await repeated.fill(BEN.password)
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible()
  await expect(page.getByText(BEN.email)).toBeVisible()
  await expectAccessibleEverywhere(page, 'a sent confirmation email')

  const message = await emailTo(BEN.email)
  expect(message.subject).toBe('Confirma tu correo para Coffer')
  await expectNarrowEnough(page, message.html)
  await page.getByRole('link', { name: 'Volver al inicio de sesión' }).click()
  const enter = async () => {
    await page.getByLabel('Correo electrónico').fill(BEN.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(BEN.password)
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  }
  await enter()
  await expect(page.getByText(/confirma antes tu correo/)).toBeVisible()
  await expect(page.getByRole('button', { name: /correo de confirmación/ })).toBeVisible()
  await expectAccessibleEverywhere(page, 'an unconfirmed email')

  const again = await emailTo(BEN.email)
  const link = `/successfully-verified?token=${tokenIn(again)}`
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Correo confirmado' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'a confirmed email')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Este enlace ya no funciona' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'a used link')
  await page.getByRole('link', { name: 'Iniciar sesión' }).click()
  await enter()
  await expect(page).toHaveURL('/platform/files')
  await page.context().close()
})

test('a forgotten password is reset by keyboard alone', async ({ browser, watch }) => {
  watch.expectComplaint(/status of 410/)
  const page = await windowOf(browser)
  await page.goto('/sign-in')
  await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectAccessibleEverywhere(page, 'a forgotten password')
  await page.keyboard.type(BEN.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const message = await emailTo(BEN.email)
  const link = `/create-new-password?token=${tokenIn(message)}`
  await page.goto(link)
  await expect(page.getByLabel('New password')).toBeFocused()
  await expectAccessibleEverywhere(page, 'a new password')
  await page.keyboard.type('ferries after midnight')
  await tabTo(page, page.getByLabel('Confirm password'))
  await page.keyboard.type('ferries after midnight')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your new password is saved.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(BEN.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('ferries after midnight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/platform/files')

  await page.goto(link)
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.keyboard.type('yet another one')
  await tabTo(page, page.getByLabel('Confirm password'))
  await page.keyboard.type('yet another one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'a used password reset link')
  await page.context().close()
})

test('a provider signs in, or returns with the reason', async ({ browser }) => {
  const page = await windowOf(browser)
  await page.goto('/sign-in?redirect=%2Fplatform%2Ftrash')
  await expect(page.getByRole('button', { name: /GitHub|Facebook/ })).toHaveCount(0)
  await expectAccessibleEverywhere(page, 'sign-in with a provider')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  visitBy(undefined)
  await google.click()
  await expect(page.getByText('Sign-in was cancelled.')).toBeVisible()
  await expectAccessibleEverywhere(page, 'back from another service')

  await page.goto('/sign-in?redirect=%2Fplatform%2Ftrash')
  visitBy({ id: 7, name: 'Gil Mast', email: 'gil@example.org', isVerified: true })
  await google.click()
  await expect(page).toHaveURL('/platform/trash')
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  await page.context().close()
})

test('passwords are hidden, can be pasted, and work with password managers', async ({
  browser,
}) => {
  const page = await windowOf(browser, 'en-GB')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [path, name, kind] of [
    ['/sign-in', 'Password', 'current-password'],
    ['/sign-up', 'Password', 'new-password'],
  ] as const) {
    await page.goto(path)
    const field = page.getByLabel(name, { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', kind)
    await page.evaluate(text => navigator.clipboard.writeText(text), BEN.password)
    await field.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(field).toHaveValue(BEN.password)
  }
  await page.context().close()
})
