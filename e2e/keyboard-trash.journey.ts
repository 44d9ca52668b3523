import { removeItems } from '@coffer/contract/trash'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { expectFocus, goToRow, press, pressInRowMenu, tabTo } from './keys.ts'
import { list, names, row, toast } from './screen.ts'

sharedServer()

async function putInTrash(context: BrowserContext, name: string, parentId = ''): Promise<void> {
  const { id, type } = await putFile(context, name, { parentId })
  await call(context, removeItems, { body: { items: [{ id, type }] } })
}

const column = (page: Page, name: string) =>
  page.getByRole('columnheader', { name }).getByRole('button')

test('the trash is sorted, viewed, restored and emptied by keyboard alone', async ({
  page,
  context,
}) => {
  await enter(context)
  const { id: letters } = await makeFolder(context, 'Letters')
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await putInTrash(context, name)
  await putInTrash(context, 'e.txt', letters)
  await page.goto('/platform/trash')
  await expect.poll(() => names(page)).toEqual(['e.txt', 'd.txt', 'c.txt', 'b.txt', 'a.txt'])

  await test.step('sort by the list header, and move on into the list', async () => {
    await press(page, column(page, 'Deleted'))
    await expect.poll(() => names(page)).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'])
    await expect(column(page, 'Deleted')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'a.txt')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('open a trashed folder, and go back', async () => {
    await goToRow(page, 'b.txt')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Preview of b.txt' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
    await expect(row(page, 'c.txt')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('restore some items, undo, and continue in the list', async () => {
    await page.keyboard.press('Shift+ArrowDown')
    await tabTo(
      page,
      page.getByRole('toolbar').getByRole('button', { name: 'Restore' }),
      'Shift+Tab',
    )
    await page.keyboard.press('Enter')
    await expect(toast(page, '2 items restored to Files')).toBeVisible()
    await expect.poll(() => names(page)).toEqual(['a.txt', 'b.txt', 'e.txt'])
    await expectFocus(page)
    await page.keyboard.press('Control+z')
    await expect.poll(() => names(page)).toHaveLength(5)
  })

  await test.step('delete one forever, with the key and the confirmation', async () => {
    await goToRow(page, 'b.txt')
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: /b\.txt/ })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Delete')
    await press(page, question.getByRole('button', { name: /^Delete/ }))
    await expect.poll(() => names(page)).not.toContain('b.txt')
    await expect(list(page)).toBeFocused()
  })

  await test.step('restore one, and show it', async () => {
    await pressInRowMenu(page, 'e.txt', 'Restore')
    await press(page, toast(page, '1 item restored to').getByRole('button', { name: 'Show' }))
    await expect(page).toHaveURL(`/platform/files/${letters}`)
    await expect(row(page, 'e.txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('empty the trash', async () => {
    await press(page, page.getByRole('link', { name: 'Trash' }))
    await press(page, page.getByRole('button', { name: 'Empty trash' }))
    const question = page.getByRole('dialog')
    await press(page, question.getByRole('button', { name: 'Empty trash' }))
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    await expectFocus(page)
    await expectAccessible(page, 'the trash, just emptied')
  })
})
