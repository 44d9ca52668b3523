import { expectAccessible } from './accessible.ts'
import { enter } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { ADMIN, write } from './server.ts'

const coffer = ownServer()

test('an admin finds an event, reads its details and filters by it', async ({ page, context }) => {
  await enter(context, ADMIN)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveURL(/\/admin\/audit/)
  const table = page.getByRole('grid', { name: 'Audit log' })
  await expect(table).toContainText(`${ADMIN.name} signed in with a password`)
  await expect(table).toContainText('This server was installed')
  await expectAccessible(page, 'the audit log')
  await page.getByRole('button', { name: 'Action', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Server' }).click()
  await expect(page).toHaveURL(/category=server/)
  await expect(table).not.toContainText('signed in')
  await table.getByText('This server was installed').click()
  const details = page.getByRole('dialog', { name: /^Entry \d+$/ })
  await expect(details).toContainText('server.installed')
  await expectAccessible(page, 'the details of an entry')
  await details.getByRole('button', { name: 'Close' }).click()
})

test('a sensitive action asks for the password again and then continues', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/status of (403|422) .*\/api\/admin\/(audit\/export|reauthenticate)/)
  await enter(context, ADMIN)
  write(
    coffer(),
    `update sessions set created_at = '2026-01-01T00:00:00.000Z', reauthenticated_at = null`,
  )
  await page.goto('/admin/audit')
  await page.getByRole('button', { name: 'Export JSON' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expectAccessible(page, 'the dialog that confirms the identity')
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toContainText('This isn’t your current password.')
  await dialog.getByLabel('Your password').fill(ADMIN.password)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toMatch(/^coffer-audit-.*\.json$/)
  await expect(dialog).toBeHidden()
})

test('users see their own recent activity', async ({ page, context }) => {
  await enter(context, ADMIN)
  await page.goto('/user/settings/password')
  const activity = page.getByRole('region', { name: 'Recent activity' })
  await expect(activity).toContainText(`${ADMIN.name} signed in with a password`)
  await expectAccessible(page, 'the password page')
})
