import type { Browser, Page } from '@playwright/test'
import { createMailServer, type MailServer } from '../server/test/mail-server.ts'
import { putFile } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { toast } from './screen.ts'
import { ADMIN, write } from './server.ts'
import { createAdmin, STEPS, step } from './wizard.ts'

const coffer = ownServer({})
test.describe.configure({ mode: 'serial' })

const PASSWORD = 'gulls above the ferry'
let mail: MailServer
let page: Page
test.beforeAll(async ({ browser }) => {
  mail = await createMailServer()
  const context = await browser.newContext({ baseURL: coffer().origin, locale: 'en-GB' })
  page = await context.newPage()
})
test.afterAll(async () => {
  await page.context().close()
  await mail.close()
})

const inMain = () => page.getByRole('main')
const continueSetup = (name: 'Continue' | 'Skip' = 'Continue') =>
  inMain().getByRole('button', { name, exact: true }).click()
const linkIn = (text: string | undefined) => /http\S+/.exec(text ?? '')?.[0] ?? ''

async function asGuest(browser: Browser, work: (guest: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: coffer().origin, locale: 'en-GB' })
  await work(await context.newPage())
  await context.close()
}

test('installs in the browser, with a mail server that is tested first', async () => {
  await page.goto(coffer().setupLink)
  await step(page, STEPS.check)
  await page.getByRole('link', { name: 'Continue' }).click()
  await step(page, STEPS.licence)
  await continueSetup('Skip')
  await step(page, STEPS.database)
  await continueSetup()
  await step(page, STEPS.environment)
  await page.getByLabel('Send by').selectOption('SMTP server')
  const { hostname, port } = new URL(mail.url)
  await page.getByLabel('Host').fill(hostname)
  await page.getByLabel('Port').fill(port)
  await page.getByLabel('Encryption').selectOption('Off')
  await page.getByLabel('Send a test email to').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect.poll(() => mail.emailsTo(ADMIN.email).then(emails => emails.length)).toBe(1)
  await continueSetup()
  await step(page, STEPS.app)
  await page.getByLabel('Name', { exact: true }).fill('Harbour files')
  await continueSetup()
  await step(page, STEPS.admin)
  await createAdmin(page)
})

test('changes the colour, which guests see', async ({ browser }) => {
  await page.goto('/admin/settings/appearance')
  await page.getByLabel('Colour code').fill('#2a5ea8')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Settings saved.')).toBeVisible()
  await asGuest(browser, async guest => {
    await guest.goto('/sign-in')
    await expect(guest).toHaveTitle(/Harbour files/)
    const accent = guest.locator('html')
    await expect(accent).toHaveCSS('--accent', '#2a5ea8')
  })
})

test('invites a user by email, who accepts and uploads', async ({ browser }) => {
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email addresses').fill('iris@example.org')
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await expect(dialog).toBeHidden()
  let text: string | undefined
  await expect
    .poll(async () => {
      text ??= (await mail.emailsTo('iris@example.org'))[0]?.text
      return text
    })
    .toBeTruthy()
  await asGuest(browser, async theirs => {
    await theirs.goto(linkIn(text))
    await theirs.getByLabel('New password').fill(PASSWORD)
    await theirs.getByLabel('Confirm password').fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Save password' }).click()
    await expect(theirs.getByText('Your new password is saved.')).toBeVisible()
    await theirs.goto('/sign-in')
    await theirs.getByLabel('Email').fill('iris@example.org')
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await theirs.keyboard.press('Enter')
    await expect(theirs).toHaveURL(/\/platform\/files/)
    await putFile(theirs.context(), 'tides.txt')
  })
})

test('suspends the user, who then cannot sign in, and reactivates them', async ({
  browser,
  watch,
}) => {
  watch.expectComplaint(/403/)
  await page.goto('/admin/users?query=iris')
  await page.getByRole('row').filter({ hasText: 'iris@example.org' }).click()
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The account is under review.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('User suspended')).toBeVisible()
  await asGuest(browser, async theirs => {
    await theirs.goto('/sign-in')
    await theirs.getByLabel('Email').fill('iris@example.org')
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByRole('alert').first()).toBeVisible()
    await expect(theirs).toHaveURL(/\/sign-in/)
  })
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('button', { name: 'Reactivate' }).last().click()
  await expect(page.getByText('User reactivated')).toBeVisible()
})

test('deletes the user, whose files go to the admin', async () => {
  await page.getByRole('link', { name: 'Delete', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1 })
  const name = (await heading.textContent())?.trim() ?? ''
  await page.getByRole('button', { name: 'Choose a user…' }).click()
  await page.getByRole('combobox').fill('Ada')
  await page.getByRole('option', { name: new RegExp(ADMIN.name) }).click()
  await page.getByLabel(/^Type .* to confirm$/).fill(name)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(`Deleted ${name}`)).toBeVisible()
  await page.goto('/platform/files')
  await expect(page.getByRole('grid')).toContainText(name)
})

test('writes a page that guests read', async ({ browser }) => {
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'Create page' }).click()
  await page.getByLabel('Address').fill('opening-hours')
  await page.getByLabel('Title').fill('Opening hours')
  await page.getByLabel('Visibility').selectOption('footer')
  await page.getByRole('textbox', { name: 'Content' }).fill('Every day from **nine** to five.')
  await page.getByRole('button', { name: 'Create page' }).click()
  await expect(toast(page, 'Page created')).toBeVisible()
  await asGuest(browser, async guest => {
    await guest.goto('/page/opening-hours')
    await expect(guest.getByText('Every day from nine to five.')).toBeVisible()
  })
})

test('translates a text that guests see', async ({ browser }) => {
  await page.goto('/admin/language')
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('searchbox').fill('Forgot password?')
  await expect(page.getByRole('textbox', { name: 'Translation of “Saved”' })).toHaveCount(0)
  const text = page.getByRole('textbox', { name: 'Translation of “Forgot password?”' })
  await text.fill('Lost your password?')
  await text.press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await asGuest(browser, async guest => {
    await guest.goto('/sign-in')
    await expect(guest.getByText('Lost your password?')).toBeVisible()
  })
})

test('reads all of it in the audit log', async () => {
  await page.goto('/admin/audit')
  const log = page.getByRole('table', { name: 'Audit log' }).or(page.getByRole('grid'))
  for (const sentence of [
    /was installed/,
    /invited/,
    /suspended iris/,
    /reactivated iris/,
    /deleted/,
    /created the page opening-hours/,
    /changed texts of the language English/,
  ])
    await expect(log).toContainText(sentence)
})

test('verifies the audit log, and names a row that was changed by SQL', async () => {
  expect(await coffer().command('audit', 'verify')).toContain('complete and unchanged')
  write(
    coffer(),
    `update audit_entries set target_name = 'Someone else' where action = 'user.suspended'`,
  )
  await expect(coffer().command('audit', 'verify')).rejects.toThrow(/[Ee]ntry \d+/)
})
