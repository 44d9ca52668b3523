import { enter } from './api.ts'
import { writeRandom } from './folder-on-disk.ts'
import { expect, sharedServer, test } from './journey.ts'
import { slowDown } from './large-upload.ts'
import { choose, tray } from './screen.ts'

sharedServer()

test('each upload tells its own speed and time left, and signing out asks first', async ({
  page,
  context,
  watch,
}, testInfo) => {
  // What was on its way when the session ended.
  watch.expectComplaint(/status of 401.*\/api\/upload/)
  await enter(context)
  const files = ['one.bin', 'two.bin'].map(name => testInfo.outputPath(name))
  for (const path of files) await writeRandom(path, 20_000_000)
  await page.goto('/platform/files')
  await slowDown(page, 2_000_000)
  const opener = page.getByRole('menuitem', { name: 'Upload files' })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await choose(page, opener, files)

  await test.step('a pace for each', async () => {
    const sending = tray(page)
      .getByRole('listitem')
      .filter({ hasText: /\/s · \d+ (s|min) left/ })
    await expect(sending.first()).toBeVisible()
  })

  const question = page.getByRole('dialog', { name: 'Uploads in progress' })
  await test.step('who stays goes on', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/platform/files')
    await expect(tray(page)).toBeVisible()
  })

  await test.step('who wants it all the same leaves', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/sign-in')
  })
})
