import type { Page } from '@playwright/test'
import {
  ADMIN_AREA,
  ENTRY,
  LINKS,
  NO_SUCH_LINK,
  NOT_FOUND,
  NOTES,
  NOWHERE,
  PLATFORM,
  USER,
  WIZARD,
} from './addresses.ts'
import { BEN, enter, join } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { ADMIN, openCoffer } from './server.ts'
import { step } from './wizard.ts'

sharedServer()

/** Navigates within the loaded page, because loading a document for each route would take minutes. */
async function visit(page: Page, path: string): Promise<void> {
  // The server renders these pages, without the app.
  const isServerPage = /^\/page\//.test(path) || /\/\/[^/]+\/page\//.test(page.url())
  if (page.url() === 'about:blank' || isServerPage) await page.goto(path)
  else await page.evaluate(there => history.pushState({}, '', there), path)
}

async function expectHeading(page: Page, path: string, name: string): Promise<void> {
  // Lists of the admin area add how many rows there are.
  const text = new RegExp(`^${name.replace(/[^\w\s]/g, '\\$&')}( [\\d.,]+)?$`)
  const heading = page.getByRole('heading', { level: 1, name: text })
  // The heading of the previous page must not match.
  if (await heading.isVisible()) {
    await visit(page, name === NOT_FOUND ? '/contact-us' : '/demo')
    await expect(heading).toBeHidden()
  }
  await visit(page, path)
  await expect(heading, path).toBeVisible()
}

/** A redirect changes the URL, which shows that the guard ran. */
async function expectRedirect(page: Page, path: string, target: string): Promise<void> {
  await visit(page, path)
  await expect(page, path).toHaveURL(target)
  // The router ignores navigation until its redirect has finished.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('before the installation every route redirects to its first step', async ({ browser }) => {
  const fresh = await openCoffer()
  const context = await browser.newContext({ baseURL: fresh.origin })
  const page = await context.newPage()
  try {
    const everywhere = { ...ENTRY, ...NOTES, ...USER, ...PLATFORM, ...ADMIN_AREA }
    for (const path of ['/', '/install', ...Object.keys({ ...everywhere, ...LINKS }), ...NOWHERE])
      await expectRedirect(page, path, '/setup-wizard/status-check')
    for (const path of WIZARD) {
      await page.goto(path)
      // Every step requires the setup code.
      await step(page, 'Welcome to Coffer')
    }
  } finally {
    await context.close()
    await fresh.close()
  }
})

test('a visitor sees public pages and is asked to sign in for the others', async ({
  page,
  watch,
}) => {
  watch.expectComplaint(NO_SUCH_LINK)
  watch.expectComplaint(/status of 404 .*\/page\/unheard-of/)
  for (const [path, name] of Object.entries({ ...ENTRY, ...NOTES, ...LINKS }))
    await expectHeading(page, path, name)
  for (const path of NOWHERE) await expectHeading(page, path, NOT_FOUND)
  for (const path of ['/', '/install', ...WIZARD]) await expectRedirect(page, path, '/sign-in')
  for (const path of Object.keys({ ...USER, ...PLATFORM, ...ADMIN_AREA })) {
    const target = `/sign-in?redirect=${encodeURIComponent(`${path}?way=1`)}`
    await expectRedirect(page, `${path}?way=1`, target)
  }
})

test('a user can open every user page, and no admin page', async ({ page, context, watch }) => {
  watch.expectComplaint(NO_SUCH_LINK)
  watch.expectComplaint(/status of 404 .*\/page\/unheard-of/)
  await join(context, BEN)
  for (const [path, name] of Object.entries({ ...USER, ...PLATFORM, ...NOTES, ...LINKS }))
    await expectHeading(page, path, name)
  for (const path of Object.keys(ENTRY).slice(0, 2))
    await expectRedirect(page, path, '/platform/files')
  for (const path of [...Object.keys(ADMIN_AREA), ...NOWHERE])
    await expectHeading(page, path, NOT_FOUND)
  await page.getByRole('link', { name: 'Go to your files' }).click()
  await expect(page).toHaveURL('/platform/files')
})

test('an administrator can open every admin page', async ({ page, context, watch }) => {
  // Document types, users and plans that do not exist.
  watch.expectComplaint(/status of 404 .*\/api\/(subscriptions\/)?admin\//)
  await enter(context, ADMIN)
  for (const [path, name] of Object.entries(ADMIN_AREA)) await expectHeading(page, path, name)
  await expectHeading(page, '/admin', 'Dashboard')
  await expectHeading(page, '/admin/unheard-of', NOT_FOUND)
})
