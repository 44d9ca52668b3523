import { expectAccessible } from './accessible.ts'
import { enter, putFile } from './api.ts'
import { sell } from './billing.ts'
import { expect, ownServer, test } from './journey.ts'
import { ADMIN, write } from './server.ts'

const coffer = ownServer()

test('the dashboard shows figures, problems with their remedy, and new users', async ({
  page,
  context,
}) => {
  await enter(context, ADMIN)
  await putFile(context, 'harbour.txt')
  await page.goto('/platform/files')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('region', { name: 'Users', exact: true })).toContainText('+1')
  await expect(page.getByRole('region', { name: 'Newest users' })).toContainText(ADMIN.email)
  const plot = page.getByRole('slider', { name: /^Uploads and downloads/ })
  await plot.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(plot).toHaveAttribute('aria-valuetext', /0\sB uploaded, 0\sB downloaded$/)
  await expectAccessible(page, 'the dashboard')
  const problem = page.getByRole('listitem').filter({ hasText: 'No mail server' })
  await problem.getByRole('link', { name: 'Set up' }).click()
  await expect(page).toHaveURL('/admin/settings/environment')
})

test('the dashboard names a missing metered plan and the newest transactions', async ({
  page,
  context,
}) => {
  await sell(context, 'metered')
  const at = Date.now()
  write(
    coffer(),
    `insert into transactions (id, key, user_id, type, status, note, driver, amount, currency,
       created_at, updated_at)
     select ?, ?, id, 'charge', 'error', 'usage', 'stripe', 1250, 'EUR', ?, ? from users where email = ?`,
    ...['019ab7d2-0000-7000-8000-000000000002', 'payment:journey', at, at, ADMIN.email],
  )
  await page.goto('/admin/dashboard')
  const newest = page.getByRole('region', { name: 'Newest transactions' })
  for (const text of [ADMIN.name, 'Charge', '€12.50', 'Failed'])
    await expect(newest).toContainText(text)
  await expectAccessible(page, 'the dashboard with transactions')
  await newest.getByRole('link', { name: 'All transactions' }).click()
  await expect(page).toHaveURL(/\/admin\/invoices\/transactions/)
  await page.goBack()
  const problem = page.getByRole('listitem').filter({ hasText: 'No metered plan' })
  await problem.getByRole('link', { name: 'Create plan' }).click()
  await expect(page).toHaveURL('/admin/plan/create/metered')
})

test('the server page shows failed jobs, which an admin removes', async ({ page, context }) => {
  await enter(context, ADMIN)
  await write(
    coffer(),
    `insert into jobs (id, name, payload, state, attempt, attempts, run_at, reason, created_at)
     values ('019ab7d2-0000-7000-8000-000000000001', 'mail.send', '{}', 'dead', 8, 8, ${Date.now()},
       'The mail server did not take it (EENVELOPE 550).', ${Date.now()})`,
  )
  await page.goto('/admin/dashboard')
  const problem = page.getByRole('listitem').filter({ hasText: '1 background job failed' })
  await problem.getByRole('link', { name: 'Review' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Database' })).toContainText('OK')
  const jobs = page.getByRole('grid', { name: 'Failed' })
  await expect(jobs).toContainText('EENVELOPE 550')
  await expectAccessible(page, 'the server page')
  await jobs.getByRole('button', { name: 'Actions for mail.send' }).click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('No failed jobs.')).toBeVisible()
})

test('both pages fit on a phone', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(context, ADMIN)
  for (const [path, title] of [
    ['/admin/dashboard', 'Dashboard'],
    ['/admin/settings/server', 'Server'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    await expectAccessible(page, title)
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }))
    expect(scroll).toBe(client)
  }
})
