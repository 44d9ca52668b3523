import { enter } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'

sharedServer()

// Chunks loaded before an upgrade no longer exist after it.
test('a page from before an upgrade reloads itself when one of its chunks is missing', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/status of 404/)
  watch.expectComplaint(/Loading chunk set-up-dialog-\S+ failed/)
  await enter(context)
  await page.goto('/user/settings/password')
  let isChunkMissing = true
  await page.route(/set-up-dialog-[^/]+\.js$/, route =>
    isChunkMissing ? route.fulfill({ status: 404 }) : route.continue(),
  )
  page.on('framenavigated', () => {
    isChunkMissing = false
  })
  const setUp = page.getByRole('button', { name: 'Set up' })
  const reloaded = page.waitForEvent('load')
  await setUp.click()
  await reloaded
  await setUp.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('without a network the page stays, and shows an error', async ({ page, context, watch }) => {
  watch.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  watch.expectComplaint(/Failed to fetch|Loading chunk set-up-dialog-\S+ failed/)

  await enter(context)
  await page.goto('/user/settings/password')
  const setUp = page.getByRole('button', { name: 'Set up' })
  await expect(setUp).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isThisVeryPage: true }))
  await context.setOffline(true)
  await setUp.click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(
    page.getByText(/^Loading chunk set-up-dialog-\S+ failed\.\s\(error: http/),
  ).toBeVisible()
  expect(await page.evaluate(() => 'isThisVeryPage' in window)).toBe(true)
})
