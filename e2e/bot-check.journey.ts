import { createLinkServer, type LinkServer, serves } from '../server/test/link-server.ts'
import { BEN } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { expectFocus, tabTo, typeInto } from './keys.ts'
import { INSTALLED } from './server.ts'

/** Fakes Google: the script of the page and the server's verification call. */
let verifier: LinkServer

test.beforeAll(async () => {
  verifier = await createLinkServer()
})
ownServer(() => ({
  ...INSTALLED,
  RECAPTCHA_SITE_KEY: 'site',
  RECAPTCHA_SECRET_KEY: 'quiet',
  RECAPTCHA_URL: verifier.url('/recaptcha/api'),
}))
test.afterAll(() => verifier.close())

const SCRIPT = `window.grecaptcha = {
  ready: then => then(),
  execute: (key, { action }) => Promise.resolve(key + ' ' + action),
}`
const says = (result: object) =>
  verifier.on('/recaptcha/api/siteverify', serves(JSON.stringify(result)))

test('sign-up is rejected for a suspected bot and accepted otherwise', async ({ page, watch }) => {
  watch.expectComplaint(/status of (403|404|503)|recaptcha/)
  await page.goto('/sign-up')
  await page.getByLabel('Name').fill(BEN.name)
  await page.getByLabel('Email').fill(BEN.email)
  await page.getByLabel('Password', { exact: true }).fill(BEN.password)
  await page.getByLabel('Confirm password').fill(BEN.password)
  const submit = page.getByRole('button', { name: 'Create account' })

  await test.step('the script cannot be loaded', async () => {
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('use another browser')
  })
  await test.step('the verification server is unavailable', async () => {
    const headers = { 'content-type': 'text/javascript' }
    verifier.on('/recaptcha/api.js', serves(SCRIPT, headers))
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('Try again in a few minutes')
  })
  await test.step('the user is rejected as a bot', async () => {
    says({ success: true, score: 0.1, action: 'sign_up' })
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('use another browser')
    await expect(page.getByLabel('Email')).toHaveValue(BEN.email)
  })
  await test.step('the user passes', async () => {
    says({ success: true, score: 0.9, action: 'sign_up' })
    await submit.click()
    await expect(page).toHaveURL(/\/platform\/files/)
  })
})

test('a rejected user tries again by keyboard alone', async ({ page, watch }) => {
  watch.expectComplaint(/status of 403/)
  verifier.on('/recaptcha/api.js', serves(SCRIPT, { 'content-type': 'text/javascript' }))
  says({ success: true, score: 0.1, action: 'sign_up' })
  await page.goto('/sign-up')
  await typeInto(page, page.getByLabel('Name'), 'Gil Mast')
  await typeInto(page, page.getByLabel('Email'), 'gil@example.org')
  for (const name of ['Password', 'Confirm password'])
    await typeInto(page, page.getByLabel(name, { exact: true }), 'nets along the mole')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('use another browser')
  await expectFocus(page)
  says({ success: true, score: 0.9, action: 'sign_up' })
  await tabTo(page, page.getByRole('button', { name: 'Create account' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/platform\/files/)
})
