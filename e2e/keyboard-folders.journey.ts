import { addFavourites } from '@coffer/contract/favourites'
import type { Page } from '@playwright/test'
import { call, enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { expectFocus, goToRow, press, pressBranch, tabTo } from './keys.ts'
import { list, names, row, toast } from './screen.ts'

sharedServer()

const tree = (page: Page) => page.getByRole('tree', { name: 'Folders' })
const branch = (page: Page, name: string) => tree(page).getByRole('treeitem', { name })
const entry = (page: Page) => tree(page).locator('[tabindex="0"]')

test('folders are opened in the tree, and items moved between them, by keyboard alone', async ({
  page,
  context,
}) => {
  await enter(context)
  const boats = await makeFolder(context, 'Boats')
  const hulls = await makeFolder(context, 'Hulls', { parent_id: boats.id })
  for (const name of ['a.txt', 'b.txt']) await putFile(context, name, { parentId: boats.id })
  await call(context, addFavourites, { body: { ids: [hulls.id] } })
  await page.goto('/platform/files')

  await test.step('a branch expands, opens and collapses', async () => {
    await expect(branch(page, 'Boats')).toBeVisible()
    await tabTo(page, entry(page))
    await tabTo(page, branch(page, 'Boats'), 'ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(branch(page, 'Hulls')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(branch(page, 'Hulls')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Hulls' })).toBeVisible()
    await expect(branch(page, 'Hulls')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(branch(page, 'Boats')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Boats' })).toBeVisible()
    await tabTo(page, list(page))
  })

  await test.step('items cut in a collapsed branch can still be pasted', async () => {
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, branch(page, 'Boats'))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Hulls' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(branch(page, 'Hulls')).toHaveCount(0)
    await press(page, page.getByRole('link', { name: 'Boats', exact: true }))
    await tabTo(page, branch(page, 'Boats'))
  })

  await test.step('cut and paste into another folder, and back', async () => {
    await goToRow(page, 'a.txt')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Control+x')
    await expect(row(page, 'b.txt')).toHaveAttribute('data-cut')
    await page.keyboard.press('Escape')
    await expect(row(page, 'b.txt')).not.toHaveAttribute('data-cut')
    await goToRow(page, 'a.txt')
    await page.keyboard.press('Control+x')
    await goToRow(page, 'Hulls')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Hulls' })).toBeVisible()
    await page.keyboard.press('Control+v')
    await expect(row(page, 'a.txt')).toBeVisible()
    await expectFocus(page)
    await page.keyboard.press('Control+z')
    await expect.poll(() => names(page)).toEqual([])
    await expectFocus(page)
    await page.keyboard.press('Backspace')
    await expect(row(page, 'a.txt')).toBeVisible()
  })

  await test.step('paste a copy into the same folder, and undo in the toast', async () => {
    await goToRow(page, 'a.txt')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect(row(page, 'a (2).txt')).toBeVisible()
    await press(page, toast(page, 'copied').last().getByRole('button', { name: 'Undo' }))
    await expect(row(page, 'a (2).txt')).toHaveCount(0)
    await expect(list(page)).toBeFocused()
  })

  await test.step('on a narrow screen, in the drawer', async () => {
    await page.setViewportSize({ width: 820, height: 844 })
    const opener = page.getByRole('button', { name: 'Navigation', exact: true })
    const drawer = page.getByRole('dialog', { name: 'Navigation' })
    await press(page, opener)
    await press(page, drawer.getByRole('link', { name: 'Hulls' }))
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Hulls' })).toBeVisible()
    await press(page, opener)
    await pressBranch(page, drawer, 'Boats')
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Boats' })).toBeVisible()
  })
})
