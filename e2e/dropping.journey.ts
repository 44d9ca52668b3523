import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { browseFolder } from '@coffer/contract/browse'
import { MAX_FOLDER_DEPTH } from '@coffer/contract/constants'
import type { Page } from '@playwright/test'
import { enter, everythingIn } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { dropFromDesktop, row, tray } from './screen.ts'

ownServer()

/** `DROP_FILES=10000` runs the full measurement: `npm run drop -w e2e`. */
const FILES = Number(process.env.DROP_FILES ?? 500)
const IN_A_FOLDER = 250

interface Drop {
  /** Measurements of the page's main thread after the drop, in milliseconds. */
  longTasks: number[]
  droppedAt: number
}

/** Runs in the page: records the drop and long tasks after it. */
function watchDrop(): void {
  const drop: Drop = { longTasks: [], droppedAt: 0 }
  Object.assign(window, { drop })
  addEventListener(
    'drop',
    () => {
      drop.droppedAt = performance.now()
      performance.setResourceTimingBufferSize(5000)
      new PerformanceObserver(entries => {
        for (const { duration } of entries.getEntries()) drop.longTasks.push(Math.round(duration))
      }).observe({ type: 'longtask' })
    },
    { capture: true },
  )
}

/** Time from the drop to the first request with file data, in milliseconds. */
const firstByteMs = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { droppedAt } = (window as unknown as { drop: Drop }).drop
    const sent = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/api\/upload(\/batch)?$/.test(name))
    return Math.round(Math.min(...sent.map(({ startTime }) => startTime)) - droppedAt)
  })

async function makeFiles(root: string): Promise<void> {
  for (let index = 0; index < FILES; index += 1) {
    const folder = join(root, `part ${Math.floor(index / IN_A_FOLDER)}`)
    if (index % IN_A_FOLDER === 0) await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${index}.txt`), `The content of file ${index}.`)
  }
}

test(`a folder of ${FILES} small files is dropped, and the page stays quick`, async ({
  page,
  context,
}, testInfo) => {
  testInfo.setTimeout(900_000)
  const root = testInfo.outputPath('Many files')
  await makeFiles(root)
  await enter(context)
  await page.addInitScript(watchDrop)
  await page.goto('/platform/files')
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
  const startedAt = performance.now()
  await dropFromDesktop(page, page.getByRole('main'), root)
  const count = FILES.toLocaleString('en-GB')
  await expect(tray(page).getByText(`${count} uploads done`)).toBeVisible({ timeout: 600_000 })
  const seconds = (performance.now() - startedAt) / 1000
  const firstByte = await firstByteMs(page)
  const { longTasks } = await page.evaluate(() => (window as unknown as { drop: Drop }).drop)
  const [load = 0] = loadavg()
  testInfo.annotations.push({
    type: 'drop',
    description: `${FILES} files: ${Math.round(FILES / seconds)} files/s, first byte after ${firstByte} ms, longest task ${Math.max(0, ...longTasks)} ms (${longTasks.length} above 50 ms); ${cpus().length} cores shared with server and browser, load ${load.toFixed(1)}`,
  })
  process.stdout.write(`${testInfo.annotations.at(-1)?.description}\n`)

  await expect(row(page, 'Many files')).toBeVisible()
  const response = await context.request.get(browseFolder.path.replace(':id', 'all'))
  const [folder] = (await response.json()).data
  expect(folder.attributes.items).toBe(Math.ceil(FILES / IN_A_FOLDER))
  const arrived = (await everythingIn(context)).filter(({ item }) => item.type === 'file')
  expect(new Set(arrived.map(({ path }) => path)).size).toBe(FILES)
})

test('nested and empty folders are uploaded', async ({ page, context, watch }, testInfo) => {
  // The upload of a file may create the folder just before the call for an empty one.
  watch.expectComplaint(/409.*\/api\/create-folder/)
  // Counts folders below `Deep`, including their own.
  const deep = Array.from({ length: MAX_FOLDER_DEPTH - 1 }, (_, depth) => `d${depth % 10}`).join(
    '/',
  )
  const root = testInfo.outputPath('Deep')
  await mkdir(join(root, deep), { recursive: true })
  await mkdir(join(root, 'empty', 'emptier'), { recursive: true })
  await writeFile(join(root, deep, 'treasure.txt'), 'gold')
  await enter(context)
  await page.goto('/platform/files')
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
  await dropFromDesktop(page, page.getByRole('main'), root)
  await expect(tray(page).getByText('2 uploads done')).toBeVisible()
  const paths = new Set((await everythingIn(context)).map(({ path }) => path))
  expect(paths).toContain(`Deep/${deep}/treasure.txt`)
  expect(paths).toContain('Deep/empty/emptier')
})
