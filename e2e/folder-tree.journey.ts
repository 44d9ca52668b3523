import { enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { row } from './screen.ts'

sharedServer()

const MANY = 130
const NAVIGATION = '/api/browse/navigation'

test('the tree loads one page of a level, and reloads only when folders change', async ({
  page,
  context,
}) => {
  await enter(context)
  const names = Array.from({ length: MANY }, (_, index) => `Customer ${1000 + index}`)
  for (const name of names) await makeFolder(context, name)
  let requests = 0
  page.on('request', request => {
    if (request.url().includes(NAVIGATION)) requests += 1
  })
  await page.goto('/platform/files')
  const tree = page.getByRole('tree', { name: 'Folders' })

  await test.step('the first hundred, then the rest', async () => {
    await expect(tree.getByText('Customer 1099')).toBeAttached()
    await expect(tree.getByRole('treeitem')).toHaveCount(101)
    await tree.getByRole('treeitem', { name: 'Customer 1000' }).focus()
    await page.keyboard.press('End')
    const more = tree.getByRole('treeitem', { name: 'Show more (30 not shown)' })
    await expect(more).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tree.getByRole('treeitem')).toHaveCount(MANY)
    await expect(tree.getByRole('treeitem', { name: 'Customer 1099' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(tree.getByRole('treeitem', { name: 'Customer 1100' })).toBeFocused()
  })

  await test.step('new files do not reload it, new folders do', async () => {
    const before = requests
    await putFile(context, 'pier.txt')
    await expect(page.getByText(`${MANY + 1} items`).first()).toBeVisible()
    expect(requests).toBe(before)
    await makeFolder(context, 'Another')
    await expect(tree.getByRole('treeitem', { name: 'Another' })).toBeVisible()
    expect(requests).toBeGreaterThan(before)
  })
})

test('a tree that failed to load shows an error and can be retried', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/500/)
  await enter(context)
  await makeFolder(context, 'Boats')
  await page.route(`**${NAVIGATION}`, route =>
    route.fulfill({ status: 500, json: { code: 'internal', title: 'Sorry', status: 500 } }),
  )
  await page.goto('/platform/files')
  await expect(row(page, 'Boats')).toBeVisible()
  await expect(page.getByText('Something is wrong. The folders could not be loaded.')).toBeVisible()
  await page.unroute(`**${NAVIGATION}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('treeitem', { name: 'Boats' })).toBeVisible()
})
