import { enter } from './api.ts'
import { writeRandom } from './folder-on-disk.ts'
import { expect, sharedServer, test } from './journey.ts'
import { slowDown } from './large-upload.ts'
import { choose, tray } from './screen.ts'

sharedServer()

test('each upload shows its speed and time left, and signing out asks first', async ({
  page,
  context,
  watch,
}, testInfo) => {
  // Requests that ran when the session ended.
  watch.expectComplaint(/status of 401.*\/api\/upload/)
  await enter(context)
  const files = ['one.bin', 'two.bin'].map(name => testInfo.outputPath(name))
  for (const path of files) await writeRandom(path, 20_000_000)
  await page.goto('/platform/files')
  await slowDown(page, 2_000_000)
  const opener = page.getByRole('menuitem', { name: 'Upload files' })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await choose(page, opener, files)

  await test.step('speed and time left of each upload', async () => {
    const sending = tray(page)
      .getByRole('listitem')
      .filter({ hasText: /\/s · \d+ (s|min) left/ })
    await expect(sending.first()).toBeVisible()
  })

  const question = page.getByRole('dialog', { name: 'Uploads in progress' })
  await test.step('cancelling the sign-out continues', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/platform/files')
    await expect(tray(page)).toBeVisible()
  })

  await test.step('confirming it signs out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/sign-in')
  })
})
