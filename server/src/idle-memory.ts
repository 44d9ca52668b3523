import type { Server } from 'node:http'

/** No garbage collection between the requests of an active user. */
const QUIET_MS = 5_000

/** `last-resort` also discards compiled code that may not be needed again; it takes 0.1 s. */
const collectAll = (): void => {
  void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

/**
 * Returns memory to the system once after each period of activity; otherwise the process would keep
 * what the start or many requests needed.
 * @returns a function that stops it
 */
export function collectGarbageWhenIdle(server: Server, collect = collectAll): () => void {
  let isBusy = true
  let isCollected = false
  server.on('request', () => {
    isBusy = true
  })
  const timer = setInterval(() => {
    if (!isBusy && !isCollected) collect()
    isCollected = !isBusy
    isBusy = false
  }, QUIET_MS).unref()
  return () => clearInterval(timer)
}
