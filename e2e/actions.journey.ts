import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { list, names, row, toast } from './screen.ts'

sharedServer()

async function replaceFile(
  context: BrowserContext,
  name: string,
  parentId: string,
  content: string,
) {
  const cookies = await context.cookies()
  const token = cookies.find(cookie => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  await context.request.post('/api/upload', {
    headers: { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': token },
    multipart: {
      filename: name,
      parent_id: parentId,
      on_conflict: 'replace',
      file: { name: 'file', mimeType: 'text/plain', buffer: Buffer.from(content) },
    },
  })
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: action }).click()
}

test('copies, name conflicts and undo', async ({ page, context }) => {
  await enter(context)
  const target = await makeFolder(context, 'Archive')
  await putFile(context, 'plan.txt', { content: 'the new plan' })
  await putFile(context, 'notes.txt')
  await putFile(context, 'plan.txt', { parentId: target.id, content: 'old' })
  await putFile(context, 'notes.txt', { parentId: target.id })
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()

  await test.step('duplicate, and undo with Ctrl+Z', async () => {
    await choose(page, 'plan.txt', 'Duplicate')
    await expect(row(page, 'plan (2).txt')).toBeVisible()
    await list(page).focus()
    await page.keyboard.press('Control+z')
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect(row(page, 'plan (2).txt')).toBeHidden()
  })

  await test.step('copy by keyboard, and paste into the same folder', async () => {
    await row(page, 'notes.txt').click()
    await page.keyboard.press('Control+c')
    await expect(toast(page, '1 item copied. Paste it in any folder.')).toBeVisible()
    await page.keyboard.press('Control+v')
    await expect(row(page, 'notes (2).txt')).toBeVisible()
    const copied = toast(page, '1 item copied to Files')
    await copied.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'notes (2).txt')).toBeHidden()
  })

  await test.step('view name conflicts and cancel', async () => {
    await row(page, 'notes.txt').click()
    await row(page, 'plan.txt').click({ modifiers: ['ControlOrMeta'] })
    await page.keyboard.press('m')
    const where = page.getByRole('dialog', { name: 'Move 2 items' })
    await where.getByRole('treeitem', { name: 'Archive' }).click()
    await where.getByRole('button', { name: 'Move to Archive' }).click()
    const question = page.getByRole('dialog', { name: /already exists/ })
    await expect(question.getByText('Apply to the other one')).toBeVisible()
    await expectAccessible(page, 'taken names')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: test.info().outputPath(`taken-${width}.png`) })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect.poll(() => names(page)).toHaveLength(3)
  })

  await test.step('keep both, and undo', async () => {
    await page.keyboard.press('m')
    const where = page.getByRole('dialog', { name: 'Move 2 items' })
    await where.getByRole('treeitem', { name: 'Archive' }).click()
    await where.getByRole('button', { name: 'Move to Archive' }).click()
    const question = page.getByRole('dialog', { name: /already exists/ })
    await question.getByLabel('Apply to the other one').check()
    await question.getByRole('button', { name: 'Keep both' }).click()
    const moved = toast(page, '2 items moved to Archive')
    await expect(row(page, 'plan.txt')).toBeHidden()
    await moved.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'plan.txt')).toBeVisible()
    await expect(row(page, 'notes.txt')).toBeVisible()
  })

  await test.step('replace by keyboard', async () => {
    await row(page, 'plan.txt').click()
    await page.keyboard.press('Control+x')
    await row(page, 'Archive').dblclick()
    await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible()
    await list(page).focus()
    await page.keyboard.press('Control+v')
    const question = page.getByRole('dialog', { name: '“plan.txt” already exists' })
    await expect(question.getByRole('button', { name: 'Keep both' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(question.getByRole('button', { name: 'Replace' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, '1 item moved to Archive')).toBeVisible()
    await expect(row(page, 'plan.txt').getByText('v2')).toBeVisible()
    await expect.poll(() => names(page)).toHaveLength(2)
  })

  await test.step('rename, and undo', async () => {
    await row(page, 'notes.txt').click()
    await page.keyboard.press('F2')
    await expect(list(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.type('minutes')
    await page.keyboard.press('Enter')
    const renamed = toast(page, 'Renamed to “minutes.txt”')
    await renamed.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'notes.txt')).toBeVisible()
  })

  await test.step('switching the view commits an open rename', async () => {
    await row(page, 'notes.txt').click()
    await page.keyboard.press('F2')
    await expect(list(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.type('log')
    await page.getByRole('button', { name: 'Grid' }).click()
    await expect(toast(page, 'Renamed to “log.txt”')).toBeVisible()
    await expect(row(page, 'log.txt')).toBeVisible()
    await page.getByRole('button', { name: 'List', exact: true }).click()
  })
})

test('versions of a file are viewed, restored, downloaded and deleted', async ({
  page,
  context,
}) => {
  await enter(context)
  const folder = await makeFolder(context, 'Drafts')
  for (const content of ['one', 'number two', 'the third and last'])
    await replaceFile(context, 'draft.txt', folder.id, content)
  await page.goto(`/platform/files/${folder.id}`)
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(row(page, 'draft.txt').getByText('v3')).toBeVisible()
  await row(page, 'draft.txt').click()
  const versions = page.getByRole('region', { name: 'Versions' })
  const lines = versions.getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.first()).toContainText('current')
  await expectAccessible(page, 'versions')
  await page.screenshot({ path: test.info().outputPath('versions.png') })

  // A version is viewed before it is restored, by keyboard and on a phone too.
  const view = lines.nth(2).getByRole('button', { name: /^View the version/ })
  const looked = page.getByRole('dialog', { name: /^draft\.txt, version of/ })
  await view.press('Enter')
  await expect(looked.getByRole('heading', { name: /^Version of/ })).toBeVisible()
  await expect(looked.getByText('one', { exact: true })).toBeVisible()
  await expectAccessible(page, 'an earlier version')
  await page.keyboard.press('Escape')
  await expect(looked).toHaveCount(0)
  await expect(view).toBeFocused()
  await view.press('Enter')
  await looked.getByRole('button', { name: 'Restore' }).click()
  await expect(looked).toHaveCount(0)
  await expect(toast(page, 'restored')).toBeVisible()
  await expect(lines.first()).toContainText('3 B')
  await page.keyboard.press('Control+z')
  await expect(lines.first()).toContainText('18 B')

  const download = page.waitForEvent('download')
  await lines
    .nth(1)
    .getByRole('button', { name: /^Download/ })
    .click()
  expect((await download).suggestedFilename()).toBe('draft.txt')

  await lines
    .nth(2)
    .getByRole('button', { name: /^Delete/ })
    .click()
  const question = page.getByRole('dialog', { name: 'Delete this version forever?' })
  await expectAccessible(page, 'deleting a version')
  await question.getByRole('button', { name: 'Delete version' }).click()
  await expect(toast(page, 'Version deleted')).toBeVisible()
  await expect(lines).toHaveCount(2)
  await expect(row(page, 'draft.txt').getByText('v2')).toBeVisible()
})

test('a folder gets an emoji, drawn in the selected set', async ({ page, context }) => {
  await enter(context)
  await makeFolder(context, 'Harbour')
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()
  await choose(page, 'Harbour', 'Emoji and colour')
  const dialog = page.getByRole('dialog', { name: 'Emoji and colour' })
  await expect(dialog.getByRole('searchbox'), 'all emoji are behind a button').toHaveCount(0)
  await dialog.getByRole('button', { name: 'Choose emoji' }).click()
  await expect(dialog.getByRole('radio', { name: 'rocket launch' })).toBeAttached()
  await expectAccessible(page, 'the emoji')
  await page.screenshot({ path: test.info().outputPath('emoji.png') })
  const search = dialog.getByRole('searchbox', { name: 'Search emoji' })
  // The search finds emoji that are not suggested.
  await search.fill('umbrella')
  await expect(dialog.getByRole('radio', { name: 'umbrella with rain drops' })).toBeAttached()
  await page.screenshot({ path: test.info().outputPath('found.png') })
  await search.fill('anch')
  await expect(dialog.getByText('2 found')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const picture = row(page, 'Harbour').locator('img[src$="/2693.svg"]')
  await expect(picture).toBeVisible()
  const served = await context.request.get((await picture.getAttribute('src')) ?? '')
  expect(served.headers()['cache-control']).toContain('immutable')

  await page.goto('/user/profile')
  await page.getByText('Device', { exact: true }).click()
  await expectAccessible(page, 'the emoji set')
  await page.goto('/platform/files')
  await expect(row(page, 'Harbour').getByText('⚓')).toBeVisible()
  await expect(picture).toBeHidden()
})

test('the toast of a restore moves the item back to the trash', async ({ page, context }) => {
  await enter(context)
  await makeFolder(context, 'Shelf')
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()
  await row(page, 'Shelf').click()
  await page.keyboard.press('Delete')
  await expect(toast(page, 'moved to trash')).toBeVisible()
  await page.goto('/platform/trash')
  await row(page, 'Shelf').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  const restored = toast(page, '1 item restored to')
  await expect(row(page, 'Shelf')).toHaveCount(0)
  await restored.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Shelf')).toBeVisible()
  await page.goto('/platform/files')
  await expect(row(page, 'Shelf')).toHaveCount(0)
})

test('restoring and renaming ask how to resolve name conflicts', async ({
  page,
  context,
  watch,
}) => {
  watch.expectComplaint(/status of 409/)
  await enter(context)
  const { id } = await makeFolder(context, 'Shelf')
  for (const content of ['first', 'second']) await replaceFile(context, 'poem.txt', id, content)
  await makeFolder(context, 'Inner', { parent_id: id })
  await page.goto(`/platform/files/${id}`)
  await page.getByRole('button', { name: 'Got it' }).click()
  await row(page, 'poem.txt').click()
  await page.keyboard.press('Delete')
  await expect(toast(page, 'moved to trash')).toBeVisible()
  await putFile(context, 'poem.txt', { parentId: id, content: 'the new one' })

  await test.step('restore beside or over the existing item, or cancel', async () => {
    await page.goto('/platform/trash')
    await row(page, 'poem.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    const question = page.getByRole('dialog', { name: '“poem.txt” already exists' })
    await expect(question.getByText('Restoring')).toBeVisible()
    await expectAccessible(page, 'a taken name in the trash')
    await question.getByRole('button', { name: 'Skip' }).click()
    await expect(row(page, 'poem.txt')).toBeVisible()
    await row(page, 'poem.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await question.getByRole('button', { name: 'Replace' }).click()
    await expect(toast(page, '1 item restored to')).toBeVisible()
    await page.goto(`/platform/files/${id}`)
    await expect(row(page, 'poem.txt').getByText('v3')).toBeVisible()
    await expect.poll(() => names(page)).toHaveLength(2)
  })

  await test.step('conflict details appear on cards and on a phone', async () => {
    await page.getByRole('button', { name: 'Grid' }).click()
    await expect(row(page, 'poem.txt').getByText('v3')).toBeVisible()
    await page.getByRole('button', { name: 'List' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row(page, 'poem.txt').getByText('v3')).toBeVisible()
  })

  await test.step('a new folder with a taken name gets a number or another name', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    const dialog = page.getByRole('dialog', { name: 'New folder' })
    await dialog.getByLabel('Name').fill('inner')
    await dialog.getByRole('button', { name: 'Create folder' }).click()
    const question = page.getByRole('dialog', { name: '“inner” already exists' })
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(dialog.getByLabel('Name')).toHaveValue('inner')
    await dialog.getByRole('button', { name: 'Create folder' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByText('An item with this name already exists here.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create folder' }).click()
    await question.getByRole('button', { name: 'Keep both' }).click()
    await expect(row(page, 'inner (2)')).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a rename to a taken name merges folders or returns to the field', async () => {
    await row(page, 'inner (2)').click()
    await page.keyboard.press('F2')
    await expect(list(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Inner')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: '“Inner” already exists' })
    await question.getByRole('button', { name: 'Choose another name' }).click()
    await expect(list(page).getByRole('textbox')).toBeFocused()
    await expect(list(page).getByRole('alert')).toBeVisible()
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Merge' }).click()
    await expect(row(page, 'inner (2)')).toHaveCount(0)
    await expect.poll(() => names(page)).toHaveLength(2)
  })
})

test('dragging with Alt shows a plus sign', async ({ page, context }) => {
  await enter(context)
  const { id } = await makeFolder(context, 'Harbour office')
  await makeFolder(context, 'Basket', { parent_id: id })
  await putFile(context, 'one.txt', { parentId: id })
  await page.goto(`/platform/files/${id}`)
  await page.getByRole('button', { name: 'Got it' }).click()
  const plus = page.locator('[class*="_plus_"]')
  const basket = row(page, 'Basket').getByText('Basket')
  // Playwright does not send modifier keys while dragging.
  const dataTransfer = await page.evaluateHandle(() => new DataTransfer())
  const held = { altKey: true, clientX: 600, clientY: 300, dataTransfer }
  const name = row(page, 'one.txt').getByText('one.txt')
  await name.hover()
  await page.mouse.down()
  await name.hover({ position: { x: 2, y: 2 } })
  await expect(plus).toBeAttached()
  await expect(plus).toBeHidden()
  // A folder opens when a drag rests on it, so nothing but this is asked there.
  await basket.hover()
  await expect(plus).toBeHidden()
  await basket.dispatchEvent('dragover', held)
  await expect(plus).toBeVisible()
  await page.mouse.up()
  await expect(plus).toHaveCount(0)
})

test('the selection bar shows labels where they fit, and every button stays visible', async ({
  page,
  context,
}) => {
  await enter(context)
  await makeFolder(context, 'Harbour')
  await page.goto('/platform/files')
  await row(page, 'Harbour').click()
  const bar = page.getByRole('toolbar')
  for (const [width, height, hasWords] of [
    [1440, 900, true],
    [1280, 800, false],
    [1024, 768, false],
    // Equals a zoom of 200 %.
    [720, 450, true],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(bar.getByText('Delete'), `${width} px`).toBeVisible({ visible: hasWords })
    await expect(bar.getByRole('button')).toHaveText([
      '',
      'Share',
      'Download',
      'Move',
      'Delete',
      '',
    ])
    await expect(bar.getByText(/^1 (of \d+ )?selected$/)).toBeVisible()
    const [shown, whole] = await bar.evaluate(({ clientWidth, scrollWidth }) => [
      clientWidth,
      scrollWidth,
    ])
    expect(whole, `${width} px`).toBe(shown)
  }
  await bar.getByRole('button', { name: 'More' }).click()
  for (const name of ['Cut', 'Copy to…'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
})
