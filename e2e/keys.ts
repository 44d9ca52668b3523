import {
  type ElementHandle,
  expect,
  type FileChooser,
  type Locator,
  type Page,
} from '@playwright/test'
import { list, row } from './screen.ts'

/** Describes the focus relative to an element. */
type Focus = 'here' | 'other' | 'gone'

const focusOf = (element: ElementHandle): Promise<Focus> =>
  element.evaluate(one => {
    if (!one.isConnected) return 'gone'
    return one === document.activeElement ? 'here' : 'other'
  })

/** Presses Tab, or another key, until the target has focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  // Resolving a role locator on every press is the slowest part.
  let element = await elementOf(target)
  for (let presses = 0; presses < 60; presses += 1) {
    let focus = await focusOf(element)
    if (focus === 'gone') {
      element = await elementOf(target)
      focus = await focusOf(element)
    }
    if (focus === 'here') return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab never came to ${target}.`)
}

async function elementOf(target: Locator): Promise<ElementHandle> {
  const element = await target.elementHandle()
  if (!element) throw new Error(`${target} is not on the page.`)
  return element
}

export async function press(page: Page, target: Locator, key?: string): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** Replaces the text of a field. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Chooses an option of a native select by the first letters of its label. */
export async function pick(page: Page, field: Locator, entry: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(entry)
  await expect(field.locator('option:checked')).toHaveText(entry)
}

/** Chooses an entry of the open menu. */
export async function pressInMenu(page: Page, opener: Locator, name: string): Promise<void> {
  await press(page, opener)
  await chooseInMenu(page, name)
}

async function chooseInMenu(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name, exact: true })
  await expect(entry).toBeVisible()
  await tabTo(page, entry, 'ArrowDown')
  await page.keyboard.press('Enter')
}

/** Answers the system's file picker. */
export async function chooseFiles(
  page: Page,
  open: () => Promise<void>,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await open()
  await (await chooser).setFiles(files)
}

/** Moves down the list to an item, which selects it. */
export async function goToRow(page: Page, name: string): Promise<void> {
  await expect(row(page, name)).toBeVisible()
  await tabTo(page, list(page))
  await page.keyboard.press('Home')
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await row(page, name).getAttribute('aria-selected')) === 'true') return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`The arrows never came to ${name}.`)
}

/** Goes down the rows of a table to the one with a text. */
export async function goToTableRow(page: Page, table: Locator, text: string): Promise<void> {
  const row = table.locator('tbody tr').filter({ hasText: text }).first()
  await expect(row).toBeVisible()
  await tabTo(page, table.locator('tbody tr[tabindex="0"]'))
  await page.keyboard.press('Home')
  await tabTo(page, row, 'ArrowDown')
}

/** Opens the menu of an item with the menu key. */
export async function pressInRowMenu(page: Page, item: string, name: string): Promise<void> {
  await goToRow(page, item)
  await page.keyboard.press('Shift+F10')
  await chooseInMenu(page, name)
}

/** Selects a folder of a tree and presses Enter on it. */
export async function pressBranch(page: Page, tree: Locator, name: string): Promise<void> {
  const branch = tree.getByRole('treeitem', { name })
  await expect(branch).toBeVisible()
  await tabTo(page, tree.locator('[role="treeitem"][tabindex="0"]'))
  await page.keyboard.press('Home')
  await tabTo(page, branch, 'ArrowDown')
  await page.keyboard.press('Enter')
}

/** Expects some element to have focus. */
export const expectFocus = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), {
      message: 'the keyboard has been left nowhere',
    })
    .toBe(true)
