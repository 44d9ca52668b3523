import type { Browser, Page } from '@playwright/test'
import { ADA, enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { goToRow } from './keys.ts'
import { list, names, row, toast } from './screen.ts'

const server = sharedServer()

/** Opens a second browser of the same user. */
async function openElsewhere(browser: Browser, path = '/platform/files'): Promise<Page> {
  const context = await browser.newContext({ baseURL: server().origin })
  await enter(context)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Counts list requests of a page. */
function countLists(page: Page): () => number {
  let count = 0
  page.on('request', request => {
    if (request.url().includes('/api/browse/')) count += 1
  })
  return () => count
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await row(page, from).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /name/i }).last().fill(to)
  await page.keyboard.press('Enter')
}

// C3
test('changes in one window appear in another, which keeps its selection', async ({
  page,
  browser,
}) => {
  await enter(page.context())
  await putFile(page.context(), 'kept.txt')
  await putFile(page.context(), 'plan.txt')
  await page.goto('/platform/files')
  const other = await openElsewhere(browser)
  await row(other, 'kept.txt').click()
  await expect(row(other, 'kept.txt')).toHaveAttribute('aria-selected', 'true')

  await makeFolder(page.context(), 'Letters')
  await expect(row(other, 'Letters')).toBeVisible()
  await expect(row(page, 'Letters')).toBeVisible()
  await rename(page, 'plan.txt', 'plan of today.txt')
  await expect(row(other, 'plan of today.txt')).toBeVisible()
  await expect(row(other, 'plan.txt')).toHaveCount(0)

  await row(page, 'plan of today.txt').click()
  await page.keyboard.press('Delete')
  await expect(row(other, 'plan of today.txt')).toHaveCount(0)
  await toast(page, '“plan of today.txt” moved to trash')
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(row(other, 'plan of today.txt')).toBeVisible()
  await expect(row(other, 'kept.txt')).toHaveAttribute('aria-selected', 'true')

  await row(other, 'plan of today.txt').click()
  await other.keyboard.press('F2')
  await other.getByRole('textbox', { name: /New name/ }).fill('plan of tomorrow.txt')
  await row(page, 'plan of today.txt').click()
  await page.keyboard.press('Delete')
  await expect(
    toast(other, '“plan of today.txt” was moved or deleted, so it wasn’t renamed.'),
  ).toBeVisible()
  await other.context().close()
})

test('while offline the list stays and changes are paused until the connection is back', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await enter(context)
  const folder = await makeFolder(context, 'Pier')
  await putFile(context, 'crane.txt', { parentId: folder.id })
  await putFile(context, 'log.txt')
  await page.goto('/platform/files')
  const parts = page.waitForRequest(request => request.url().includes('versions-section'))
  await row(page, 'log.txt').hover()
  await parts
  await page.waitForLoadState('networkidle')
  const bar = page.getByText('You’re offline. Changes are paused.')
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  await expect(row(page, 'log.txt')).toBeVisible()

  await row(page, 'log.txt').click()
  await page.keyboard.press('Delete')
  await expect(toast(page, 'You’re offline. Nothing was changed.')).toBeVisible()
  await expect(row(page, 'log.txt')).toBeVisible()
  await row(page, 'Pier').dblclick()
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()

  await context.setOffline(false)
  await expect(row(page, 'crane.txt')).toBeVisible()
  await expect(bar).toBeHidden()
})

// C3
test('saving over a name that changed in the meantime asks first', async ({
  page,
  browser,
  watch,
}) => {
  watch.expectComplaint(/status of 409/)
  await enter(page.context())
  await putFile(page.context(), 'offer.txt')
  await page.goto('/platform/files')
  const other = await openElsewhere(browser)
  await row(other, 'offer.txt').click()
  await other.keyboard.press('F2')
  // The list shows the new name before the server has it.
  const renamed = page.waitForResponse(/\/api\/rename\//)
  await rename(page, 'offer.txt', 'offer to Ann.txt')
  await renamed
  const field = other.getByRole('textbox', { name: /name/i }).last()
  await field.fill('offer to Bob.txt')
  await field.press('Enter')
  await expect(other.getByRole('dialog')).toContainText('“offer to Ann.txt”')
  await other.getByRole('button', { name: 'Cancel' }).click()
  await other.getByRole('textbox', { name: /name/i }).last().press('Escape')
  await expect(row(other, 'offer to Ann.txt')).toBeVisible()
  await other.context().close()
})

test('renames and deletions by keyboard alone appear elsewhere, and keys keep working there', async ({
  page,
  browser,
}) => {
  await enter(page.context())
  const { id } = await makeFolder(page.context(), 'Two windows')
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    await putFile(page.context(), name, { parentId: id })
  await page.goto(`/platform/files/${id}`)
  const other = await openElsewhere(browser, `/platform/files/${id}`)
  await goToRow(other, 'b.txt')

  await goToRow(page, 'a.txt')
  await page.keyboard.press('F2')
  await expect(list(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('anchor')
  await page.keyboard.press('Enter')
  await expect(row(other, 'anchor.txt')).toBeVisible()
  await expect(row(other, 'b.txt')).toHaveAttribute('aria-selected', 'true')

  await goToRow(page, 'b.txt')
  await page.keyboard.press('Delete')
  await expect(row(other, 'b.txt')).toHaveCount(0)
  await expect(list(other)).toBeFocused()
  const [first = ''] = await names(other)
  await other.keyboard.press('Home')
  await expect(row(other, first)).toHaveAttribute('aria-selected', 'true')
  await other.context().close()
})

test('a window is not notified of its own changes', async ({ page, browser }) => {
  await enter(page.context())
  await putFile(page.context(), 'own.txt')
  await page.goto('/platform/files')
  const other = await openElsewhere(browser)
  await expect(row(other, 'own.txt')).toBeVisible()
  await rename(page, 'own.txt', 'mine.txt')
  const listRequests = countLists(page)
  await expect(row(other, 'mine.txt')).toBeVisible()
  // The refetch after its own response is the last one.
  await page.waitForLoadState('networkidle')
  expect(listRequests()).toBeLessThanOrEqual(2)
  await other.context().close()
})

// C3
test('the list catches up after a lost connection', async ({ page, browser }) => {
  const other = await openElsewhere(browser)
  let cut = false
  await other.routeWebSocket('**/api/live*', async route => {
    if (cut) return void (await route.close({ code: 1012 }))
    const upstream = route.connectToServer()
    open.push(() => {
      void upstream.close()
      void route.close({ code: 1012 })
    })
  })
  const open: (() => void)[] = []
  await other.goto('/platform/files')
  await expect.poll(() => open.length).toBe(1)
  cut = true
  for (const close of open) close()

  await enter(page.context())
  await putFile(page.context(), 'while-away.txt')
  await page.goto('/platform/files')
  await expect(row(page, 'while-away.txt')).toBeVisible()
  expect(await names(other)).not.toContain('while-away.txt')
  cut = false
  await expect(row(other, 'while-away.txt')).toBeVisible()
  await other.context().close()
})

test('a session signed out elsewhere goes to sign-in', async ({ page, browser, watch }) => {
  await enter(page.context())
  await page.goto('/platform/files')
  const other = await openElsewhere(browser)
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible()
  watch.expectComplaint(/401/)
  await page.evaluate(async password => {
    const token = document.cookie.match(/XSRF-TOKEN=([^;]+)/)?.[1] ?? ''
    await fetch('/api/auth/revoke-other-sessions', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Requested-With': 'x',
        'X-XSRF-TOKEN': decodeURIComponent(token),
      },
      body: JSON.stringify({ password }),
    })
  }, ADA.password)
  await expect(other).toHaveURL(/sign-in/)
  await other.context().close()
})
