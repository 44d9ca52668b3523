import { addFavourites } from '@coffer/contract/favourites'
import { renameItem } from '@coffer/contract/items'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { BEN, call, copyAll, enter, join, makeFolder, putFile } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { row, toast } from './screen.ts'
import { ADMIN } from './server.ts'

ownServer()

test('favourites, recent uploads and all files', async ({ page, context }) => {
  await enter(context)
  const { id: invoices } = await makeFolder(context, 'Invoices', { emoji: '🧾' })
  const { id: year } = await makeFolder(context, '2026', { parent_id: invoices })
  await putFile(context, 'deep.txt', { parentId: year })
  await putFile(context, 'top.txt')
  const panel = page.getByRole('navigation', { name: 'In this section' })

  await test.step('favouriting by key shows on the row and in the panel', async () => {
    await page.goto('/platform/files')
    await page.getByRole('button', { name: 'Got it' }).click()
    await row(page, 'Invoices').click()
    const favouriteSaved = page.waitForResponse(response =>
      response.url().endsWith(addFavourites.path),
    )
    await page.keyboard.press('s')
    await expect(row(page, 'Invoices').getByRole('img', { name: 'Favourite' })).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Invoices' })).toBeVisible()
    await favouriteSaved
    await expect(toast(page, '“Invoices” added to favourites')).toBeVisible()
    await page.reload()
    await panel.getByRole('link', { name: 'Invoices' }).click()
    await expect(page).toHaveURL(`/platform/files/${invoices}`)
  })

  await test.step('changes of a favourite show in the panel', async () => {
    await page.goto('/platform/files')
    await row(page, 'Invoices').click()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: /^New name for/ })).toBeFocused()
    await page.keyboard.type('Bills')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('link', { name: 'Bills' })).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(panel.getByRole('link', { name: 'Bills' })).toHaveCount(0)
    await toast(page, 'moved to trash').getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByRole('link', { name: 'Bills' })).toBeVisible()
    const body = { name: 'Invoices', type: 'folder' } as const
    await call(context, renameItem, { params: { id: invoices }, body })
    await expect(panel.getByRole('link', { name: 'Invoices' })).toBeVisible()
  })

  await test.step('recent uploads link to the folder of a file', async () => {
    await panel.getByRole('link', { name: 'Recent uploads' }).click()
    await expect(row(page, 'top.txt')).toBeVisible()
    await row(page, 'deep.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Show in folder' }).click()
    await expect(page).toHaveURL(`/platform/files/${year}`)
    await expect(row(page, 'deep.txt')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a filter of all files stays in the URL', async () => {
    await panel.getByRole('link', { name: 'All files' }).click()
    await expect(row(page, 'deep.txt')).toBeVisible()
    await page.getByRole('button', { name: 'Type' }).click()
    await page.getByRole('menu').getByText('Folders').click()
    await expect(row(page, 'deep.txt')).toHaveCount(0)
    await expect(page).toHaveURL(/kind=folder/)
    await page.reload()
    await expect(row(page, '2026')).toBeVisible()
    await expect(row(page, 'deep.txt')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(row(page, 'deep.txt')).toBeVisible()
  })

  await test.step('going back from a folder returns to all files, and details link to the folder of an item', async () => {
    await page.goto(`/platform/all-files/${year}`)
    const way = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await expect(way.getByRole('link', { name: 'Invoices' }).locator('svg')).toBeVisible()
    await way.getByRole('link', { name: 'All files' }).click()
    await expect(page).toHaveURL('/platform/all-files')
    await expect(page.getByRole('columnheader', { name: 'Location' })).toBeVisible()
    await expect(row(page, 'deep.txt').getByText('Files / Invoices / 2026')).toBeVisible()
    await row(page, 'deep.txt').click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByRole('link', { name: 'Files / Invoices / 2026' }).click()
    await expect(page).toHaveURL(`/platform/files/${year}`)
  })

  await test.step('a customer folder', async () => {
    await page.goto('/platform/files')
    await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search files/ }).fill('New customer')
    await page.getByRole('option', { name: 'New customer folder' }).click()
    await page.getByLabel('Member number').fill('42')
    await page.getByLabel('Identification').fill('X1')
    await page.getByLabel('First name').fill('Eva')
    await page.getByLabel('Last name').fill('Sol')
    await page.getByRole('button', { name: 'Create folder' }).click()
    await expect(row(page, 'X1 - Eva Sol')).toBeVisible()
    await row(page, 'X1 - Eva Sol').click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await expect(details.getByText('Eva Sol', { exact: true })).toBeVisible()
    await expect(details.getByText('42', { exact: true })).toBeVisible()
  })

  await test.step('no customer folder in another folder', async () => {
    await page.goto(`/platform/files/${year}`)
    await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search files/ }).fill('New customer')
    await page.getByRole('option', { name: 'New customer folder' }).click()
    const alert = page.getByRole('dialog', { name: 'Solo se permite en carpeta raiz' })
    await alert.getByRole('button').click()
    await expect(alert).toBeHidden()
    await page.goto('/platform/files')
  })

  await test.step('the tree keeps its state, and a favourite set elsewhere shows at once', async () => {
    const tree = panel.getByRole('tree', { name: 'Folders' })
    await tree.getByRole('treeitem', { name: 'Invoices' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(tree.getByRole('treeitem', { name: '2026' })).toBeVisible()
    await page.reload()
    await expect(tree.getByRole('treeitem', { name: '2026' })).toBeVisible()
    const other = await context.newPage()
    await other.goto('/platform/files')
    await row(other, 'top.txt').click()
    await other.keyboard.press('s')
    await expect(panel.getByRole('link', { name: 'top.txt' })).toBeVisible()
    await expect(row(page, 'top.txt').getByRole('img', { name: 'Favourite' })).toBeVisible()
    await other.close()
  })

  for (const section of ['all-files', 'recent-uploads', 'my-shared-items'])
    await test.step(`axe has nothing to say about ${section}`, async () => {
      await page.goto(`/platform/${section}`)
      if (section === 'my-shared-items')
        await expect(page.getByRole('heading', { name: 'Nothing shared yet' })).toBeVisible()
      else await expect(row(page, 'top.txt')).toBeVisible()
      await expectAccessible(page, section)
    })
})

test('an administrator filters all files by person, customer and days', async ({
  page,
  context,
}) => {
  await join(context, BEN)
  await putFile(context, 'bens-note.txt')
  await enter(context, ADMIN)
  await putFile(context, 'ours.txt')
  const chips = page.getByRole('group', { name: 'Filters' })
  const person = chips.getByRole('button', { name: 'Person' })

  await test.step('a person is found by a part of the name, with keys', async () => {
    await page.goto('/platform/all-files')
    await page.getByRole('button', { name: 'Got it' }).click()
    await expect(row(page, 'ours.txt')).toBeVisible()
    await person.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Name or email' }).pressSequentially('erry')
    await expect(page.getByRole('option')).toHaveCount(1)
    await expectAccessible(page, 'the choice of a person')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(row(page, 'ours.txt')).toHaveCount(0)
    await expect(row(page, 'bens-note.txt')).toBeVisible()
    await expect(person).toBeFocused()
    await page.reload()
    await expect(row(page, 'bens-note.txt')).toBeVisible()
    await expect(chips.getByRole('button', { name: 'Person: Ben Ferry' })).toBeVisible()
  })

  await test.step('no matching person', async () => {
    await person.click()
    await page.getByRole('combobox', { name: 'Name or email' }).fill('zz')
    await expect(page.getByText('No matching people')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(person).toBeFocused()
  })

  await test.step('custom days without changes', async () => {
    await chips.getByRole('button', { name: 'Modified' }).click()
    await expectAccessible(page, 'the menu of days')
    await page.getByRole('menuitemradio', { name: 'Choose days…' }).click()
    const days = page.getByRole('dialog', { name: 'Modified' })
    await days.getByLabel('First day').fill('2020-03-20')
    await days.getByLabel('Last day').fill('2020-03-03')
    await days.getByRole('button', { name: 'Apply' }).click()
    await expect(days.getByText('The last day is before the first day.')).toBeVisible()
    await expectAccessible(page, 'the choice of days')
    await days.getByLabel('First day').fill('2020-03-01')
    await days.getByLabel('Last day').press('Enter')
    await expect(days).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
    await expect(page).toHaveURL(/from=2020-03-01.*to=2020-03-03/)
    await page.reload()
    await expect(chips.getByRole('button', { name: /^Modified: .*2020/ })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(row(page, 'ours.txt')).toBeVisible()
    await expect(row(page, 'bens-note.txt')).toBeVisible()
  })

  await test.step('by customer and only a first day', async () => {
    await chips.getByRole('button', { name: 'Customer' }).click()
    await page.getByRole('option', { name: 'X1 - Eva Sol' }).click()
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await chips.getByRole('button', { name: 'Modified' }).click()
    await page.getByRole('menuitemradio', { name: 'Choose days…' }).click()
    await page.getByLabel('First day').fill('2020-03-01')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(chips.getByRole('button', { name: /^Modified: Since/ })).toBeVisible()
    await expect(row(page, 'ours.txt')).toBeVisible()
  })

  await test.step("users without other users' items see no person filter, and on a phone the chips stay in one line", async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    // A page of the session that ends could be calling.
    await page.goto('about:blank')
    await enter(context, BEN)
    await page.goto('/platform/all-files')
    await expect(row(page, 'bens-note.txt')).toBeVisible()
    await expect(row(page, 'ours.txt')).toHaveCount(0)
    await expect(person).toHaveCount(0)
    await chips.getByRole('button', { name: 'Modified' }).click()
    await page.getByRole('menuitemradio', { name: 'Today' }).click()
    await expect(page).toHaveURL(/days=/)
    await expectAccessible(page, 'narrowed files on a phone')
  })
})

/** Waits for the server: the list hides the file before, and the next page would end the call. */
async function remove(page: Page, name: string): Promise<void> {
  await row(page, name).click()
  const removed = page.waitForResponse('**/api/remove')
  await page.keyboard.press('Delete')
  await removed
  await expect(row(page, name)).toHaveCount(0)
}

test('an administrator sees the trash of all users, read-only', async ({ page, context }) => {
  await enter(context, BEN)
  await putFile(context, 'bens-draft.txt')
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()
  await remove(page, 'bens-draft.txt')
  await enter(context, ADMIN)
  await putFile(context, 'adas-draft.txt')
  await page.goto('/platform/files')
  await remove(page, 'adas-draft.txt')

  await page.goto('/admin/trashed')
  await expect(row(page, 'adas-draft.txt')).toBeVisible()
  await row(page, 'bens-draft.txt').click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByText('Ben Ferry')).toBeVisible()
  await expectAccessible(page, 'trashed items of everybody')
  await row(page, 'bens-draft.txt').click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([
    'Restore',
    'Delete forever',
    'Only Ben Ferry’s items',
    'Empty the trash of Ben Ferry',
  ])
  await page.getByRole('menuitem', { name: /^Only Ben/ }).click()
  await expect(row(page, 'adas-draft.txt')).toHaveCount(0)
  await page.reload()
  await expect(row(page, 'bens-draft.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Type' }).click()
  await page.getByRole('menuitemradio', { name: 'Images' }).click()
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(row(page, 'adas-draft.txt')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Actions for bens-draft.txt' }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByRole('dialog', { name: 'Details' }).getByText('Ben Ferry')).toBeVisible()
  await expectAccessible(page, 'details of a trashed item')
})

test('recent uploads are grouped by day', async ({ page, context }) => {
  await enter(context, BEN)
  for (const name of ['oldest.txt', 'older.txt', 'newer.txt', 'newest.txt'])
    await putFile(context, name)
  const arrived = new Map([
    ['newest.txt', 0],
    ['newer.txt', 0],
    ['older.txt', 1],
    ['oldest.txt', 400],
  ])
  await page.route('**/api/browse/latest?**', async route => {
    const response = await route.fetch()
    const listing = await response.json()
    for (const { attributes } of listing.data) {
      const days = arrived.get(attributes.name) ?? 400
      const date = new Date(Date.parse(attributes.created_at) - days * 86_400_000)
      attributes.created_at = date.toISOString()
    }
    await route.fulfill({ response, json: listing })
  })
  await page.goto('/platform/recent-uploads')
  await page.getByRole('button', { name: 'Got it' }).click()
  const headings = page.getByRole('grid').getByRole('rowheader')
  const year = new Date(Date.now() - 400 * 86_400_000).getFullYear()
  await expect(headings).toHaveText(['Today', 'Yesterday', new RegExp(`${year}$`)])
  await expectAccessible(page, 'recent uploads by days')

  await test.step('arrow keys skip the headings', async () => {
    await row(page, 'newer.txt').click()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'older.txt')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a marquee selects the items under it', async () => {
    const [first, last] = await Promise.all([
      row(page, 'newer.txt').boundingBox(),
      row(page, 'oldest.txt').boundingBox(),
    ])
    if (!first || !last) throw new Error('The rows are not drawn.')
    const x = first.x + first.width * 0.6
    await page.mouse.move(x, first.y + first.height / 2)
    await page.mouse.down()
    // The point lies in the last heading, not in the row below it.
    await page.mouse.move(x + 10, last.y - 12, { steps: 4 })
    await page.mouse.up()
    await expect(row(page, 'newer.txt')).toHaveAttribute('aria-selected', 'true')
    await expect(row(page, 'older.txt')).toHaveAttribute('aria-selected', 'true')
    await expect(row(page, 'oldest.txt')).toHaveAttribute('aria-selected', 'false')
  })

  await test.step('the grid has no headings', async () => {
    await page.getByRole('button', { name: 'Grid' }).click()
    await expect(row(page, 'oldest.txt')).toBeVisible()
    await expect(headings).toHaveCount(0)
    await page.getByRole('button', { name: 'List' }).click()
    await expect(headings).toHaveCount(3)
  })
})

test('in Spanish, long counts are not cut and keys have their Spanish names', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'es-ES' })
  await enter(context)
  const folder = await makeFolder(context, 'Muchos')
  for (let file = 0; file < 5; file += 1)
    await putFile(context, `${file}.txt`, { parentId: folder.id })
  for (let doubled = 0; doubled < 11; doubled += 1) await copyAll(context, folder.id)
  const page = await context.newPage()
  await page.goto('/platform/files')
  const count = page.getByRole('gridcell').filter({ hasText: /^10.240 elementos$/ })
  await expect(count).toBeVisible()
  expect(await count.evaluate(cell => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Atajos de teclado' })
  for (const name of ['Mayús', 'Intro', 'Retroceso', 'Supr'])
    await expect(keys.getByText(name, { exact: true }).first()).toBeVisible()
  await context.close()
})
