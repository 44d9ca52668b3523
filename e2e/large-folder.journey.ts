import type { BrowserContext, Page } from '@playwright/test'
import { enter, makeFolder, putFile } from './api.ts'
import { openDevtools } from './devtools.ts'
import { expect, ownServer, test } from './journey.ts'
import { goToRow, press, tabTo } from './keys.ts'
import { list, names, row, toast } from './screen.ts'
import { scrollers } from './traced-frames.ts'

ownServer()

const COUNT = 160

test('a long list is rendered, selected, trashed and restored without loading it completely', async ({
  page,
  context,
}) => {
  await enter(context)
  const folder = await makeFolder(context, 'Logs')
  await fill(context, folder.id, COUNT)
  const pagesRead = new Set<string>()
  page.on('request', request => {
    if (request.url().includes('/api/browse/folders/')) pagesRead.add(request.url())
  })
  await page.goto(`/platform/files/${folder.id}`)
  await expect(row(page, 'log-159.txt')).toBeVisible()

  await test.step('only visible rows are rendered and loaded', async () => {
    expect((await names(page)).length).toBeLessThan(60)
    await list(page).focus()
    await page.keyboard.press('End')
    await expect(row(page, 'log-000.txt')).toBeVisible()
    expect((await names(page)).length).toBeLessThan(60)
    expect(pagesRead.size).toBeLessThan(4)
  })

  const before = pagesRead.size
  await test.step('one call trashes all but one', async () => {
    const calls: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/remove')) calls.push(request.postData() ?? '')
    })
    await page.keyboard.press('Control+a')
    await row(page, 'log-000.txt').click({ modifiers: ['ControlOrMeta'] })
    await page.keyboard.press('Delete')
    await expect(toast(page, '159 items moved to trash')).toBeVisible()
    await expect.poll(() => names(page)).toEqual(['log-000.txt'])
    expect(calls).toHaveLength(1)
    expect(calls[0]).toContain('select_all_in')
    expect(pagesRead.size).toBeLessThanOrEqual(before + 1)
  })

  await test.step('one call restores them', async () => {
    await toast(page, '159 items moved to trash').getByRole('button', { name: 'Undo' }).click()
    await page.keyboard.press('Home')
    await expect(row(page, 'log-159.txt')).toBeVisible()
    // The table header is a row too.
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(COUNT + 1))
  })

  const archive = await makeFolder(context, 'Archive')
  const requests: string[] = []
  page.on('request', request => {
    if (/\/api\/(move|copy|remove)$/.test(request.url())) requests.push(request.postData() ?? '')
  })

  await test.step('one call moves all, and one more undoes it', async () => {
    await page.goto(`/platform/files/${folder.id}`)
    await expect(row(page, 'log-159.txt')).toBeVisible()
    await list(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+x')
    await expect(toast(page, '160 items')).toBeVisible()
    await page.getByRole('navigation', { name: 'In this section' }).getByText('Archive').click()
    await expect(page).toHaveURL(`/platform/files/${archive.id}`)
    await page.getByText('This folder is empty').click()
    await page.keyboard.press('Control+v')
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(COUNT + 1))
    expect(requests).toHaveLength(1)
    expect(requests[0]).toContain('select_all_in')
    await page.keyboard.press('Control+z')
    await expect(toast(page, 'Undone')).toBeVisible()
    expect(requests).toHaveLength(2)
    await page.goto(`/platform/files/${folder.id}`)
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(COUNT + 1))
  })

  await test.step('copying with name conflicts asks once for all', async () => {
    await putFile(context, 'log-000.txt', { parentId: archive.id })
    await putFile(context, 'log-001.txt', { parentId: archive.id })
    await list(page).focus()
    await page.keyboard.press('Control+a')
    await row(page, 'log-159.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy to…' }).click()
    await page.getByRole('dialog').getByText('Archive').click()
    await page.getByRole('button', { name: 'Copy to Archive' }).click()
    const question = page.getByRole('dialog', { name: '“log-000.txt” already exists' })
    await expect(question.getByRole('checkbox')).toBeChecked()
    await question.getByRole('button', { name: 'Skip' }).click()
    await expect(toast(page, '158 items copied to Archive')).toBeVisible()
    expect(requests).toHaveLength(3)
  })

  await test.step('flat lists send a selection as items', async () => {
    await page.goto('/platform/recent-uploads')
    await expect(list(page).locator('[data-index="0"]')).toBeVisible()
    await list(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(toast(page, 'moved to trash')).toBeVisible()
    expect(requests.length).toBeGreaterThan(3)
    for (const call of requests.slice(3)) expect(call).not.toContain('select_all_in')
  })
})

test('the browser scrolls a long list by itself, even while the page is busy', async ({
  page,
  context,
}) => {
  await enter(context)
  const folder = await makeFolder(context, 'Diaries')
  await fill(context, folder.id, 80)
  await page.goto(`/platform/files/${folder.id}`)
  await expect(row(page, 'log-079.txt')).toBeVisible()
  expect(await scrolledBy(page)).toEqual(['SCROLL_COMPOSITOR_THREAD'])
})

test('a long list is walked, selected, trashed, restored and moved by keyboard alone', async ({
  page,
  context,
}) => {
  await enter(context)
  await makeFolder(context, 'Basket')
  const folder = await makeFolder(context, 'Walks')
  await fill(context, folder.id, 80)
  const selected = page.getByRole('status').getByText(/ selected$/)
  await page.goto(`/platform/files/${folder.id}`)
  await expect(row(page, 'log-079.txt')).toBeVisible()

  await test.step('go to its end, and select a range from there', async () => {
    await tabTo(page, list(page))
    await page.keyboard.press('End')
    await expect(list(page).locator('[data-index="79"]')).toBeInViewport()
    await page.keyboard.press('Shift+PageUp')
    await page.keyboard.press('Shift+Home')
    await expect(selected).toHaveText('80 of 80 selected')
    await page.keyboard.press('Escape')
    await expect(selected).toHaveCount(0)
  })

  await test.step('trash all but one', async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+Space')
    const last = (await names(page)).at(-1)
    await expect(selected).toHaveText('79 of 80 selected')
    await page.keyboard.press('Delete')
    const removed = toast(page, '79 items moved to trash')
    await expect(removed).toBeVisible()
    await expect.poll(() => names(page)).toEqual([last])
    await expect(list(page)).toBeFocused()
    await press(page, removed.getByRole('button', { name: 'Undo' }))
    await expect(list(page)).toHaveAttribute('aria-rowcount', '81')
    await expect(list(page)).toBeFocused()
  })

  await test.step('move them to another folder, and back', async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+x')
    await expect(toast(page, '80 items')).toBeVisible()
    await page.keyboard.press('Backspace')
    await goToRow(page, 'Basket')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This folder is empty')).toBeVisible()
    await page.keyboard.press('Control+v')
    await expect(list(page)).toHaveAttribute('aria-rowcount', '81')
    await expect(toast(page, '80 items moved to Basket')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('This folder is empty')).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect(row(page, 'Walks').getByText('80 items')).toBeVisible()
  })
})

async function fill(context: BrowserContext, folderId: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, step) =>
        putFile(context, `log-${String(start + step).padStart(3, '0')}.txt`, {
          parentId: folderId,
        }),
      ),
    )
}

/** Returns the threads that scrolled the list after wheel events. */
async function scrolledBy(page: Page): Promise<string[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('There is no browser to watch.')
  const devtools = await openDevtools(page)
  await browser.startTracing(page, {
    categories: ['cc', 'benchmark', 'disabled-by-default-devtools.timeline.frame'],
  })
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -2000,
    speed: 2000,
    gestureSourceType: 'mouse',
  })
  return scrollers(JSON.parse((await browser.stopTracing()).toString()).traceEvents)
}
