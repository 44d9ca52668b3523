import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Notification } from '@coffer/contract/notification'
import type { BrowserContext, Locator, Page, WebSocket } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, fetchLinks, testChannel } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { expectFocus, press } from './keys.ts'
import { row, toast } from './screen.ts'
import { ADMIN, INSTALLED } from './server.ts'

/** Another server: a file fetched from it causes a notification. */
let links: Server
let host: string
test.beforeAll(async () => {
  links = createServer((_, response) => response.end('boats'))
  await new Promise<void>(resolve => links.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(links.address() as AddressInfo).port}`
})
ownServer(() => ({ ...INSTALLED, REMOTE_ALLOWED_HOSTS: host }))
test.afterAll(() => links.closeAllConnections())
test.afterAll(() => links.close())

const url = (name: string) => `http://${host}/${name}`
const bell = (page: Page, words: string): Locator =>
  page.getByRole('button', { name: words, exact: true })
const centre = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' })
const entries = (page: Page): Locator => centre(page).getByRole('listitem')

/** Counts the notification sounds. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const heard = window as unknown as { notes: number }
    heard.notes = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) {
      heard.notes += 1
      start.call(this, when)
    }
  })
const notes = (page: Page) => page.evaluate(() => (window as unknown as { notes: number }).notes)

/** Notifications before the channel is open show only on the next page. */
async function expectHearing(context: BrowserContext, channel: WebSocket): Promise<void> {
  let hasHeard = false
  channel.on('framereceived', () => {
    hasHeard = true
  })
  const ask = async () => {
    await testChannel(context)
    return hasHeard
  }
  await expect.poll(ask).toBe(true)
}

test('notifications arrive live, and are read and cleared', async ({ page, context }) => {
  await enter(context, ADMIN)
  await listen(page)
  const channel = page.waitForEvent('websocket')
  await page.goto('/platform/files')
  await expectHearing(context, await channel)
  await page.getByRole('button', { name: 'Got it' }).click()
  const title = await page.title()

  await test.step('the count and a sound, without a reload', async () => {
    await expect(bell(page, 'Notifications')).toBeVisible()
    await fetchLinks(context, url('harbour.txt'))
    await expect(toast(page, '1 file uploaded from its link')).toBeVisible()
    await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
    await expect.poll(() => notes(page)).toBe(2)
    await expect(page).toHaveTitle(title)
  })

  await test.step('by keyboard', async () => {
    await bell(page, 'Notifications, 1 unread').focus()
    await page.keyboard.press('Enter')
    await expect(centre(page)).toBeVisible()
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText('harbour.txt is in your files.')
    await expect(centre(page).getByRole('region', { name: 'Today' })).toBeVisible()
    expect((await centre(page).boundingBox())?.width).toBe(360)
    await expect(entries(page)).not.toHaveAttribute('data-unread')
    await expectAccessible(page, 'the notification centre')
    await page.keyboard.press('Escape')
    await expect(centre(page)).toBeHidden()
    await expect(bell(page, 'Notifications')).toBeFocused()
  })

  await test.step('following a notification closes the centre', async () => {
    await page.goto('/platform/trash')
    await bell(page, 'Notifications').click()
    await entries(page).getByRole('link', { name: 'Show' }).click()
    await expect(centre(page)).toBeHidden()
    await expect(page).toHaveURL('/platform/files')
    await expect(row(page, 'harbour.txt')).toBeVisible()
  })

  await test.step('notifications that arrive while the centre is open are read, and silent when muted', async () => {
    await bell(page, 'Notifications').click()
    await centre(page).getByRole('button', { name: 'Mute sound' }).click()
    const before = await notes(page)
    await fetchLinks(context, url('pier.txt'))
    await expect(entries(page)).toHaveCount(2)
    await expect(entries(page).first()).toContainText('pier.txt is in your files.')
    await expect(page.getByRole('button', { name: /unread/ })).toHaveCount(0)
    expect(await notes(page)).toBe(before)
  })

  await test.step('remove one, then all, and the empty centre explains itself', async () => {
    await entries(page).first().hover()
    const name = 'Remove 1 file uploaded from its link'
    await entries(page).first().getByRole('button', { name }).click()
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText('harbour.txt')
    await centre(page).getByRole('button', { name: 'Clear all' }).click()
    await expect(centre(page).getByRole('heading', { name: 'No notifications' })).toBeVisible()
    await expectAccessible(page, 'the empty notification centre')
    await page.mouse.click(900, 600)
    await expect(centre(page)).toBeHidden()
    await page.reload()
    await bell(page, 'Notifications').click()
    await expect(centre(page).getByRole('heading', { name: 'No notifications' })).toBeVisible()
  })
})

test('notifications are read, followed and cleared by keyboard alone', async ({
  page,
  context,
}) => {
  await enter(context, ADMIN)
  await fetchLinks(context, url('crane.txt'))
  await page.goto('/platform/trash')
  await press(page, bell(page, 'Notifications, 1 unread'))
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).not.toHaveAttribute('data-unread')
  await press(page, centre(page).getByRole('button', { name: 'Mute sound' }))
  await expect(centre(page).getByRole('button', { name: 'Unmute sound' })).toBeFocused()
  await fetchLinks(context, url('buoy.txt'))
  await expect(entries(page)).toHaveCount(2)
  await press(page, entries(page).last().getByRole('link', { name: 'Show' }))
  await expect(centre(page)).toBeHidden()
  await expect(page).toHaveURL('/platform/files')
  await expectFocus(page)

  await press(page, bell(page, 'Notifications'))
  const name = 'Remove 1 file uploaded from its link'
  await press(page, entries(page).first().getByRole('button', { name }))
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page).getByRole('link', { name: 'Show' })).toBeFocused()
  await press(page, centre(page).getByRole('button', { name: 'Clear all' }))
  await expect(centre(page).getByRole('heading', { name: 'No notifications' })).toBeVisible()
  await expectFocus(page)
  await page.keyboard.press('Escape')
  await expect(bell(page, 'Notifications')).toBeFocused()
})

const notification = (
  id: string,
  { title, ...more }: Partial<Notification['attributes']> & { title: string },
): Notification => ({
  id,
  type: 'notification',
  attributes: {
    category: 'team-invitation',
    tone: 'success',
    description: 'A description.',
    action: null,
    created_at: '2026-11-20T08:00:00.000Z',
    read_at: null,
    title,
    ...more,
  },
})

// No feature sends these yet, so the test answers in place of the server.
test('an invitation is answered, and a URL opens in the right place', async ({
  page,
  context,
  watch,
}) => {
  await enter(context, ADMIN)
  const invitation = 'b1c5a0a4-3f4c-7d0e-8f4a-0b8f5f6d2a11'
  const data = [
    notification('b1c5a0a4-3f4c-7d0e-8f4a-0b8f5f6d2a12', {
      title: 'Invitation to Plans',
      action: { type: 'invitation', params: { id: invitation } },
    }),
    notification('b1c5a0a4-3f4c-7d0e-8f4a-0b8f5f6d2a13', {
      category: 'file-request',
      title: 'Ada requested files from you',
      action: {
        type: 'url',
        params: { url: '/sign-in', target: 'blank', button: 'Send files' },
      },
    }),
  ]
  let isSettled = false
  await page.route('**/api/notifications', route => {
    const shown = isSettled
      ? data.map(one => ({ ...one, attributes: { ...one.attributes, action: null } }))
      : data
    return route.fulfill({ json: { data: shown, meta: { unread: 2 } } })
  })
  const answers: ((status: number) => void)[] = []
  const answer = async (status: number) => {
    await expect.poll(() => answers.length).toBe(1)
    answers.pop()?.(status)
  }
  await page.route('**/api/teams/invitations/*', async route => {
    const status = await new Promise<number>(resolve => answers.push(resolve))
    isSettled = status === 204
    await route.fulfill({ status })
  })
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()
  await bell(page, 'Notifications').click()
  const invited = entries(page).filter({ hasText: 'Invitation to Plans' })

  await test.step('a URL with the target blank opens in a new tab', async () => {
    const opened = context.waitForEvent('page')
    await entries(page).getByRole('link', { name: 'Send files' }).click()
    await (await opened).close()
    await expect(centre(page)).toBeHidden()
  })

  await test.step('a failed answer can be retried', async () => {
    watch.expectComplaint(/500/)
    await bell(page, 'Notifications').click()
    await invited.getByRole('button', { name: 'Decline' }).click()
    await expect(invited.getByRole('button', { name: 'Declining …' })).toBeDisabled()
    await expect(invited.getByRole('button', { name: 'Accept' })).toBeDisabled()
    await answer(500)
    await expect(toast(page, 'Something went wrong')).toBeVisible()
    await expect(invited.getByRole('button', { name: 'Decline' })).toBeEnabled()
  })

  await test.step('an answered invitation has no buttons', async () => {
    await expectAccessible(page, 'an invitation in the notification centre')
    const call = page.waitForRequest(request => request.url().endsWith(invitation))
    await invited.getByRole('button', { name: 'Accept' }).click()
    await expect(invited.getByRole('button', { name: 'Accepting …' })).toBeDisabled()
    expect((await call).method()).toBe('PUT')
    await answer(204)
    await expect(toast(page, 'you accepted invitation')).toBeVisible()
    await expect(invited.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  })
})

test('on a phone, in Spanish', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    locale: 'es-ES',
    hasTouch: true,
  })
  await enter(context, ADMIN)
  const page = await context.newPage()
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Entendido' }).tap()
  await fetchLinks(context, url('muelle.txt'), url('faro.txt'))
  const tab = page.getByRole('navigation', { name: 'Secciones' }).getByRole('button', {
    name: /Notificaciones/,
  })
  await expect(tab).toContainText('1')
  await tab.tap()
  const sheet = page.getByRole('dialog', { name: 'Notificaciones' })
  const entry = sheet.getByRole('listitem')
  await expect(entry).toContainText('2 archivos subidos desde sus enlaces')
  await expect(entry).toContainText('ahora')
  await expect(tab).not.toContainText('1')
  await expectAccessible(page, 'the notification centre on a phone')
  await entry.getByRole('link', { name: 'Mostrar' }).tap()
  await expect(sheet).toBeHidden()
  await context.close()
})
