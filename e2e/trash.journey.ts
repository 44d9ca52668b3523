import { removeItems } from '@coffer/contract/trash'
import { expectAccessible } from './accessible.ts'
import { call, enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { names, row, toast } from './screen.ts'

sharedServer()

test('the trash lists the last deleted items first, with their original location, and shows restored ones', async ({
  page,
  context,
}) => {
  await enter(context)
  const { id: letters } = await makeFolder(context, 'Letters')
  const newer = await putFile(context, 'newer.txt', { parentId: letters })
  const older = await putFile(context, 'older.txt')
  for (const { id, type } of [older, newer])
    await call(context, removeItems, { body: { items: [{ id, type }] } })
  await page.goto('/platform/trash')
  await expect.poll(() => names(page)).toEqual(['newer.txt', 'older.txt'])
  await expect(row(page, 'newer.txt').getByText('Files / Letters')).toBeVisible()
  await expect(row(page, 'newer.txt').getByText('30 days')).toBeVisible()
  await expectAccessible(page, 'the trash')
  await page.screenshot({ path: test.info().outputPath('trash-1440.png') })
  await page.getByRole('columnheader', { name: 'Deleted' }).getByRole('button').click()
  await expect.poll(() => names(page)).toEqual(['older.txt', 'newer.txt'])
  await row(page, 'newer.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  const restored = toast(page, '1 item restored to Letters')
  await restored.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(`/platform/files/${letters}`)
  await expect(row(page, 'newer.txt')).toBeVisible()
})
