import type { Page } from '@playwright/test'
import { enter, everythingIn, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { goToRow, pressInMenu } from './keys.ts'
import { list, row, toast, tray, uploadFiles } from './screen.ts'

sharedServer()

const MARKUP = '<img src=x onerror=alert(1)>.txt'
const MARKUP_FOLDER = '<b onclick=alert(3)>Letters'
/** Reverses the following text, so that the name seems to end in .txt. */
const TURNED = 'invoice\u202Etxt.exe'
/** How the name is shown. */
const ESCAPED = 'invoice[U+202E]txt.exe'
const ARABIC = '\u200Fميناء\u200E harbour'
const MANY = '⚓'.repeat(80)
const TOO_MANY = '🚢'.repeat(200)

/** How it is shown in a button: an Arabic name is isolated in its direction. */
const within = (name: string): string => (name === ARABIC ? `\u2068${name}\u2069` : name)

/** Checks that a name neither widens the page nor runs code. */
async function expectSound(page: Page, dialogs: string[]): Promise<void> {
  expect(dialogs).toEqual([])
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(sideways).toBeLessThanOrEqual(0)
}

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  const field = page.getByRole('textbox', { name: 'Name of the new folder' })
  await field.fill(name)
  await field.press('Enter')
  await expect(row(page, within(name))).toBeVisible()
}

// P2
test('every name is shown as text', async ({ page, context, watch }) => {
  await enter(context)
  await page.goto('/platform/files')
  const files = [MARKUP, TURNED, `${MANY}.md`].map(name => ({
    name,
    mimeType: 'text/html',
    buffer: Buffer.from('<script>alert(2)</script>'),
  }))
  await uploadFiles(page, files)
  await expect(tray(page).getByText('3 uploads done')).toBeVisible()
  // UPL-19: spaces of uploads become hyphens.
  const uploaded = MARKUP.replaceAll(' ', '-')
  for (const name of [uploaded, ESCAPED, `${MANY}.md`])
    await expect(row(page, name).getByText(name, { exact: true })).toBeVisible()
  await tray(page).getByRole('button', { name: 'Close' }).click()

  await test.step('a reversing name, in a toast and a dialog', async () => {
    await row(page, ESCAPED).click()
    await page.keyboard.press('m')
    await expect(page.getByRole('dialog', { name: `Move “${ESCAPED}”` })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Delete')
    await toast(page, `“${ESCAPED}” moved to trash`).getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, ESCAPED)).toBeVisible()
  })

  await test.step('in a field, a toast, a dialog and the details', async () => {
    await row(page, uploaded).click()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: `New name for ${uploaded}` }).fill(MARKUP)
    await page.keyboard.press('Enter')
    await expect(row(page, MARKUP)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: MARKUP })).toBeVisible()
    await page.keyboard.press('m')
    await expect(page.getByRole('dialog', { name: `Move “${MARKUP}”` })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Delete')
    await toast(page, `“${MARKUP}” moved to trash`).getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, MARKUP)).toBeVisible()
  })

  await test.step('of folders: in the tree, the breadcrumbs and the title', async () => {
    for (const name of [MARKUP_FOLDER, ARABIC, MANY]) {
      await makeFolder(page, name)
      const branch = page.getByRole('tree').getByRole('treeitem', { name, exact: true })
      await expect(branch).toBeVisible()
      await row(page, within(name)).first().dblclick()
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
      expect(await page.title()).toContain(name)
      await expectSound(page, watch.dialogs)
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Files').click()
      await expect(list(page)).toHaveAccessibleName('Content of Files')
    }
  })

  await test.step('in the grid', async () => {
    await page.getByRole('button', { name: 'Grid' }).click()
    await expect(row(page, ESCAPED)).toBeVisible()
    await expectSound(page, watch.dialogs)
  })
})

// P4
test('200 emoji exceed the length limit, and the field says so', async ({
  page,
  context,
  watch,
}) => {
  await enter(context)
  await putFile(context, `${'quay'.repeat(40)}.txt`)
  await putFile(context, 'fleet.txt')
  await page.goto('/platform/files')
  await row(page, 'fleet.txt').click()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: /New name for/ })
  await field.fill(TOO_MANY)
  await field.press('Enter')
  const message = page.getByRole('alert').filter({ hasText: 'up to 255 bytes' })
  await expect(message).toBeVisible()
  // The row below does not cover it.
  const isOnTop = await message.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isOnTop).toBe(true)
  await field.press('Escape')
  await row(page, `${'quay'.repeat(40)}.txt`).click()
  await page.keyboard.press('l')
  const title = page.getByRole('dialog').getByRole('heading')
  await expect(title).toContainText('quayquay')
  expect(await title.evaluate(box => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')

  const buffer = Buffer.from('boats')
  await uploadFiles(page, { name: `${TOO_MANY}.txt`, mimeType: 'text/plain', buffer })
  await expect(tray(page).getByText('1 file was rejected')).toBeVisible()
  await expect(tray(page).getByText('invalid name')).toBeVisible()
  const items = await everythingIn(context)
  expect(items.filter(({ path }) => path.includes('🚢'))).toEqual([])
  await expectSound(page, watch.dialogs)
})

// P4
test('a name that is too long is rejected and corrected by keyboard alone', async ({
  page,
  context,
}) => {
  await enter(context)
  await putFile(context, 'boats.txt')
  await page.goto('/platform/files')
  await goToRow(page, 'boats.txt')
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: /New name for/ })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(TOO_MANY)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('up to 255 bytes')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${MANY.slice(0, 3)}.txt`)
  await page.keyboard.press('Enter')
  await expect(row(page, `${MANY.slice(0, 3)}.txt`)).toBeVisible()
  await expect(list(page)).toBeFocused()

  await pressInMenu(page, page.getByRole('button', { name: 'New', exact: true }), 'New folder')
  await expect(page.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
  await page.keyboard.type(TOO_MANY)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('up to 255 bytes')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeFocused()
})
