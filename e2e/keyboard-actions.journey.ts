import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { goToRow, press, pressBranch, pressInMenu, pressInRowMenu, tabTo } from './keys.ts'
import { list, names, row, toast } from './screen.ts'

sharedServer()

test.beforeEach(async ({ context }) => enter(context))

const question = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `“${name}” already exists` })

/** Moves through the tree of a dialog and expands a branch. */
async function moveToArchive(page: Page): Promise<void> {
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move 2 items' })
  const desk = dialog.getByRole('treeitem', { name: 'Desk' })
  await expect(desk).toBeVisible()
  await tabTo(page, dialog.locator('[role="treeitem"][tabindex="0"]'))
  await tabTo(page, desk, 'ArrowDown')
  await page.keyboard.press('ArrowRight')
  const archive = dialog.getByRole('treeitem', { name: 'Archive' })
  await expect(archive).toBeVisible()
  await press(page, archive, 'ArrowDown')
  await press(page, dialog.getByRole('button', { name: 'Move to Archive' }))
}

test('items are duplicated, copied, moved and restored by undo by keyboard alone', async ({
  page,
  context,
}) => {
  const { id } = await makeFolder(context, 'Desk')
  const archive = await makeFolder(context, 'Archive', { parent_id: id })
  for (const name of ['notes.txt', 'plan.txt']) {
    await putFile(context, name, { parentId: id })
    await putFile(context, name, { parentId: archive.id })
  }
  await page.goto(`/platform/files/${id}`)
  await expect(row(page, 'plan.txt')).toBeVisible()

  await test.step('the cookie notice closes, and focus returns to the list', async () => {
    await press(page, page.getByRole('button', { name: 'Got it' }))
    await expect(page.getByRole('button', { name: 'Got it' })).toHaveCount(0)
  })

  await test.step('duplicate from the menu of a row, and undo', async () => {
    await pressInRowMenu(page, 'plan.txt', 'Duplicate')
    await expect(toast(page, '1 item copied to Desk')).toBeVisible()
    await expect(row(page, 'plan (2).txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(row(page, 'plan (2).txt')).toHaveCount(0)
    await expect(list(page)).toBeFocused()
  })

  await test.step("copy and paste, and undo with the toast's button", async () => {
    await goToRow(page, 'notes.txt')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect(row(page, 'notes (2).txt')).toBeVisible()
    const copied = toast(page, '1 item copied to Desk').last()
    await press(page, copied.getByRole('button', { name: 'Undo' }))
    await expect(row(page, 'notes (2).txt')).toHaveCount(0)
    await expect(list(page)).toBeFocused()
  })

  await test.step('copy a range with name conflicts, and cancel', async () => {
    await goToRow(page, (await names(page))[1] ?? '')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('status').getByText('2 of 3 selected')).toBeVisible()
    await moveToArchive(page)
    await expect(page.getByText('Apply to the other one')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(list(page)).toBeFocused()
    await expect(page.getByRole('status').getByText('2 of 3 selected')).toBeVisible()
  })

  await test.step('keep both, and undo', async () => {
    await moveToArchive(page)
    await tabTo(page, page.getByLabel('Apply to the other one'))
    await page.keyboard.press('Space')
    await press(page, page.getByRole('button', { name: 'Keep both' }))
    await expect(toast(page, '2 items moved to Archive')).toBeVisible()
    await expect.poll(() => names(page)).toEqual(['Archive'])
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect.poll(() => names(page)).toHaveLength(3)
  })

  await test.step('copy into a folder created in the dialog', async () => {
    await pressInRowMenu(page, 'plan.txt', 'Copy to…')
    const dialog = page.getByRole('dialog', { name: 'Copy “plan.txt”' })
    await pressBranch(page, dialog, 'Desk')
    await press(page, dialog.getByRole('button', { name: 'New folder' }))
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await expectAccessible(page, 'a new folder on the way')
    await page.keyboard.type('Copies')
    await page.keyboard.press('Enter')
    await press(page, dialog.getByRole('button', { name: 'Copy to Copies' }))
    await expect(toast(page, '1 item copied to Copies')).toBeVisible()
    await expect(row(page, 'Copies')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('cut, open, paste and replace', async () => {
    await goToRow(page, 'plan.txt')
    await page.keyboard.press('Control+x')
    await goToRow(page, 'Archive')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible()
    await expect(row(page, 'plan.txt')).toBeVisible()
    await page.keyboard.press('Control+v')
    const asked = question(page, 'plan.txt')
    await expect(asked.getByRole('button', { name: 'Keep both' })).toBeFocused()
    await tabTo(page, asked.getByRole('button', { name: 'Replace' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(row(page, 'plan.txt').getByText('v2')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('rename, and undo', async () => {
    await goToRow(page, 'notes.txt')
    await page.keyboard.press('F2')
    await expect(list(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.type('minutes')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Renamed to “minutes.txt”')).toBeVisible()
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(row(page, 'notes.txt')).toBeVisible()
  })
})

test('versions of a file are restored, downloaded and deleted by keyboard alone', async ({
  page,
  context,
}) => {
  const { id } = await makeFolder(context, 'Drafts')
  for (const content of ['one', 'number two', 'the third and last'])
    await putFile(context, 'draft.txt', { parentId: id, content, onConflict: 'replace' })
  await page.goto(`/platform/files/${id}`)
  await goToRow(page, 'draft.txt')
  const lines = page.getByRole('region', { name: 'Versions' }).getByRole('listitem')
  const button = (line: number, name: RegExp) => lines.nth(line).getByRole('button', { name })
  await expect(lines).toHaveCount(3)

  const download = page.waitForEvent('download')
  await press(page, button(1, /^Download/))
  expect((await download).suggestedFilename()).toBe('draft.txt')
  await expect(button(1, /^Download/)).toBeFocused()

  await press(page, button(2, /^Restore/))
  await expect(toast(page, 'restored')).toBeVisible()
  await expect(lines.first()).toContainText('3 B')
  await page.keyboard.press('Control+z')
  await expect(lines.first()).toContainText('18 B')

  await press(page, button(2, /^Delete/))
  const asked = page.getByRole('dialog', { name: 'Delete this version forever?' })
  await press(page, asked.getByRole('button', { name: 'Delete version' }))
  await expect(lines).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Versions' }).locator(':focus')).toHaveCount(1)
})

test('a folder gets an emoji and a colour by keyboard alone', async ({ page, context }) => {
  await makeFolder(context, 'Harbour')
  await page.goto('/platform/files')
  await pressInRowMenu(page, 'Harbour', 'Emoji and colour')
  const dialog = page.getByRole('dialog', { name: 'Emoji and colour' })
  await press(page, dialog.getByRole('button', { name: 'Choose emoji' }))
  await expect(dialog.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused()
  await page.keyboard.type('anch')
  await expect(dialog.getByText('2 found')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await press(page, dialog.getByRole('button', { name: 'Save' }))
  await expect(row(page, 'Harbour').locator('img[src$="/2693.svg"]')).toBeVisible()
  await expect(list(page)).toBeFocused()
})

test('name conflicts are resolved, in folders and in the trash, by keyboard alone', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/status of 409/)
  const { id } = await makeFolder(context, 'Shelf')
  await makeFolder(context, 'Inner', { parent_id: id })
  await putFile(context, 'poem.txt', { parentId: id })
  await page.goto(`/platform/files/${id}`)
  await goToRow(page, 'poem.txt')
  await page.keyboard.press('Delete')
  await expect(row(page, 'poem.txt')).toHaveCount(0)
  await expect(list(page)).toBeFocused()
  await putFile(context, 'poem.txt', { parentId: id, content: 'the new one' })

  await test.step('a rename returns to its field, and merges folders', async () => {
    await pressInMenu(page, page.getByRole('button', { name: 'New', exact: true }), 'New folder')
    await expect(page.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
    await page.keyboard.type('inner, once more')
    await page.keyboard.press('Enter')
    await expect(row(page, 'inner, once more')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('F2')
    await page.keyboard.type('inner')
    await page.keyboard.press('Enter')
    const asked = question(page, 'inner')
    await press(page, asked.getByRole('button', { name: 'Choose another name' }))
    await expect(list(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, asked.getByRole('button', { name: 'Merge' }))
    await expect.poll(() => names(page)).toHaveLength(2)
    await expect(list(page)).toBeFocused()
  })

  await test.step('restore over the existing item', async () => {
    await page.goto('/platform/trash')
    await pressInRowMenu(page, 'poem.txt', 'Restore')
    const asked = question(page, 'poem.txt')
    await press(page, asked.getByRole('button', { name: 'Skip' }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(list(page)).toBeFocused()
    await pressInRowMenu(page, 'poem.txt', 'Restore')
    await press(page, asked.getByRole('button', { name: 'Replace' }))
    const restored = toast(page, '1 item restored to Shelf')
    await press(page, restored.getByRole('button', { name: 'Show' }))
    await expect(page).toHaveURL(`/platform/files/${id}`)
    await expect(row(page, 'poem.txt').getByText('v2')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })
})
