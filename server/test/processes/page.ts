import { setTimeout as sleep } from 'node:timers/promises'
import { type OpenPage, openPage } from '../open-page.ts'
import type { TestClient } from '../test-client.ts'

const PAUSE_MS = 250

/** An open page, which connects again as the web app does. */
export function keepPage(client: TestClient) {
  let current: OpenPage | undefined
  let isOpen = true
  let longestGapMs = 0
  const running = (async () => {
    let closedAt = Date.now()
    while (isOpen) {
      current = await openPage(client).catch(() => undefined)
      if (current) {
        longestGapMs = Math.max(longestGapMs, Date.now() - closedAt)
        await current.closed
        closedAt = Date.now()
        current = undefined
      }
      if (isOpen) await sleep(PAUSE_MS * (0.5 + Math.random()))
    }
  })()
  return {
    longestGapMs: () => longestGapMs,
    countEvents: () => current?.events.length ?? 0,
    isConnected: () => current !== undefined,
    async close() {
      isOpen = false
      current?.close()
      await running
    },
  }
}
