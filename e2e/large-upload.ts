import { createHash } from 'node:crypto'
import type { Page, Response } from '@playwright/test'
import { everythingIn } from './api.ts'
import { openDevtools } from './devtools.ts'
import { expect } from './journey.ts'
import { row, tray } from './screen.ts'

/** A large upload that is interrupted, and its measurements. */

const CHUNK = 8 * 1024 * 1024
export const SIZE = 9 * CHUNK + 12_345

/** Chunk requests that the server answered. */
export interface Ledger {
  /** Chunk requests that were sent. */
  sent: number
  /** Received bytes as reported by the server. */
  arrived: number[]
}

export function keepLedger(page: Page): Ledger {
  const ledger: Ledger = { sent: 0, arrived: [] }
  const isChunk = (url: string, method: string) =>
    /\/upload(\/chunks)?$/.test(url) && method === 'POST'
  page.on('request', request => {
    if (isChunk(request.url(), request.method())) ledger.sent += 1
  })
  const read = async (response: Response) => {
    if (!isChunk(response.url(), response.request().method())) return
    if (response.status() === 200) {
      // Responses to a page that was left cannot be read any more.
      const answer = await response.json().catch(() => null)
      if (answer) ledger.arrived.push(answer.data.attributes.received_bytes)
    } else if (response.status() === 201) ledger.arrived.push(SIZE)
  }
  // One after the other, because a later body may be read sooner.
  let reading = Promise.resolve()
  page.on('response', response => {
    reading = reading.then(() => read(response))
  })
  return ledger
}

/** Expects that every chunk was sent once, except the interrupted one. */
export function expectNothingTwice({ sent, arrived }: Ledger): void {
  expect(arrived).toEqual(arrived.toSorted((one, other) => one - other))
  expect(new Set(arrived).size).toBe(arrived.length)
  expect(arrived.at(-1)).toBe(SIZE)
  expect(sent).toBeLessThanOrEqual(Math.ceil(SIZE / CHUNK) + 1)
}

/**
 * Slows the network down, so that an upload can be interrupted.
 * @returns a function that switches the network off or on
 */
export async function slowDown(
  page: Page,
  uploadThroughput: number,
): Promise<(offline: boolean) => Promise<unknown>> {
  const devtools = await openDevtools(page)
  await devtools.send('Network.enable')
  const conditions = { latency: 0, downloadThroughput: -1, uploadThroughput }
  const setOffline = (offline: boolean) =>
    devtools.send('Network.emulateNetworkConditions', { offline, ...conditions })
  await setOffline(false)
  return setOffline
}

/** Expects a partially received upload. */
export async function half(page: Page, name: string): Promise<void> {
  const bar = tray(page).getByRole('progressbar', { name: `Progress of ${name}` })
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThan(40)
}

/** Expects the file with the content of this hash. */
export async function expectComplete(page: Page, hash: string, path: string): Promise<void> {
  await expect(row(page, path.split('/')[0] ?? '')).toBeVisible()
  const items = await everythingIn(page.context())
  const { item } = items.find(found => found.path === path) ?? {}
  expect(item?.attributes.size_bytes).toBe(SIZE)
  const response = await page.context().request.get(item?.attributes.file_url ?? '')
  const arrived = createHash('sha256').update(await response.body())
  expect(arrived.digest('hex')).toBe(hash)
}
