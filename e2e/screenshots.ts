import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { enter, putFile } from './api.ts'
import { age, seedDemoFiles } from './demo.ts'
import settings from './playwright.config.ts'
import { hideCookieNotice, row, tray, uploadFiles } from './screen.ts'
import { ADMIN, type Coffer, INSTALLED, openCoffer } from './server.ts'

/** Takes screenshots of the main screens: `npm run screenshots -w e2e -- [folder] [--readme]`. */

const WIDTHS = { 1440: 900, 1024: 768, 390: 844 } as const
const THEMES = ['light', 'dark'] as const
type Width = keyof typeof WIDTHS
type Theme = (typeof THEMES)[number]

const args = process.argv.slice(2)
const folder = resolve(args.find(arg => !arg.startsWith('--')) ?? '/tmp/coffer-screenshots')
const README = resolve(import.meta.dirname, '../docs/screenshot.png')

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch(settings.use?.launchOptions)
  const coffer = await openCoffer(INSTALLED)
  const fresh = await openCoffer()
  try {
    const { projects } = await prepare(browser, coffer)
    if (args.includes('--readme')) await takeReadme(browser, coffer, projects)
    else await takeAll(browser, coffer, fresh, projects)
  } finally {
    await browser.close()
    await coffer.close()
    await fresh.close()
  }
}

async function prepare(browser: Browser, coffer: Coffer): Promise<{ projects: string }> {
  const context = await open(browser, coffer, 1440, 'light')
  await enter(context, ADMIN)
  const demo = await seedDemoFiles(context)
  await putFile(context, 'old-draft.txt')
  await context.close()
  return demo
}

async function open(
  browser: Browser,
  { origin: baseURL }: Coffer,
  width: Width,
  colorScheme: Theme,
): Promise<BrowserContext> {
  const isPhone = width < 768
  const context = await browser.newContext({
    baseURL,
    colorScheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width, height: WIDTHS[width] },
    isMobile: isPhone,
    hasTouch: isPhone,
    ...(isPhone && { deviceScaleFactor: 2 }),
  })
  await hideCookieNotice(context)
  return context
}

async function takeAll(
  browser: Browser,
  coffer: Coffer,
  fresh: Coffer,
  projects: string,
): Promise<void> {
  for (const theme of THEMES)
    for (const width of [1440, 1024, 390] as const) {
      const take = async (page: Page, name: string) => {
        const path = join(folder, `${name}-${width}-${theme}.png`)
        await page.screenshot({ path, animations: 'disabled' })
      }
      const setup = await open(browser, fresh, width, theme)
      await takeWizard(await setup.newPage(), fresh.setupLink, take)
      await setup.close()
      const context = await open(browser, coffer, width, theme)
      const page = await context.newPage()
      await takeSignInPages(page, take)
      await enter(context, ADMIN)
      await takeFiles(page, projects, width < 768, take)
      await takeFilePages(page, take)
      await context.close()
    }
}

type Take = (page: Page, name: string) => Promise<void>

async function takeWizard(page: Page, link: string, take: Take): Promise<void> {
  await page.goto(link)
  await page.getByText('ready').first().waitFor()
  await take(page, 'setup')
}

async function takeSignInPages(page: Page, take: Take): Promise<void> {
  for (const path of ['sign-in', 'sign-up', 'contact-us', 'somewhere-else']) {
    await page.goto(`/${path}`, { waitUntil: 'networkidle' })
    await take(page, path)
  }
}

async function takeFiles(page: Page, folderId: string, isPhone: boolean, take: Take) {
  await age(page)
  await page.goto(`/platform/files/${folderId}`)
  const dusk = row(page, 'harbour-at-dusk.jpg')
  await dusk.waitFor()
  if (!isPhone) await dusk.click()
  await page.waitForLoadState('networkidle')
  await take(page, 'files')
  if (isPhone) await page.getByRole('button', { name: 'Actions for harbour-at-dusk.jpg' }).click()
  else await row(page, 'Harbour project').click({ button: 'right' })
  await page.getByRole('menu').waitFor()
  await take(page, 'menu')
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('dialog', { name: /Move/ }).waitFor()
  await take(page, 'move')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Grid' }).click()
  await page.waitForLoadState('networkidle')
  await take(page, 'grid')
  await page.getByRole('button', { name: 'List' }).click()
}

async function takeFilePages(page: Page, take: Take): Promise<void> {
  for (const [name, path] of [
    ['all-files', '/platform/all-files'],
    ['trash', '/platform/trash'],
    ['profile', '/user/profile'],
    ['storage', '/user/settings/storage'],
    ['later', '/platform/my-shared-items'],
    ['admin', '/admin/dashboard'],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await take(page, name)
  }
}

/** A typical file list with an upload in progress. */
async function takeReadme(browser: Browser, coffer: Coffer, projects: string): Promise<void> {
  const context = await open(browser, coffer, 1440, 'light')
  await enter(context, ADMIN)
  const page = await context.newPage()
  await age(page)
  await page.goto(`/platform/files/${projects}`)
  await row(page, 'harbour-at-dusk.jpg').waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 6_000_000,
  })
  await uploadFiles(page, [
    { name: 'drone-south-pier.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(44_700_000, 7) },
    { name: 'pier-0214.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(4_100_000, 7) },
    { name: 'empty-note.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ])
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').first().click()
  await row(page, 'harbour-at-dusk.jpg').click()
  const bar = tray(page).getByRole('progressbar', { name: 'Progress of drone-south-pier.mp4' })
  while (Number(await bar.getAttribute('aria-valuenow')) < 42) await page.waitForTimeout(100)
  await page.screenshot({ path: README, animations: 'disabled' })
  await context.close()
}

await main()
