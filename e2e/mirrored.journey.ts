import { enter, makeFolder, makeLink, putFile } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { expectMirrored, translated } from './mirrored.ts'
import { INSTALLED } from './server.ts'

ownServer({ ...INSTALLED, PSEUDO_LOCALE: 'true' })

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

test('every page is mirrored in a right-to-left language', async ({ page, context }) => {
  for (const path of ['/sign-in', '/sign-up', '/forgotten-password', '/contact-us', '/demo']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expectMirrored(page, path)
    }
  }

  await enter(context)
  const folder = await makeFolder(context, 'Harbour project', { emoji: '⚓', color: '#c8782f' })
  await makeFolder(context, 'Invoices', { emoji: '🧾', parent_id: folder.id })
  await putFile(context, 'Contract (2).txt', { parentId: folder.id })
  await putFile(context, 'harbour.txt', { parentId: folder.id, content: 'x'.repeat(4200) })
  const { link } = await makeLink(context, folder)

  for (const size of SIZES) {
    await page.setViewportSize(size)
    const isLarge = size.width > 1000
    await test.step(`files at ${size.width} px`, async () => {
      await page.goto(`/platform/files/${folder.id}`)
      await expect(page.getByRole('grid').getByText('harbour.txt')).toBeVisible()
      await expectMirrored(page, 'files')
      if (isLarge) {
        const [rail, main] = [page.getByRole('navigation').first(), page.getByRole('main')]
        const [side, content] = [await rail.boundingBox(), await main.boundingBox()]
        expect(side?.x).toBeGreaterThan((content?.x ?? 0) + (content?.width ?? 0) - 1)
      }
      const row = page.getByRole('grid').locator('[data-index]').first()
      await row.click({ button: 'right' })
      await expect(page.getByRole('menu')).toBeVisible()
      await expectMirrored(page, 'the menu of an item')
      await page.keyboard.press('Escape')
    })

    await test.step(`a dialog at ${size.width} px`, async () => {
      const row = page.getByRole('grid').locator('[data-index]').first()
      await row.click({ button: 'right' })
      await page.getByRole('menuitem', { name: translated('Share…') }).click()
      await expect(page.locator('dialog')).toBeVisible()
      await expectMirrored(page, 'the dialog of a link')
      await page.keyboard.press('Escape')
      await expect(page.locator('dialog')).toBeHidden()
    })

    const others = [
      ['profile', '/user/profile'],
      ['password', '/user/settings/password'],
      ['storage', '/user/settings/storage'],
      ['shared', '/platform/my-shared-items'],
      ['link', new URL(link).pathname],
    ] as const
    for (const [name, path] of others)
      await test.step(`${name} at ${size.width} px`, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectMirrored(page, path)
      })
  }
})
