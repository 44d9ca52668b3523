import { BEN, enter, join, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { row } from './screen.ts'

sharedServer()

test("users cannot see each other's files", async ({ page, context, browser, watch }) => {
  await enter(context)
  const folder = await makeFolder(context, 'Letters')
  const letter = await putFile(context, 'to-mira.txt', { parentId: folder.id })
  await page.goto(`/platform/files/${folder.id}`)
  await expect(row(page, 'to-mira.txt')).toBeVisible()

  const others = await browser.newContext()
  await join(others, BEN)
  const otherPage = await others.newPage()
  await otherPage.goto('/platform/files')
  await expect(otherPage.getByRole('heading', { name: 'Your files start here' })).toBeVisible()

  watch.expectComplaint(/404.*\/api\/browse\//)
  for (const place of ['files', 'trash']) {
    await otherPage.goto(`/platform/${place}/${folder.id}`)
    await expect(otherPage.getByRole('heading', { name: 'Folder not found' })).toBeVisible()
    await expect(otherPage.getByText('Letters')).toHaveCount(0)
  }
  await otherPage.goto(`/platform/files/${folder.id}`)
  await otherPage.getByRole('link', { name: 'Go to your files' }).click()
  await expect(otherPage.getByRole('heading', { name: 'Your files start here' })).toBeVisible()
  const content = await others.request.get(letter.attributes.file_url ?? '')
  expect(content.status()).toBe(404)
})
