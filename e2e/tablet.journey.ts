import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, makeFolder } from './api.ts'
import { openDevtools } from './devtools.ts'
import { expect, sharedServer, test } from './journey.ts'
import { row, toast } from './screen.ts'

/** A wide touch screen without a mouse. */
test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } })
sharedServer()

const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selection actions' })

/** Long press until the menu opens. */
async function hold(page: Page, target: Locator): Promise<void> {
  const { x = 0, y = 0, height = 0 } = (await target.boundingBox()) ?? {}
  const devtools = await openDevtools(page)
  const touchPoints = [{ x: x + 120, y: y + height / 2 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(page.getByRole('menu')).toBeVisible()
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

test('on a tablet several items are selected by touch', async ({ page, context }) => {
  await enter(context)
  const { id } = await makeFolder(context, `Seasons ${Date.now()}`)
  for (const name of ['Autumn', 'Spring', 'Summer', 'Winter'])
    await makeFolder(context, name, { parent_id: id })
  await page.goto(`/platform/files/${id}`)

  await test.step('with the button, until done', async () => {
    await page.getByRole('button', { name: 'Select items' }).tap()
    await expect(bar(page)).toBeVisible()
    await row(page, 'Autumn').tap()
    await row(page, 'Spring').tap()
    await expect(bar(page).getByText('2 of 4 selected')).toBeVisible()
    await row(page, 'Spring').tap()
    await row(page, 'Autumn').tap()
    await expect(bar(page), 'it stays while nothing is chosen').toBeVisible()
    await expectAccessible(page, 'selecting by finger')
    await page.getByRole('button', { name: 'Done' }).tap()
    await expect(bar(page)).toBeHidden()
  })

  await test.step('with a long press on the first', async () => {
    await hold(page, row(page, 'Summer'))
    await row(page, 'Winter').tap()
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(bar(page).getByText('2 of 4 selected')).toBeVisible()
    await bar(page).getByRole('button', { name: 'Delete' }).tap()
    await expect(toast(page, '2 items moved to trash')).toBeVisible()
  })

  await test.step('afterwards a tap opens items again', async () => {
    await row(page, 'Autumn').tap()
    await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()
  })
})
