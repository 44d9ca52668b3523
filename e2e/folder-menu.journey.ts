import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { list, row } from './screen.ts'

sharedServer()

const chevron = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for the folder ${name}` })
const menu = (page: Page, name: string) => page.getByRole('menu', { name, exact: true })
/** Moves down the menu to an entry. */
async function tabDown(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 20; press += 1) {
    if (await entry(page, name).evaluate(node => node === document.activeElement)) return
    await page.keyboard.press('ArrowDown')
  }
  await expect(entry(page, name)).toBeFocused()
}
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

test('the open folder has a menu at its name, by keyboard alone', async ({ page, context }) => {
  await enter(context)
  const { id } = await makeFolder(context, 'Harbour')
  await putFile(context, 'boats.txt', { parentId: id })
  await page.goto(`/platform/files/${id}`)
  await tabTo(page, page.getByRole('button', { name: 'Got it' }))
  await page.keyboard.press('Enter')

  await tabTo(page, chevron(page, 'Harbour'))
  await page.keyboard.press('Enter')
  await expect(menu(page, 'Harbour')).toBeVisible()
  await expectAccessible(page, 'the menu of a folder')
  await page.keyboard.press('Escape')
  await expect(menu(page, 'Harbour')).toHaveCount(0)
  await expect(chevron(page, 'Harbour')).toBeFocused()

  await page.keyboard.press('Enter')
  await tabDown(page, 'Rename, emoji and colour')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Quay')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Quay', level: 1 })).toBeVisible()

  await tabTo(page, chevron(page, 'Quay'))
  await page.keyboard.press('Enter')
  await tabDown(page, 'Add to favourites')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('navigation', { name: 'In this section' })
  await expect(panel.getByRole('link', { name: 'Quay' }).last()).toBeVisible()
})

test("a right click in the free space of a list or an empty folder opens the folder's menu", async ({
  page,
  context,
}) => {
  await enter(context)
  const { id } = await makeFolder(context, 'Sheds')
  await makeFolder(context, 'Nets', { parent_id: id })
  await page.goto(`/platform/files/${id}`)
  await row(page, 'Nets').click()
  await list(page).click({ button: 'right', position: { x: 300, y: 400 } })
  await expect(entry(page, 'New folder')).toBeVisible()
  await expect(entry(page, 'Share…')).toBeVisible()
  const download = page.waitForEvent('download')
  await entry(page, 'Download').click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)

  await row(page, 'Nets').dblclick()
  await page.getByRole('heading', { name: 'This folder is empty' }).click({ button: 'right' })
  await entry(page, 'Share…').click()
  await expect(page.getByRole('dialog', { name: 'Share “Nets”' })).toBeVisible()
})
