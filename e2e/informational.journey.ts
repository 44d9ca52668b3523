import type { Page } from '@playwright/test'
import { enter } from './api.ts'
import { emailTo } from './emails.ts'
import { expect, sharedServer, test } from './journey.ts'
import { ADMIN } from './server.ts'

const coffer = sharedServer()

test('anyone can contact the administrators', async ({ page }) => {
  await page.goto('/temporary-unavailable')
  await page.getByRole('link', { name: 'Contact your administrator' }).click()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  await page.getByLabel('Your email').fill('reader@example.org')
  await page.getByRole('textbox', { name: 'Message' }).fill('Is there room for me?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  const message = await emailTo(coffer(), ADMIN.email, /New contact message on Coffer/)
  expect(message).toContain('> Is there room for me?')
})

/** Returns the element at the centre of the page's last button, after scrolling to the end. */
const lastIsFree = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const last = [...document.querySelectorAll<HTMLElement>('main button, main a')]
      .filter(one => one.checkVisibility())
      .at(-1)
    let scrolled: HTMLElement | null = last?.parentElement ?? null
    for (; scrolled; scrolled = scrolled.parentElement) scrolled.scrollTop = scrolled.scrollHeight
    const { x = 0, y = 0, width = 0, height = 0 } = last?.getBoundingClientRect() ?? {}
    return last?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ?? false
  })

test('on a phone the cookie notice covers no button', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await page.goto('/sign-up')
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
  expect(await lastIsFree(page)).toBe(true)
  await enter(context)
  for (const path of ['/user/profile', '/user/settings/password', '/contact-us']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await lastIsFree(page), path).toBe(true)
  }
})
