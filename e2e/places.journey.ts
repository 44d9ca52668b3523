import { expectAccessible } from './accessible.ts'
import { enter, makeFolder, putFile } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { row } from './screen.ts'

ownServer()

test('favourites, recent uploads and all files', async ({ page, context }) => {
  await enter(context)
  const { id: invoices } = await makeFolder(context, 'Invoices')
  const { id: year } = await makeFolder(context, '2026', { parent_id: invoices })
  await putFile(context, 'deep.txt', { parentId: year })
  await putFile(context, 'top.txt')
  const panel = page.getByRole('navigation', { name: 'In this section' })

  await test.step('a star by key shows on the row and in the panel', async () => {
    await page.goto('/platform/files')
    await page.getByRole('button', { name: 'Got it' }).click()
    await row(page, 'Invoices').click()
    await page.keyboard.press('s')
    await expect(row(page, 'Invoices').getByRole('img', { name: 'Favourite' })).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Invoices' })).toBeVisible()
    await page.reload()
    await panel.getByRole('link', { name: 'Invoices' }).click()
    await expect(page).toHaveURL(`/platform/files/${invoices}`)
  })

  await test.step('recent uploads leads to where a file lies', async () => {
    await panel.getByRole('link', { name: 'Recent uploads' }).click()
    await expect(row(page, 'top.txt')).toBeVisible()
    await row(page, 'deep.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Show in folder' }).click()
    await expect(page).toHaveURL(`/platform/files/${year}`)
    await expect(row(page, 'deep.txt')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a filter of all files stays in the address', async () => {
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

  await test.step("a customer's folder", async () => {
    await page.goto('/platform/files')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New customer folder' }).click()
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

  await test.step('the tree is as it was left, and a star set elsewhere shows at once', async () => {
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

  for (const place of ['all-files', 'recent-uploads', 'my-shared-items'])
    await test.step(`axe has nothing to say about ${place}`, async () => {
      await page.goto(`/platform/${place}`)
      if (place === 'my-shared-items')
        await expect(
          page.getByRole('heading', { name: 'You have shared nothing yet' }),
        ).toBeVisible()
      else await expect(row(page, 'top.txt')).toBeVisible()
      await expectAccessible(page, place)
    })
})
