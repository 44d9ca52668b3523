import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { BEN, enter, join, makeFolder, makeLink, putFile } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { goToRow, press, pressBranch, tabTo, typeInto } from './keys.ts'
import { list, names, row } from './screen.ts'
import { ADMIN } from './server.ts'

ownServer()

const panel = (page: Page) => page.getByRole('navigation', { name: 'In this section' })
const overlay = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Preview of ${name}`, exact: true })

test('navigation, the tree, views and sorting work by keyboard alone', async ({
  page,
  context,
}) => {
  await enter(context)
  const { id: tides } = await makeFolder(context, 'Tides', { emoji: '🌊' })
  const { id: year } = await makeFolder(context, '2026', { parent_id: tides })
  await putFile(context, 'tide-low.txt', { parentId: year })
  await putFile(context, 'tide-high.txt', { parentId: year })
  await makeLink(context, await putFile(context, 'gulls.txt'))
  await page.goto('/platform/files')

  await test.step('from the tree into a folder, and up by the breadcrumbs', async () => {
    const tree = panel(page).getByRole('tree', { name: 'Folders' })
    await tabTo(page, tree.locator('[tabindex="0"]'))
    await tabTo(page, tree.getByRole('treeitem', { name: 'Tides' }), 'ArrowDown')
    await page.keyboard.press('ArrowRight')
    await pressBranch(page, tree, '2026')
    await expect(page).toHaveURL(`/platform/files/${year}`)
    const way = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await press(page, way.getByRole('link', { name: 'Tides' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Tides' })).toBeVisible()
    await goToRow(page, '2026')
    await page.keyboard.press('Enter')
    await expect(row(page, 'tide-low.txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('sort by the list header and the menu, as grid and list', async () => {
    await press(page, page.getByRole('columnheader', { name: 'Name' }).getByRole('button'))
    await expect.poll(() => names(page)).toEqual(['tide-high.txt', 'tide-low.txt'])
    await press(page, page.getByRole('button', { name: /^Sorted by/ }))
    const byName = page.getByRole('menuitem', { name: 'Name' })
    await expect(byName).toHaveAttribute('aria-current', 'true')
    await expectAccessible(page, 'the menu of orders')
    await press(page, byName, 'ArrowDown')
    await expect.poll(() => names(page)).toEqual(['tide-low.txt', 'tide-high.txt'])
    await press(page, page.getByRole('button', { name: 'Grid' }))
    await expect(page.getByRole('columnheader')).toHaveCount(0)
    await tabTo(page, list(page))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(row(page, 'tide-high.txt')).toHaveAttribute('aria-selected', 'true')
    await press(page, page.getByRole('button', { name: 'List' }))
    await expect(page.getByRole('columnheader').first()).toBeVisible()
    const details = page.getByRole('complementary', { name: 'Details' })
    await press(page, page.getByRole('button', { name: 'Details' }))
    await expect(details).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(details).toBeVisible()
  })

  await test.step('favourite items, and open them from the panel', async () => {
    for (const name of ['tide-high.txt', 'tide-low.txt']) {
      await goToRow(page, name)
      await page.keyboard.press('s')
    }
    const star = panel(page).getByRole('link', { name: 'tide-high.txt' })
    await press(page, star)
    await expect(overlay(page, 'tide-high.txt').getByText('This is tide-high.txt.')).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Next file' }))
    await expect(overlay(page, 'tide-low.txt')).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Close preview' }))
    await expect(star).toBeFocused()
  })

  await test.step('recent uploads, and the folder of one', async () => {
    await press(page, panel(page).getByRole('link', { name: 'Recent uploads' }))
    await goToRow(page, 'gulls.txt')
    await page.keyboard.press('Space')
    await expect(overlay(page, 'gulls.txt')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(overlay(page, 'tide-high.txt')).toBeVisible()
    await press(
      page,
      overlay(page, 'tide-high.txt').getByRole('button', { name: 'Show in folder' }),
    )
    await expect(page).toHaveURL(`/platform/files/${year}`)
    await expect(row(page, 'tide-high.txt')).toHaveAttribute('aria-selected', 'true')
    await expect(list(page)).toBeFocused()
  })

  await test.step('shared items and their details', async () => {
    await press(page, panel(page).getByRole('link', { name: 'Shared by me' }))
    await goToRow(page, 'gulls.txt')
    const details = page.getByRole('complementary', { name: 'Details' })
    await press(page, details.getByRole('link', { name: 'Files', exact: true }))
    await expect(page).toHaveURL('/platform/files')
    await expect(row(page, 'Tides')).toBeVisible()
  })
})

test('an administrator filters all files by keyboard alone', async ({ page, context }) => {
  await join(context, BEN)
  await putFile(context, 'bens-note.txt')
  await enter(context, ADMIN)
  await putFile(context, 'ours.txt')
  const chips = page.getByRole('group', { name: 'Filters' })
  const chip = (name: string) => chips.getByRole('button', { name })
  await page.goto('/platform/all-files')
  await expect(row(page, 'bens-note.txt')).toBeVisible()

  await test.step('by type', async () => {
    await press(page, chip('Type'))
    await press(page, page.getByRole('menuitemradio', { name: 'Folders' }), 'ArrowDown')
    await expect(row(page, 'ours.txt')).toHaveCount(0)
    await expect(chip('Type: Folders')).toBeFocused()
    await press(page, chip('Clear filters'))
    await expect(row(page, 'ours.txt')).toBeVisible()
  })

  await test.step('by person', async () => {
    await press(page, chip('Person'))
    await expect(page.getByRole('combobox', { name: 'Name or email' })).toBeFocused()
    await page.keyboard.type('erry')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(row(page, 'ours.txt')).toHaveCount(0)
    await expect(chip('Person')).toBeFocused()
  })

  await test.step('download the result as CSV', async () => {
    const coming = page.waitForEvent('download')
    await press(page, page.getByRole('button', { name: 'Download as CSV' }))
    const table = await readFile(await (await coming).path(), 'utf8')
    expect(table).toContain('bens-note.txt')
    expect(table).not.toContain('ours.txt')
  })

  await test.step('by days without changes', async () => {
    await press(page, chip('Modified'))
    await press(page, page.getByRole('menuitemradio', { name: 'Choose days…' }), 'ArrowDown')
    const days = page.getByRole('dialog', { name: 'Modified' })
    await tabTo(page, days.getByLabel('First day'))
    await page.keyboard.type('01012020')
    await tabTo(page, days.getByLabel('Last day'))
    await page.keyboard.type('02022020')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
    await expect(page).toHaveURL(/from=2020-01-01.*to=2020-02-02/)
    await press(page, page.getByRole('button', { name: 'Clear filters' }).last())
    await expect(row(page, 'ours.txt')).toBeVisible()
  })

  await test.step('create a customer folder, and filter by it', async () => {
    await press(page, panel(page).getByRole('link', { name: 'Files', exact: true }))
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /^Search files/ })).toBeFocused()
    await page.keyboard.type('New customer')
    await page.keyboard.press('Enter')
    await typeInto(page, page.getByLabel('Member number'), '42')
    await typeInto(page, page.getByLabel('Identification'), 'X1')
    await typeInto(page, page.getByLabel('First name'), 'Eva')
    await typeInto(page, page.getByLabel('Last name'), 'Sol')
    await page.keyboard.press('Enter')
    await expect(row(page, 'X1 - Eva Sol')).toBeVisible()
    await page.goto('/platform/all-files')
    await press(page, chip('Customer'))
    await tabTo(page, page.getByRole('combobox'))
    await expect(page.getByRole('option', { name: 'X1 - Eva Sol' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  })
})
