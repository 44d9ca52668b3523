import { createHash } from 'node:crypto'
import type { Page, Response } from '@playwright/test'
import { enter, everythingIn } from './api.ts'
import { hashOf, writeRandom } from './folder-on-disk.ts'
import { expect, ownServer, test } from './journey.ts'
import { choose, row, tray, uploadFiles } from './screen.ts'

const CHUNK = 8 * 1024 * 1024
const SIZE = 9 * CHUNK + 12_345
const server = ownServer()

/** The chunks of an upload, by what the server answered. */
interface Ledger {
  /** Chunks that were sent, whatever became of them. */
  sent: number
  /** How much had arrived, each time the server said so. */
  arrived: number[]
}

function keepLedger(page: Page): Ledger {
  const ledger: Ledger = { sent: 0, arrived: [] }
  const isChunk = (url: string, method: string) => /\/api\/upload$/.test(url) && method === 'POST'
  page.on('request', request => {
    if (isChunk(request.url(), request.method())) ledger.sent += 1
  })
  page.on('response', async (response: Response) => {
    if (!isChunk(response.url(), response.request().method())) return
    if (response.status() === 200) {
      // What the page that is left was told can't be read any more.
      const answer = await response.json().catch(() => null)
      if (answer) ledger.arrived.push(answer.data.attributes.received_bytes)
    } else if (response.status() === 201) ledger.arrived.push(SIZE)
  })
  return ledger
}

/** The whole file arrived in chunks, none of them twice, but for the one that was on its way. */
function expectNothingTwice({ sent, arrived }: Ledger): void {
  expect(arrived).toEqual(arrived.toSorted((one, other) => one - other))
  expect(new Set(arrived).size).toBe(arrived.length)
  expect(arrived.at(-1)).toBe(SIZE)
  expect(sent).toBeLessThanOrEqual(Math.ceil(SIZE / CHUNK) + 1)
}

/** The network of a small office, so that there is a middle to stop in. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1 },
    uploadThroughput: bytesPerSecond,
  })
}

async function startUpload(page: Page, path: string): Promise<void> {
  await enter(page.context())
  await page.goto('/platform/files')
  await slowDown(page, 12_000_000)
  await uploadFiles(page, path)
}

/** Some of it has arrived, and some has not. */
async function half(page: Page, name: string): Promise<void> {
  const bar = tray(page).getByRole('progressbar', { name: `Progress of ${name}` })
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThan(40)
}

async function expectWhole(page: Page, path: string, name: string): Promise<void> {
  await expect(row(page, name)).toBeVisible()
  const items = await everythingIn(page.context())
  const { item } = items.find(found => found.path === name) ?? {}
  expect(item?.attributes.size_bytes).toBe(SIZE)
  const response = await page.context().request.get(item?.attributes.file_url ?? '')
  const hash = createHash('sha256').update(await response.body())
  expect(hash.digest('hex')).toBe(await hashOf(path))
}

test('an upload goes on after the page was reloaded', async ({ page, watch }, testInfo) => {
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
  await expectWhole(page, path, 'reloaded.bin')
})

test('an upload goes on by itself after the server was killed and came back', async ({
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
  await expect(tray(page).getByText('Waiting for the connection').first()).toBeVisible()
  await server().restart()
  await expect(tray(page).getByText('1 upload done')).toBeVisible({ timeout: 120_000 })
  expectNothingTwice(ledger)
  await expectWhole(page, path, 'survivor.bin')
})
