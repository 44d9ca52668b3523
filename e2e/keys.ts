import {
  type ElementHandle,
  expect,
  type FileChooser,
  type Locator,
  type Page,
} from '@playwright/test'
import { list, row } from './screen.ts'

/** Where the focus is by now, seen from an element. */
type Focus = 'here' | 'elsewhere' | 'gone'

const focusOf = (element: ElementHandle): Promise<Focus> =>
  element.evaluate(one => {
    if (!one.isConnected) return 'gone'
    return one === document.activeElement ? 'here' : 'elsewhere'
  })

/** Presses Tab, or another key, until the focus is on the target. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  // Looking a role up for every press takes longer than all else.
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

/** Types in place of whatever stands in a field. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** In a list of the browser's own, by the first letters of an entry. */
export async function pick(page: Page, field: Locator, entry: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(entry)
  await expect(field.locator('option:checked')).toHaveText(entry)
}

/** From a menu, which is there for as long as it is open. */
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

/** The system's dialog, which is answered in its own way. */
export async function chooseFiles(
  page: Page,
  open: () => Promise<void>,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await open()
  await (await chooser).setFiles(files)
}

/** Down the list to an item, which is chosen then. */
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

/** The menu of an item, by the key for menus. */
export async function pressInRowMenu(page: Page, item: string, name: string): Promise<void> {
  await goToRow(page, item)
  await page.keyboard.press('Shift+F10')
  await chooseInMenu(page, name)
}

/** A folder of a tree, which Enter chooses or opens. */
export async function pressBranch(page: Page, tree: Locator, name: string): Promise<void> {
  const branch = tree.getByRole('treeitem', { name })
  await expect(branch).toBeVisible()
  await tabTo(page, tree.locator('[role="treeitem"][tabindex="0"]'))
  await page.keyboard.press('Home')
  await tabTo(page, branch, 'ArrowDown')
  await page.keyboard.press('Enter')
}

/** Whatever went away, the keyboard is somewhere. */
export const expectFocus = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), {
      message: 'the keyboard has been left nowhere',
    })
    .toBe(true)
