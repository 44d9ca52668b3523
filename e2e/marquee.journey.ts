import type { Locator, Page } from '@playwright/test'
import { enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { list, names, row } from './screen.ts'

sharedServer()

const COUNT = 130

const chosen = (page: Page) => page.getByRole('status').getByText(/ selected$/)
const marquee = (page: Page) => page.locator('[class*="_band_"]')

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not drawn.`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('a marquee selects the items under it', async ({ page, context }) => {
  await enter(context)
  const { id } = await makeFolder(context, 'Logs')
  for (let start = 0; start < COUNT; start += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, step) =>
        putFile(context, `log-${String(start + step).padStart(3, '0')}.txt`, { parentId: id }),
      ),
    )
  await page.goto(`/platform/files/${id}`)
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(row(page, 'log-129.txt')).toBeVisible()
  const shown = await names(page)
  const nth = (position: number) => row(page, shown[position] ?? '')

  await test.step('from the free part of one row to another', async () => {
    const from = await boxOf(nth(1))
    const to = await boxOf(nth(4))
    await page.mouse.move(from.right - 160, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.right - 300, to.y + 10, { steps: 4 })
    await expect(marquee(page)).toBeVisible()
    await page.mouse.up()
    await expect(marquee(page)).toHaveCount(0)
    await expect(chosen(page)).toHaveText(`4 of ${COUNT} selected`)
    for (const position of [1, 4])
      await expect(nth(position)).toHaveAttribute('aria-selected', 'true')
    await expect(nth(5)).toHaveAttribute('aria-selected', 'false')
  })

  await test.step('with Ctrl it adds to the selection, and Escape cancels it', async () => {
    const draw = async (first: number) => {
      const from = await boxOf(nth(first))
      await page.keyboard.down('Control')
      await page.mouse.move(from.right - 160, from.y + 20)
      await page.mouse.down()
      await page.mouse.move(from.right - 100, from.y + 20 + from.height, { steps: 4 })
    }
    await draw(7)
    await page.mouse.up()
    await page.keyboard.up('Control')
    await expect(chosen(page)).toHaveText(`6 of ${COUNT} selected`)
    await draw(9)
    await page.keyboard.up('Control')
    await expect(chosen(page)).toHaveText(`8 of ${COUNT} selected`)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(chosen(page)).toHaveText(`6 of ${COUNT} selected`)
  })

  await test.step('held at the edge it scrolls to the end, including rows not rendered yet', async () => {
    await page.keyboard.press('Escape')
    const position = await boxOf(list(page))
    const from = await boxOf(nth(2))
    await page.mouse.move(from.right - 160, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.right - 200, position.bottom - 2, { steps: 4 })
    await expect(chosen(page)).toHaveText(`${COUNT - 2} of ${COUNT} selected`)
    expect((await names(page)).length).toBeLessThan(60)
    await page.mouse.up()
    await page.keyboard.press('Home')
    await expect(chosen(page)).toHaveText(`1 of ${COUNT} selected`)
  })

  await test.step("dragging an item's name moves it instead", async () => {
    const name = await boxOf(nth(3).getByText(shown[3] ?? ''))
    await page.mouse.move(name.x + 10, name.y + 5)
    await page.mouse.down()
    await page.mouse.move(name.x + 60, name.y + 90, { steps: 4 })
    await expect(marquee(page)).toHaveCount(0)
    await page.mouse.up()
  })

  await test.step('between grid cards, and free space clears the selection', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Grid' }).click()
    const first = await boxOf(nth(0))
    const fifth = await boxOf(nth(5))
    await page.mouse.move(first.right + 6, first.y + 40)
    await page.mouse.down()
    await page.mouse.move(fifth.x + 30, fifth.y + 60, { steps: 4 })
    await expect(marquee(page)).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('band.png') })
    await page.mouse.up()
    const selected = await list(page).locator('[aria-selected="true"]').count()
    await expect(chosen(page)).toHaveText(`${selected} of ${COUNT} selected`)
    expect(selected).toBeGreaterThan(1)
    await expect(nth(0)).toHaveAttribute('aria-selected', 'false')
    await page.mouse.click(first.right + 6, first.y + 40)
    await expect(chosen(page)).toHaveCount(0)
  })
})
