import { addFavourites } from '@coffer/contract/favourites'
import { expectAccessible } from './accessible.ts'
import { call, enter, makeFolder } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { expectFocus, press, pressBranch } from './keys.ts'

sharedServer()

for (const width of [390, 820])
  test(`folders, favourites and storage are a button away at ${width} px`, async ({
    page,
    context,
  }, testInfo) => {
    await page.setViewportSize({ width, height: 844 })
    await enter(context)
    const letters = await makeFolder(context, `Letters ${width}`)
    await makeFolder(context, `Drafts ${width}`)
    await call(context, addFavourites, { body: { ids: [letters.id] } })
    await page.goto('/platform/files')
    const opener = page.getByRole('button', { name: 'Navigation', exact: true })
    const drawer = page.getByRole('dialog', { name: 'Navigation' })

    await test.step('it traps the focus and restores it', async () => {
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(drawer.getByText('Storage', { exact: true })).toBeVisible()
      await expect(drawer.getByRole('heading', { name: 'Favourites' })).toBeVisible()
      await expect
        .poll(() => drawer.evaluate(dialog => dialog.contains(document.activeElement)))
        .toBe(true)
      await expectAccessible(page, 'the panel as a drawer')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: testInfo.outputPath(`drawer-${width}-${colorScheme}.png`) })
      }
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(opener).toBeFocused()
    })

    await test.step('a favourite and a folder of the tree open from it', async () => {
      await opener.click()
      await drawer.getByRole('link', { name: `Letters ${width}` }).click()
      await expect(drawer).toBeHidden()
      await expect(page.getByRole('heading', { level: 1, name: `Letters ${width}` })).toBeVisible()
      await opener.click()
      await drawer.getByRole('treeitem', { name: `Drafts ${width}` }).click()
      await expect(drawer).toBeHidden()
      await expect(page.getByRole('heading', { level: 1, name: `Drafts ${width}` })).toBeVisible()
    })
  })

test('folders and pages are opened from the drawer by keyboard alone', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(context)
  const { id } = await makeFolder(context, 'Harbour')
  await makeFolder(context, 'Cranes')
  await call(context, addFavourites, { body: { ids: [id] } })
  await page.goto('/platform/files')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const opener = page.getByRole('button', { name: 'Navigation', exact: true })
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  const openDrawer = async () => {
    await press(page, opener)
    await expect(drawer).toBeVisible()
  }
  const expectToBeAt = async (name: string) => {
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expectFocus(page)
    expect(loads, 'uploads under way are not cut off').toBe(0)
  }
  await openDrawer()
  await press(page, drawer.getByRole('link', { name: 'Harbour' }))
  await expectToBeAt('Harbour')
  await openDrawer()
  await pressBranch(page, drawer, 'Cranes')
  await expectToBeAt('Cranes')
  // The current page.
  await openDrawer()
  await pressBranch(page, drawer, 'Cranes')
  await expectToBeAt('Cranes')
  await openDrawer()
  await press(page, drawer.getByRole('link', { name: 'Trash' }))
  await expectToBeAt('Trash')
})
