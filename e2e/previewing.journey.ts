import { addFavourites } from '@coffer/contract/favourites'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { list, row, toast } from './screen.ts'

sharedServer()

const overlay = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Preview of ${name}`, exact: true })

/** Moves to the next and previous file by keyboard, and closes the preview. */
async function walk(page: Page, first: string, second: string): Promise<void> {
  await expect(overlay(page, first).getByText(`This is ${first}.`)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(overlay(page, second).getByText(`This is ${second}.`)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(overlay(page, first)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('files open in the preview from every list', async ({ page, context }) => {
  await enter(context)
  const { id: tides } = await makeFolder(context, 'Tides')
  await putFile(context, 'tide-low.txt', { parentId: tides })
  await putFile(context, 'tide-high.txt', { parentId: tides })
  await putFile(context, 'gulls.txt')
  await page.goto('/platform/recent-uploads')
  await page.getByRole('button', { name: 'Got it' }).click()

  await test.step('recent uploads, newest first', async () => {
    await row(page, 'gulls.txt').dblclick()
    await expect(overlay(page, 'gulls.txt').getByText('1 of 3')).toBeVisible()
    await walk(page, 'gulls.txt', 'tide-high.txt')
    await expect(list(page)).toBeFocused()
    await expect(row(page, 'gulls.txt')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('all files, past the folders, and show one in its folder', async () => {
    await page.goto('/platform/all-files')
    await row(page, 'tide-high.txt').click()
    await page.keyboard.press('Space')
    await expect(overlay(page, 'tide-high.txt').getByText('2 of 3')).toBeVisible()
    await walk(page, 'tide-high.txt', 'tide-low.txt')
    await page.keyboard.press('Space')
    await overlay(page, 'tide-high.txt').getByRole('button', { name: 'Show in folder' }).click()
    await expect(page).toHaveURL(`/platform/files/${tides}`)
    await expect(row(page, 'tide-high.txt')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a preview and a dialog close with their folder', async () => {
    await row(page, 'tide-high.txt').dblclick()
    await expect(overlay(page, 'tide-high.txt')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/platform/all-files')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goForward()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upload from a link' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goForward()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(`/platform/files/${tides}`)
  })

  await test.step('favourites, over any open page', async () => {
    for (const name of ['tide-high.txt', 'tide-low.txt']) {
      await row(page, name).click()
      await page.keyboard.press('s')
    }
    await page.goto('/platform/trash')
    const panel = page.getByRole('navigation', { name: 'In this section' })
    await panel.getByRole('link', { name: 'tide-high.txt' }).click()
    await expect(page).toHaveURL('/platform/trash')
    await walk(page, 'tide-high.txt', 'tide-low.txt')
    await expect(panel.getByRole('link', { name: 'tide-high.txt' })).toBeFocused()
  })

  await test.step('search results', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /^Search files/ })).toBeFocused()
    await page.keyboard.type('tide-')
    const result = page
      .getByRole('listbox')
      .getByRole('option')
      .filter({ hasText: /tide-(high|low)\.txt/ })
    await expect(result).toHaveCount(2)
    const first = (await result.first().textContent())?.includes('high') ? 'high' : 'low'
    await page.keyboard.press('Enter')
    const names = ['high', 'low'].map(tide => `tide-${tide}.txt`) as [string, string]
    await walk(page, ...(first === 'high' ? names : (names.reverse() as [string, string])))
  })

  await test.step('trashed files', async () => {
    await page.goto(`/platform/files/${tides}`)
    await row(page, 'tide-high.txt').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.goto('/platform/trash')
    await row(page, 'tide-low.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Preview' }).click()
    await expect(overlay(page, 'tide-low.txt')).toBeVisible()
    await page.keyboard.press('i')
    await expect(overlay(page, 'tide-low.txt').getByText('Deleted')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show in folder' })).toHaveCount(0)
    await expectAccessible(page, 'a file in the trash')
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(overlay(page, 'tide-low.txt')).toBeVisible()
  })
})

test('a file is favourited, renamed, shared and trashed in the preview', async ({
  page,
  context,
}) => {
  await enter(context)
  const { id } = await makeFolder(context, 'Logs')
  for (const name of ['log-1.txt', 'log-2.txt']) await putFile(context, name, { parentId: id })
  await page.goto(`/platform/files/${id}?sort=name`)
  await row(page, 'log-1.txt').dblclick()
  const open = page.getByRole('dialog', { name: /^Preview of/ })
  await expect(open.getByText('This is log-1.txt.')).toBeVisible()
  await expectAccessible(page, 'a file with its tools')

  await page.keyboard.press('s')
  await expect(open.getByRole('button', { name: 'Remove from favourites' })).toBeVisible()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'New name for log-1.txt' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await open.getByRole('button', { name: 'Rename' }).click()
  await page.keyboard.type('zebra')
  await page.keyboard.press('Enter')
  await expect(open.getByRole('heading', { name: 'zebra.txt' })).toBeVisible()

  await open.getByRole('button', { name: 'Share…' }).click()
  const share = page.getByRole('dialog', { name: 'Share “zebra.txt”' })
  await expect(share).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(share).toHaveCount(0)
  await expect(open).toBeVisible()

  await page.keyboard.press('Delete')
  await expect(open.getByText('This is log-2.txt.')).toBeVisible()
  await expect(open.getByText('1 of 1')).toBeVisible()
  await toast(page, 'moved to trash').getByRole('button', { name: 'Undo' }).click()
  await expect(open.getByText('of 2')).toBeVisible()
  await expect(open.getByText('This is log-2.txt.')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await open.getByRole('button', { name: 'More' }).click()
  await expectAccessible(page, 'the tools of a file on a phone')
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(open.getByText('This is log-1.txt.')).toBeVisible()
  await open.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(open).toHaveCount(0)
})

test('a favourite has the same actions in the preview, on any page', async ({ page, context }) => {
  await enter(context)
  const names = ['ebb-1.txt', 'ebb-2.txt']
  const ids = await Promise.all(names.map(async name => (await putFile(context, name)).id))
  await call(context, addFavourites, { body: { ids } })
  await page.goto('/platform/trash')
  const panel = page.getByRole('navigation', { name: 'In this section' })
  await panel.getByRole('link', { name: 'ebb-1.txt' }).click()
  const open = page.getByRole('dialog', { name: /^Preview of/ })
  await expect(open.getByText('This is ebb-1.txt.')).toBeVisible()
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: /^New name for/ })).toBeFocused()
  await page.keyboard.type('spring')
  await page.keyboard.press('Enter')
  await expect(open.getByRole('heading', { name: 'spring.txt' })).toBeVisible()
  await expect(panel.getByText('spring.txt')).toBeAttached()
  await toast(page, 'Renamed').getByRole('button', { name: 'Undo' }).click()
  await expect(open.getByRole('heading', { name: 'ebb-1.txt' })).toBeVisible()
  await expect(panel.getByText('spring.txt')).toHaveCount(0)

  await page.keyboard.press('s')
  await expect(open.getByRole('button', { name: 'Add to favourites' })).toBeVisible()
  await expect(panel.getByText('ebb-1.txt')).toHaveCount(0)

  await page.keyboard.press('Delete')
  await expect(open.getByRole('heading', { name: 'ebb-2.txt' })).toBeVisible()
  await expect(open.getByText('1 of 1')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(open).toHaveCount(0)
  await expect(row(page, 'ebb-2.txt')).toBeVisible()
  await expect(panel.getByText('ebb-2.txt')).toHaveCount(0)
})
