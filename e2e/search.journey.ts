import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { pick, press, tabTo } from './keys.ts'
import { list, row } from './screen.ts'

sharedServer()

const spotlight = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => page.getByRole('combobox', { name: /^Search files/ })
const results = (page: Page) => page.getByRole('listbox').getByRole('option')
const option = (page: Page, name: string | RegExp) =>
  results(page).filter({ hasText: name }).first()

test('the spotlight finds, opens and runs actions by keyboard alone', async ({ page, context }) => {
  await enter(context)
  const outer = await makeFolder(context, 'Voyages 2026')
  const inner = await makeFolder(context, 'Harbour', { parent_id: outer.id })
  for (let number = 0; number < 70; number += 1)
    await putFile(context, `photo-${number}.txt`, { parentId: inner.id })
  await putFile(context, 'Crème-brûlée-recipe.txt', { parentId: inner.id })
  await putFile(context, 'harbour-log.txt')
  await page.goto('/platform/files')
  await expect(row(page, 'Voyages 2026')).toBeVisible()

  await test.step('a new file is found by a misspelled word', async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('brulee reciep')
    await expect(option(page, /Crème-brûlée-recipe\.txt/)).toContainText('Voyages 2026 / Harbour')
    await expect(option(page, /Crème/).locator('mark').first()).toHaveText('brûlée')
  })

  await test.step('Enter previews it, and the preview links to its folder', async () => {
    await page.keyboard.press('Enter')
    const overlay = page.getByRole('dialog', { name: 'Preview of Crème-brûlée-recipe.txt' })
    await expect(overlay.getByText('This is Crème')).toBeVisible()
    await tabTo(page, overlay.getByRole('button', { name: 'Show in folder' }))
    await page.keyboard.press('Enter')
    await expect(spotlight(page)).toBeHidden()
    await expect(page).toHaveURL(`/platform/files/${inner.id}`)
    await expect(row(page, 'Crème-brûlée-recipe.txt')).toHaveAttribute('aria-selected', 'true')
    await expect(list(page)).toBeFocused()
  })

  await test.step('Ctrl+Enter shows it in its folder, also far down a long list', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('photo-0')
    await expect(option(page, /photo-0\.txt/)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Control+Enter')
    await expect(row(page, 'photo-0.txt')).toHaveAttribute('aria-selected', 'true')
    await expect(row(page, 'photo-0.txt')).toBeInViewport()
  })

  await test.step('a folder opens in its parent', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('type:folder harbor')
    await expect(option(page, /Harbour/)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(`/platform/files/${outer.id}`)
    await expect(row(page, 'Harbour')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('all results, over several pages', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('photo')
    await expect(option(page, /Show all results/)).toBeVisible()
    const all = option(page, /Show all results/)
    while ((await all.getAttribute('aria-selected')) !== 'true')
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(results(page)).toHaveCount(50)
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('PageDown')
    await expect(results(page)).toHaveCount(70)
    await page.keyboard.press('Escape')
    await expect(spotlight(page)).toBeHidden()
  })

  await test.step('pages and actions', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('recent upl')
    await expect(spotlight(page).getByRole('status')).toHaveText('1 result')
    await expect(results(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('trash')
    // At once, before the response arrives.
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/platform/trash')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new fold')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
    await page.keyboard.press('Escape')
  })

  await test.step('no results show a message', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('xyzzy')
    await expect(spotlight(page).getByText('No results for “xyzzy”')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('results are filtered, and open from the results page', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('harbour')
    await expect(option(page, /harbour-log/)).toBeVisible()
    await press(page, spotlight(page).getByRole('button', { name: 'Folders' }))
    await expect(option(page, /harbour-log/)).toHaveCount(0)
    await pick(page, spotlight(page).getByLabel('Modified'), 'Modified today')
    await expect(option(page, /Harbour/)).toBeVisible()
    await tabTo(page, field(page), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/platform/files/${inner.id}`)
  })
})

test('the spotlight is accessible on large screens and phones', async ({ page, context }) => {
  await enter(context)
  for (const name of ['photo-a.txt', 'old-photo.txt']) await putFile(context, name)
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: /^Search/ }).click()
    for (const words of ['', 'photo', 'xyzzy']) {
      await field(page).fill(words)
      if (words === 'photo') await expect(option(page, /photo-/)).toBeVisible()
      if (words === 'xyzzy') await expect(spotlight(page).getByText(/^No results/)).toBeVisible()
      await expectAccessible(page, `“${words}”, ${width} px`)
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Search/ })).toBeFocused()
  }
})

test('a text selection that ends outside a dialog keeps it open, a click outside closes it', async ({
  page,
  context,
}) => {
  await enter(context)
  await makeFolder(context, 'Beacon')
  await page.goto('/platform/files')
  await expect(row(page, 'Beacon')).toBeVisible()
  const changeLooks = async () => {
    await row(page, 'Beacon').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Emoji and colour' }).click()
  }
  const dialogs = [
    [/^Search/, () => page.keyboard.press('Control+k'), 'combobox'],
    [/^Emoji and colour/, changeLooks, 'textbox'],
  ] as const
  for (const [name, open, input] of dialogs) {
    await open()
    const dialog = page.getByRole('dialog', { name })
    const box = await dialog.getByRole(input).first().boundingBox()
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move(8, 400)
    await page.mouse.up()
    await expect(dialog).toBeVisible()
    await page.mouse.click(8, 400)
    await expect(dialog).toBeHidden()
  }
})
