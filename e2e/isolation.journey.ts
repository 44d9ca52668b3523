import { BEN, enter, join, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { row } from './screen.ts'

sharedServer()

test("users cannot see each other's files", async ({ page, context, browser, watch }) => {
  await enter(context)
  const folder = await makeFolder(context, 'Letters')
  const file = await putFile(context, 'to-mira.txt', { parentId: folder.id })
  await page.goto(`/platform/files/${folder.id}`)
  await expect(row(page, 'to-mira.txt')).toBeVisible()

  const otherContext = await browser.newContext()
  await join(otherContext, BEN)
  const otherPage = await otherContext.newPage()
  await otherPage.goto('/platform/files')
  await expect(otherPage.getByRole('heading', { name: 'Your files start here' })).toBeVisible()

  watch.expectComplaint(/404.*\/api\/browse\//)
  for (const section of ['files', 'trash']) {
    await otherPage.goto(`/platform/${section}/${folder.id}`)
    await expect(otherPage.getByRole('heading', { name: 'Folder not found' })).toBeVisible()
    await expect(otherPage.getByText('Letters')).toHaveCount(0)
  }
  await otherPage.goto(`/platform/files/${folder.id}`)
  await otherPage.getByRole('link', { name: 'Go to your files' }).click()
  await expect(otherPage.getByRole('heading', { name: 'Your files start here' })).toBeVisible()
  const content = await otherContext.request.get(file.attributes.file_url ?? '')
  expect(content.status()).toBe(404)
})
