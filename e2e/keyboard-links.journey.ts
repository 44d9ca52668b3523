import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { expectFocus, press, pressInMenu, tabTo, typeInto } from './keys.ts'
import { list, row, toast } from './screen.ts'
import { INSTALLED } from './server.ts'

/** Another server whose large file is held back until it is released. */
let links: Server
let host: string
let isFound = false
const held = new Set<ServerResponse>()
const url = (path: string) => `http://${host}${path}`

test.beforeAll(async () => {
  links = createServer(({ url = '' }, response) => {
    if (url === '/pier.txt' || (url === '/map.txt' && isFound)) response.end('boats')
    else if (url.endsWith('.bin')) {
      response.writeHead(200, { 'content-length': 200_000 }).write(Buffer.alloc(100_000))
      held.add(response)
    } else response.writeHead(404).end()
  })
  await new Promise<void>(resolve => links.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(links.address() as AddressInfo).port}`
})
ownServer(() => ({ ...INSTALLED, REMOTE_ALLOWED_HOSTS: host }))
test.afterAll(() => links.closeAllConnections())
test.afterAll(() => links.close())

const bar = (page: Page) => page.getByRole('region', { name: 'Files from links' })
const centre = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const entries = (page: Page) => centre(page).getByRole('listitem')

async function ask(page: Page, ...lines: string[]): Promise<void> {
  await pressInMenu(
    page,
    page.getByRole('button', { name: 'New', exact: true }),
    'Upload from a link',
  )
  const field = page
    .getByRole('dialog', { name: 'Upload from a link' })
    .getByLabel('Links, one per line')
  await expect(field).toBeFocused()
  await page.keyboard.type(lines.join('\n'))
}

test('remote uploads and their messages work by keyboard alone', async ({ page, context }) => {
  await enter(context)
  await page.goto('/platform/files')
  const dialog = page.getByRole('dialog', { name: 'Upload from a link' })

  await test.step('fix an invalid link in its field', async () => {
    await ask(page, url('/pier.txt'), 'hello')
    await press(page, dialog.getByRole('button', { name: 'Fetch 2 files' }))
    await expect(dialog.getByText('Line 2: Enter a valid URL.')).toBeVisible()
    const all = [url('/pier.txt'), url('/map.txt'), url('/slow.bin')]
    await typeInto(page, dialog.getByLabel('Links, one per line'), all.join('\n'))
    await press(page, dialog.getByRole('button', { name: 'Fetch 3 files' }))
    await expect(dialog).toBeHidden()
    await expectFocus(page)
  })

  const failed = page.getByRole('dialog', { name: 'Files that couldn’t be fetched' })
  await test.step('open and close the details of a failure', async () => {
    await expect(row(page, 'pier.txt')).toBeVisible()
    const why = bar(page).getByRole('button', { name: 'Details' })
    await expect(why).toBeVisible()
    await press(page, why)
    await expect(failed.getByRole('button', { name: 'Try again' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(failed).toBeHidden()
    await expect(why).toBeFocused()
  })

  await test.step('cancel running files', async () => {
    await press(page, bar(page).getByRole('button', { name: 'Cancel files from links' }))
    const question = page.getByRole('dialog')
    await expectAccessible(page, 'giving up files from links')
    await press(page, question.getByRole('button', { name: 'Stop fetching' }))
    await expect(bar(page)).toBeHidden()
    await expectFocus(page)
  })

  await test.step('retry failed files from the toast', async () => {
    await ask(page, url('/map.txt'))
    await page.keyboard.press('Control+Enter')
    const failureToast = toast(page, 'Couldn’t fetch 1 file').last()
    await expect(failureToast).toBeVisible()
    await press(page, failureToast.getByRole('button', { name: 'Details' }))
    isFound = true
    await press(page, failed.getByRole('button', { name: 'Try again' }))
    await expect(failed).toBeHidden()
    await expect(row(page, 'map.txt')).toBeVisible()
    await expectFocus(page)
  })

  await test.step('open them from the notification centre, and clear it', async () => {
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await press(page, bell)
    await expect(entries(page)).toHaveCount(2)
    await press(page, centre(page).getByRole('button', { name: 'Mute sound' }))
    await expect(centre(page).getByRole('button', { name: 'Unmute sound' })).toBeFocused()
    await press(
      page,
      entries(page)
        .first()
        .getByRole('button', { name: /^Remove/ }),
    )
    await expect(entries(page)).toHaveCount(1)
    await expectFocus(page)
    await page.keyboard.press('Escape')
    await expect(centre(page)).toBeHidden()
    await expect(bell).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, entries(page).getByRole('link', { name: 'Details' }))
    await expect(failed).toBeVisible()
    await page.keyboard.press('Escape')
    await expectFocus(page)
    await press(page, bell)
    await press(page, centre(page).getByRole('button', { name: 'Clear all' }))
    await expect(centre(page).getByRole('heading', { name: 'No notifications' })).toBeVisible()
    await expectFocus(page)
    await page.keyboard.press('Escape')
    await expect(centre(page)).toBeHidden()
    await expect(bell).toBeFocused()
  })
  await tabTo(page, list(page))
})
