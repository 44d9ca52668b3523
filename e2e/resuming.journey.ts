import type { Page } from '@playwright/test'
import { enter } from './api.ts'
import { hashOf, writeRandom } from './folder-on-disk.ts'
import { expect, ownServer, test } from './journey.ts'
import {
  expectComplete,
  expectNothingTwice,
  half,
  keepLedger,
  SIZE,
  slowDown,
} from './large-upload.ts'
import { choose, tray, uploadFiles } from './screen.ts'

const server = ownServer()

async function startUpload(page: Page, path: string) {
  await enter(page.context())
  await page.goto('/platform/files')
  const setOffline = await slowDown(page, 12_000_000)
  await uploadFiles(page, path)
  return { setOffline }
}

test('an upload continues after the page was reloaded', async ({ page, watch }, testInfo) => {
  const path = testInfo.outputPath('reloaded.bin')
  await writeRandom(path, SIZE)
  const ledger = keepLedger(page)
  await startUpload(page, path)
  await half(page, 'reloaded.bin')
  await page.reload()
  expect(watch.dialogs, 'leaving warns').toContain('beforeunload')

  await expect(tray(page).getByText('1 upload can continue')).toBeVisible()
  await choose(page, tray(page).getByRole('button', { name: 'Choose files' }), path)
  await expect(tray(page).getByText('1 upload done')).toBeVisible({ timeout: 90_000 })
  expectNothingTwice(ledger)
  await expectComplete(page, await hashOf(path), 'reloaded.bin')
})

test('an upload continues automatically after the server was killed and restarted', async ({
  page,
  watch,
}, testInfo) => {
  watch.expectComplaint(/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|ERR_SOCKET/)
  const path = testInfo.outputPath('survivor.bin')
  await writeRandom(path, SIZE)
  const ledger = keepLedger(page)
  await startUpload(page, path)
  await half(page, 'survivor.bin')
  await server().kill()
  await expect(tray(page).getByText('Waiting for connection').first()).toBeVisible()
  await server().restart()
  await expect(tray(page).getByText('1 upload done')).toBeVisible({ timeout: 120_000 })
  expectNothingTwice(ledger)
  await expectComplete(page, await hashOf(path), 'survivor.bin')
})

test('an upload continues automatically when the network is back', async ({
  page,
  watch,
}, testInfo) => {
  watch.expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const path = testInfo.outputPath('tunnel.bin')
  await writeRandom(path, SIZE)
  const ledger = keepLedger(page)
  const { setOffline } = await startUpload(page, path)
  await half(page, 'tunnel.bin')
  await setOffline(true)
  await expect(tray(page).getByText('Waiting for connection').first()).toBeVisible()
  await setOffline(false)
  await expect(tray(page).getByText('1 upload done')).toBeVisible({ timeout: 120_000 })
  expectNothingTwice(ledger)
  await expectComplete(page, await hashOf(path), 'tunnel.bin')
})
