import type { Page } from '@playwright/test'
import { ADA, join } from './api.ts'
import { openDevtools } from './devtools.ts'
import { expect, sharedServer, test } from './journey.ts'
import { goToRow, pressInMenu, tabTo } from './keys.ts'
import { list, names, row, toast } from './screen.ts'

sharedServer()

async function newFolder(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'New', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await tabTo(page, page.getByRole('menuitem', { name: 'New folder' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toBeVisible()
}

test('the main tasks work by keyboard alone', async ({ page, context }) => {
  await join(context, ADA)
  await context.clearCookies()
  await test.step('sign in', async () => {
    await page.goto('/sign-in')
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.keyboard.type(ADA.email)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(ADA.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your files start here' })).toBeVisible()
  })

  await test.step('create folders, and continue in the list', async () => {
    for (const name of ['Anchors', 'Boats', 'Crew']) await newFolder(page, name)
    await expect(list(page)).toBeFocused()
  })

  await test.step('a new folder accepts typing at once, and is only created with Enter', async () => {
    const devtools = await openDevtools(page)
    const delay = (latency: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
    await devtools.send('Network.enable')
    await delay(400)
    const button = page.getByRole('button', { name: 'New', exact: true })
    const field = page.getByRole('textbox', { name: 'Name of the new folder' })
    await pressInMenu(page, button, 'New folder')
    await page.keyboard.type('Discarded')
    await expect(field).toHaveValue('Discarded')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(list(page)).toBeFocused()
    await pressInMenu(page, button, 'New folder')
    await page.keyboard.type('Decks')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Decks')).toHaveAttribute('aria-selected', 'true')
    await expect(list(page)).toBeFocused()
    await delay(0)
    await page.reload()
    await expect
      .poll(async () => (await names(page)).sort())
      .toEqual(['Anchors', 'Boats', 'Crew', 'Decks'])
    await goToRow(page, 'Decks')
    await page.keyboard.press('Delete')
    await expect(row(page, 'Decks')).toHaveCount(0)
  })

  await test.step('rename', async () => {
    await page.keyboard.press('Home')
    const [first = ''] = await names(page)
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: `New name for ${first}` })).toBeFocused()
    await page.keyboard.type(`${first} of old`)
    await page.keyboard.press('Enter')
    await expect(row(page, `${first} of old`)).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  const [first = '', second = '', third = ''] = await names(page)
  await test.step('select with Shift and arrow keys, and move', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('status').getByText('2 of 3 selected')).toBeVisible()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Move 2 items' })
    await expect(dialog).toBeVisible()
    await tabTo(page, dialog.getByRole('treeitem', { name: 'Files' }))
    for (let presses = 0; presses < 4; presses += 1) {
      const target = dialog.getByRole('treeitem', { name: third, exact: true })
      if (await target.evaluate(element => element === document.activeElement)) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('button', { name: `Move to ${third}` }))
    await page.keyboard.press('Enter')
    await expect(toast(page, `2 items moved to ${third}`)).toBeVisible()
    await expect.poll(() => names(page)).toEqual([third])
  })

  await test.step('open, and go back up', async () => {
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: third })).toBeVisible()
    await expect.poll(() => names(page)).toEqual([first, second])
    await page.keyboard.press('Backspace')
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
    await expect(row(page, third)).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('trash, and undo', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    const notice = toast(page, `“${third}” moved to trash`)
    await expect(notice).toBeVisible()
    await tabTo(page, notice.getByRole('button', { name: 'Undo' }))
    await page.keyboard.press('Enter')
    await expect(row(page, third)).toBeVisible()
  })

  await test.step('open the list of shortcuts', async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByText('Move to trash')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})
