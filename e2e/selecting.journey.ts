import { type Item, moveItems } from '@coffer/contract/items'
import { convertToTeamFolder } from '@coffer/contract/teams'
import type { BrowserContext, Page } from '@playwright/test'
import { call, enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { list, names, row, toast } from './screen.ts'

sharedServer()

const chosen = (page: Page) => page.getByRole('status').getByText(/ selected$/)
const count = (page: Page, words: string) => page.getByRole('status').getByText(words)

test.beforeEach(({ context }) => enter(context))

/** Opens a folder with three files and a target folder. */
async function openFolder(page: Page, context: BrowserContext) {
  const folder = await makeFolder(context, 'Pier')
  const basket = await makeFolder(context, 'Basket', { parent_id: folder.id })
  const files: Item[] = []
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt'])
    files.push(await putFile(context, name, { parentId: folder.id }))
  await page.goto(`/platform/files/${folder.id}`)
  await page.getByRole('button', { name: 'Got it' }).click()
  return { folder, basket, files }
}

/** Selects the first three files. */
async function chooseThree(page: Page): Promise<void> {
  await row(page, 'a.txt').click()
  await row(page, 'c.txt').click({ modifiers: ['Shift'] })
  await expect(count(page, '3 of 5 selected')).toBeVisible()
}

const nameOf = (page: Page, name: string) => row(page, name).getByText(name, { exact: true })

test('items that leave the list leave the selection', async ({ page, context }) => {
  const { basket, files } = await openFolder(page, context)

  await test.step('by dragging, and Undo does not restore the selection', async () => {
    await chooseThree(page)
    await nameOf(page, 'b.txt').dragTo(nameOf(page, 'Basket'))
    await expect(toast(page, '3 items moved to Basket')).toBeVisible()
    await expect(count(page, '2 items')).toBeVisible()
    await page.keyboard.press('Delete')
    await toast(page, '3 items moved to Basket').getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'c.txt')).toBeVisible()
    await expect(count(page, '5 items')).toBeVisible()
  })

  await test.step('by dragging all of them', async () => {
    await list(page).focus()
    await page.keyboard.press('Control+a')
    await row(page, 'Basket').click({ modifiers: ['ControlOrMeta'] })
    await nameOf(page, 'b.txt').dragTo(nameOf(page, 'Basket'))
    await expect(toast(page, '4 items moved to Basket')).toBeVisible()
    await expect(count(page, '1 item')).toBeVisible()
    await toast(page, '4 items moved to Basket').getByRole('button', { name: 'Undo' }).click()
    await expect(count(page, '5 items')).toBeVisible()
    await expect(list(page).locator('[aria-selected="true"]')).toHaveCount(0)
  })

  await test.step('by cutting and pasting', async () => {
    await chooseThree(page)
    await page.keyboard.press('Control+x')
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Files' })
      .click()
    await expect(row(page, 'Pier')).toBeVisible()
    await page.keyboard.press('Control+v')
    await expect(row(page, 'c.txt')).toBeVisible()
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(['Basket', 'd.txt'])
    await expect(chosen(page)).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(count(page, '5 items')).toBeVisible()
  })

  await test.step('by a change elsewhere', async () => {
    await chooseThree(page)
    const items = files.slice(0, 2).map(({ id, type }) => ({ id, type }))
    await call(context, moveItems, { body: { to_id: basket.id, items } })
    await expect(count(page, '1 of 3 selected')).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(toast(page, '“c.txt” moved to trash')).toBeVisible()
    await expect.poll(() => names(page)).toEqual(['Basket', 'd.txt'])
    await row(page, 'Basket').dblclick()
    await expect.poll(() => names(page)).toHaveLength(2)
  })
})

test('in a flat list copies go to the folder of the original, and paste is disabled', async ({
  page,
  context,
}) => {
  const outer = await makeFolder(context, 'Outer')
  const inner = await makeFolder(context, 'Inner', { parent_id: outer.id })
  await putFile(context, 'deep.txt', { parentId: inner.id })
  await page.goto('/platform/recent-uploads')
  await row(page, 'deep.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(toast(page, '1 item copied to Inner')).toBeVisible()
  // The copy moves the rows, which a click must not meet.
  await expect.poll(() => names(page)).toContain('deep (2).txt')
  await row(page, 'deep.txt').click()
  await page.keyboard.press('Control+c')
  await expect(toast(page, '1 item copied. Paste it in any folder.')).toBeVisible()
  await page.keyboard.press('Control+v')
  await page.goto(`/platform/files/${inner.id}`)
  await expect.poll(() => names(page)).toEqual(['deep (2).txt', 'deep.txt'])
  await page.goto('/platform/files')
  await expect(row(page, 'Outer')).toBeVisible()
  await expect.poll(() => names(page)).not.toContainEqual(expect.stringContaining('deep'))
})

/** Simulates a paste event; the driver cannot put an image on the system clipboard. */
const pasteFile = (page: Page, name: string, age: number) =>
  page.evaluate(
    ([name, age]) => {
      const lastModified = Date.now() - age
      const clipboardData = new DataTransfer()
      const type = name.endsWith('.png') ? 'image/png' : 'application/pdf'
      clipboardData.items.add(new File(['x'], name, { type, lastModified }))
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    [name, age] as const,
  )

test('the last copied content is pasted, wherever uploads are allowed', async ({
  page,
  context,
}) => {
  const { folder } = await openFolder(page, context)
  await row(page, 'a.txt').click()
  await page.keyboard.press('Control+c')
  await expect(toast(page, '1 item copied. Paste it in any folder.')).toBeVisible()

  await test.step('an image on the system clipboard is newer than copied items', async () => {
    await pasteFile(page, 'image.png', 0)
    await expect
      .poll(() => names(page))
      .toContainEqual(expect.stringMatching(/^Pasted-image-.*\.png$/))
    await expect(row(page, 'a (2).txt')).toHaveCount(0)
  })

  await test.step('a file of the desktop keeps its name', async () => {
    await pasteFile(page, 'harbour.pdf', 60_000)
    await expect(row(page, 'harbour.pdf')).toBeVisible()
  })

  await test.step('items copied afterwards are newer again', async () => {
    await page.keyboard.press('Control+v')
    await expect(row(page, 'a (2).txt')).toBeVisible()
  })

  await test.step('Escape cancels a cut', async () => {
    await row(page, 'b.txt').click()
    await page.keyboard.press('Control+x')
    await expect(row(page, 'b.txt')).toHaveAttribute('data-cut')
    await page.keyboard.press('Escape')
    await expect(row(page, 'b.txt')).not.toHaveAttribute('data-cut')
  })

  await test.step('in a team folder too', async () => {
    await call(context, convertToTeamFolder, {
      params: { id: folder.id },
      body: { invitations: [] },
    })
    await page.goto(`/platform/team-folders/${folder.id}`)
    await expect(row(page, 'd.txt')).toBeVisible()
    await pasteFile(page, 'crane.pdf', 60_000)
    await expect(row(page, 'crane.pdf')).toBeVisible()
  })

  await test.step('where the spotlight offers uploads too', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search files/ }).fill('New folder')
    // Results move until the response has arrived; keys wait for it.
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
    await expect(page).toHaveURL(`/platform/team-folders/${folder.id}`)
  })

  await test.step('an invalid name stays in its field to be corrected', async () => {
    await page.keyboard.type('a/b')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name: 'Name of the new folder' })).toHaveValue('a/b')
  })
})

test('the trash supports the help and undo keys', async ({ page, context }) => {
  await putFile(context, 'lost.txt')
  await page.goto('/platform/files')
  await row(page, 'lost.txt').click()
  await page.keyboard.press('Delete')
  await expect(toast(page, 'moved to trash')).toBeVisible()
  await page.goto('/platform/trash')
  await row(page, 'lost.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(toast(page, '1 item restored to Files')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row(page, 'lost.txt')).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByText('Search and commands')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
