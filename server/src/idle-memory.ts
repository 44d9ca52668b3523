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
  const timer = setTimeout(collect, QUIET_MS).unref()
  const onRequest = () => void timer.refresh()
  server.on('request', onRequest)
  return () => {
    server.off('request', onRequest)
    clearTimeout(timer)
  }
}
