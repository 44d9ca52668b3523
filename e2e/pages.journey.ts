import { createPage } from '@coffer/contract/pages'
import { updateSettings } from '@coffer/contract/settings'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, enter } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { toast } from './screen.ts'
import { ADMIN, INSTALLED } from './server.ts'

const coffer = ownServer(INSTALLED)

const set = (context: BrowserContext, values: object) =>
  call(context, updateSettings, { body: { values } })
const asGuest = async (browser: Browser, locale = 'en-GB'): Promise<Page> =>
  (await browser.newContext({ baseURL: coffer().origin, locale })).newPage()

test('an admin writes a page, guests read it, and a version comes back', async ({
  page,
  context,
  browser,
}) => {
  await enter(context, ADMIN)
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'Create page' }).click()
  await page.getByLabel('Address').fill('../about')
  await page.getByLabel('Title').fill('About us')
  await page.getByRole('button', { name: 'Create page' }).click()
  await expect(page.getByText('Use lowercase a–z')).toBeVisible()
  await page.getByLabel('Address').fill('about-us')
  await page.getByLabel('Visibility').selectOption('footer')
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('Who we are')
  await content.selectText()
  await page.getByRole('button', { name: 'Heading' }).click()
  await expect(content).toHaveValue('## Who we are')
  await expect(page.getByRole('heading', { name: 'Who we are' })).toBeVisible()
  await expectAccessible(page, 'page editor')
  await page.getByLabel('Text in').selectOption('es')
  await page.getByRole('button', { name: 'Add text' }).click()
  await page.getByLabel('Title').fill('Sobre nosotros')
  await content.fill('## Quiénes somos\n\n<script>alert(1)</script>')
  await page.getByRole('button', { name: 'Create page' }).click()
  await expect(toast(page, 'Page created')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/pages\/about-us$/)

  const guest = await asGuest(browser)
  await guest.goto('/page/about-us')
  await expect(guest.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await expectAccessible(guest, 'a page')
  await guest.getByRole('link', { name: 'Español' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Sobre nosotros' })).toBeVisible()
  await expect(guest.getByText('<script>alert(1)</script>')).toBeVisible()
  const spanish = await asGuest(browser, 'es-ES')
  await spanish.goto('/page/about-us')
  await expect(spanish.getByRole('heading', { name: 'Quiénes somos' })).toBeVisible()

  await page.getByLabel('Text in').selectOption('en')
  await page.getByLabel('Title').fill('The crew')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Page saved')).toBeVisible()
  // The language that the guest chose lasts.
  await guest.goto('/page/about-us')
  await expect(guest.getByRole('heading', { level: 1, name: 'Sobre nosotros' })).toBeVisible()
  await guest.getByRole('link', { name: 'English' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'The crew' })).toBeVisible()
  await page.getByRole('button', { name: /^Restore: About us/ }).click()
  await expect(toast(page, 'Version restored')).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
})

test('what is typed while a page is being saved is kept', async ({ page, context }) => {
  await enter(context, ADMIN)
  const texts = { en: { title: 'Terms', content: 'First' } }
  await call(context, createPage, { body: { slug: 'house-rules', visibility: 'draft', texts } })
  await page.goto('/admin/pages/house-rules')
  const release = Promise.withResolvers<void>()
  await page.route('**/api/admin/pages/house-rules', async route => {
    if (route.request().method() !== 'GET') await release.promise
    await route.continue()
  })
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('Second')
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  await sent
  await content.fill('Third')
  release.resolve()
  await expect(toast(page, 'Page saved')).toBeVisible()
  await expect(content).toHaveValue('Third')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.reload()
  await expect(content).toHaveValue('Third')
})

test('pages are put in order and deleted, on a phone too', async ({ page, context }) => {
  await enter(context, ADMIN)
  const texts = { en: { title: 'Imprint', content: 'Harbour Street 7' } }
  await call(context, createPage, { body: { slug: 'imprint', visibility: 'draft', texts } })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/pages')
  await expect(page.getByText('/page/imprint')).toBeVisible()
  await expectAccessible(page, 'pages on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Actions for Imprint' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Page deleted')).toBeVisible()
  await expect(page.getByText('/page/imprint')).toHaveCount(0)
  await expectAccessible(page, 'pages')
})

test('an admin edits the homepage and visitors see it', async ({ page, context, browser }) => {
  await enter(context, ADMIN)
  await page.goto('/admin/settings/index')
  await page.getByRole('switch', { name: 'Show a homepage at /' }).check()
  await page.getByLabel('Title', { exact: true }).first().fill('Files by the sea')
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText('Files by the sea')).toBeVisible()
  await expectAccessible(page, 'homepage settings')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()

  const guest = await asGuest(browser)
  await guest.goto('/')
  await expect(guest.getByRole('heading', { level: 1, name: 'Files by the sea' })).toBeVisible()
  await guest.getByRole('button', { name: 'Got it' }).click()
  await expectAccessible(guest, 'homepage')
  await guest.keyboard.press('Tab')
  await guest.keyboard.press('Enter')
  await guest.getByRole('button', { name: 'Switch to light' }).click()
  await expect(guest.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await guest.setViewportSize({ width: 390, height: 844 })
  const overflow = await guest.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  await guest.getByRole('link', { name: 'Create an account' }).first().click()
  await expect(guest).toHaveURL(/\/sign-up$/)
  const spanish = await asGuest(browser, 'es-ES')
  await spanish.goto('/')
  await expect(spanish.getByRole('heading', { level: 1 })).toHaveText(
    'Tus archivos, en buenas manos.',
  )
})

test('a contact message waits in the inbox until it is answered', async ({
  page,
  context,
  browser,
}) => {
  const guest = await asGuest(browser)
  await guest.goto('/contact-us')
  await guest.getByLabel('Your email').fill('reader@example.org')
  await guest.getByRole('textbox', { name: 'Message' }).fill('Is there space for me?')
  await guest.getByRole('button', { name: 'Send message' }).click()
  await expect(guest.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  await enter(context, ADMIN)
  await page.goto('/admin/contact')
  await expect(page.getByRole('link', { name: /Contact inbox.*1/ })).toBeVisible()
  await expectAccessible(page, 'contact inbox')
  await page.getByRole('button', { name: /^reader@example/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Is there space for me?')).toBeVisible()
  await expectAccessible(page, 'contact message')
  await dialog.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(dialog.getByText(/Answered by/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/admin/contact?state=waiting')
  await expect(page.getByText('reader@example.org')).toHaveCount(0)
})

test('a visitor tries a demo of their own', async ({ page, context, browser }) => {
  await page.goto('/demo')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await enter(context, ADMIN)
  await set(context, { demo_mode: true })
  const guest = await asGuest(browser)
  await guest.goto('/demo')
  await expectAccessible(guest, 'demo')
  await guest.getByRole('button', { name: 'Start the demo' }).click()
  await expect(guest.getByRole('row', { name: /Read-me-first/ })).toBeVisible()
})

test('statistics wait for consent, which can be changed later', async ({ context, browser }) => {
  await enter(context, ADMIN)
  await set(context, { allow_homepage: true, google_analytics: 'G-ABC1234567' })
  const guest = await asGuest(browser)
  const asked: string[] = []
  await guest.route(/googletagmanager|google-analytics/, route => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await guest.goto('/')
  await expect(guest.getByRole('region', { name: 'Cookies' })).toBeVisible()
  expect(asked).toEqual([])
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => asked.length).toBe(1)
  await expect(guest.getByRole('region', { name: 'Cookies' })).toBeHidden()
  await guest.goto('/page/cookie-policy')
  await expect(guest.getByText('You accepted statistics')).toBeVisible()
  await guest.getByRole('button', { name: 'Decline' }).click()
  await expect(guest.getByText('You declined statistics')).toBeVisible()
  const before = asked.length
  await guest.goto('/')
  await guest.waitForLoadState('networkidle')
  expect(asked).toHaveLength(before)
})
