import { emptyTrash, removeItems } from '@coffer/contract/trash'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ADA, call, enter, makeLink, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { toast } from './screen.ts'
import { limitStorage, write } from './server.ts'

const server = sharedServer()

const bar = (page: Page) => page.getByRole('region', { name: 'Restricted account' })
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name }).click()

test('a full storage shows a bar and its usage, and space is freed up', async ({
  page,
  context,
}) => {
  await enter(context)
  await putFile(context, 'draft.txt', { content: 'x'.repeat(4000) })
  await putFile(context, 'draft.txt', { content: 'y'.repeat(1000), onConflict: 'replace' })
  await putFile(context, 'boats.txt', { content: 'z'.repeat(3000) })
  limitStorage(server(), ADA, 5000)
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()

  await test.step('the red bar shows on every page', async () => {
    await expect(bar(page)).toContainText('Your storage is full')
    await bar(page).getByRole('link', { name: 'See storage use' }).click()
    await expect(page.getByRole('heading', { name: 'Storage', level: 1 })).toBeVisible()
  })

  await test.step('usage by kind, by day and by file', async () => {
    await expect(page.getByText('8 kB of 5 kB used (100%)')).toBeVisible()
    const uploaded = page.getByRole('slider', { name: 'Uploaded' })
    await uploaded.focus()
    await expect(uploaded).toHaveAttribute('aria-valuetext', /: 8\skB$/i)
    await page.keyboard.press('ArrowLeft')
    await expect(uploaded).toHaveAttribute('aria-valuetext', /: 0\s/)
    const files = page.getByRole('region', { name: 'Largest files' }).getByRole('listitem')
    await expect(files).toHaveText([/boats\.txt.*3\skB/i, /draft\.txt.*1\skB/i])
    await expectAccessible(page, 'storage')
  })

  await test.step('deleting old versions removes the bar', async () => {
    await page.getByRole('button', { name: 'Delete old versions' }).click()
    await confirm(page, 'Delete old versions')
    await expect(toast(page, '4 kB freed up')).toBeVisible()
    await expect(page.getByText('4 kB of 5 kB used (80%)')).toBeVisible()
    await expect(bar(page)).toBeHidden()
  })

  await test.step('a large file is deleted through the trash', async () => {
    await page.getByRole('button', { name: 'Move boats.txt to the trash' }).click()
    await expect(page.getByText('3 kB in the trash')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show boats.txt in the trash' })).toBeVisible()
    await page.getByRole('button', { name: 'Empty trash' }).click()
    await confirm(page, 'Empty trash')
    await expect(page.getByText('1 kB of 5 kB used (20%)')).toBeVisible()
    await expect(page.getByText('boats.txt', { exact: true })).toBeHidden()
  })

  await test.step('a remaining file is shown in its folder', async () => {
    await page.getByRole('button', { name: 'Show draft.txt in its folder' }).click()
    await expect(page.getByRole('row', { name: /draft\.txt/ })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })
})

test('the red bar appears and disappears live', async ({ page, context, browser }) => {
  await enter(context)
  limitStorage(server(), ADA, 50_000)
  await putFile(context, 'draft.txt', { content: 'x'.repeat(1000) })
  await page.goto('/platform/files')
  await expect(page.getByRole('row', { name: /draft\.txt/ })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  const otherContext = await browser.newContext({ baseURL: server().origin })
  await enter(otherContext)
  const large = await putFile(otherContext, 'large.txt', { content: 'x'.repeat(49_000) })
  await expect(bar(page)).toContainText('Your storage is full')
  // APP-19: the bar links to Billing.
  await expect(bar(page).getByRole('link', { name: 'Go to billing' })).toHaveAttribute(
    'href',
    '/user/settings/billing',
  )
  const items = [{ id: large.id, type: 'file' as const, force_delete: false }]
  await call(otherContext, removeItems, { body: { items } })
  await call(otherContext, emptyTrash, { query: {} })
  await expect(bar(page)).toBeHidden()
  await otherContext.close()
})

test('a link of a restricted owner shows an unavailable page', async ({
  browser,
  context,
  watch,
}) => {
  await enter(context)
  const file = await putFile(context, 'shared.txt')
  const { token } = await makeLink(context, file)
  const restriction = `insert into user_restrictions
      (user_id, reason, can_upload, can_download, can_create_folder, can_create_team_folder, created_at)
    select id, 'unpaid', 1, 0, 1, 1, 0 from users where email = ?`
  write(server(), restriction, ADA.email)
  const guest = await (await browser.newContext({ baseURL: server().origin })).newPage()
  watch.expectComplaint(/status of 401/)
  await guest.goto(`/share/${token}`)
  await expect(guest).toHaveURL(/\/temporary-unavailable$/)
  await expect(guest.getByRole('heading', { name: 'Temporarily unavailable' })).toBeVisible()
  await guest.context().close()
})
