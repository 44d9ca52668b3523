import type { Page } from '@playwright/test'
import { enter, makeFolder, makeLink, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { list, row } from './screen.ts'

sharedServer()

const retry = (page: Page) =>
  page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Try again' })

/** Answers with an error that is not retried automatically. */
const refuse = (page: Page, calls: RegExp) =>
  page.route(calls, route =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
  )

test('a failed page of a list shows an error and can be retried', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/status of 500/)
  await enter(context)
  const { id } = await makeFolder(context, 'Logs')
  for (let number = 0; number < 120; number += 1)
    await makeFolder(context, `log-${String(number).padStart(3, '0')}`, { parent_id: id })
  await page.goto(`/platform/files/${id}`)
  await expect(row(page, 'log-119')).toBeVisible()

  const later = /\/api\/browse\/folders\/.*[?&]page=[23]/
  await refuse(page, later)
  await list(page).focus()
  await page.keyboard.press('End')
  await expect(retry(page)).toBeVisible()
  await page.unroute(later)
  await retry(page).click()
  await expect(row(page, 'log-000')).toBeVisible()
  await expect(retry(page)).toBeHidden()
})

test('a failed folder shows the generic popup, and can be retried in place', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/status of 500/)
  await enter(context)
  const { id } = await makeFolder(context, 'Tides')
  await putFile(context, 'tide.txt', { parentId: id })
  const call = new RegExp(`/api/browse/folders/${id}`)
  await refuse(page, call)
  await page.goto(`/platform/files/${id}`)
  const popup = page.getByRole('dialog', { name: 'Whoops, something went wrong' })
  await popup.getByRole('button').click()
  await expect(popup).toBeHidden()
  await page.unroute(call)
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'tide.txt')).toBeVisible()
})

test('a failed shared file shows an error and can be retried', async ({ page, context, watch }) => {
  watch.expectComplaint(/status of 500/)
  await enter(context)
  const file = await putFile(context, 'tide.txt', { content: 'high at noon' })
  const { token } = await makeLink(context, file)
  const call = /\/api\/sharing\/file\//
  await refuse(page, call)
  await page.goto(`/share/${token}/file`)
  await expect(retry(page)).toBeVisible()
  await page.unroute(call)
  await retry(page).click()
  await expect(page.getByText('high at noon')).toBeVisible()
})
