import type { Server } from 'node:http'

/** Between requests of somebody who works, nothing is collected. */
const QUIET_MS = 5_000

/** `last-resort` also lets go of compiled code that may not be needed again; it takes 0.1 s. */
const collectAll = (): void => {
  void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

/**
 * Hands memory back once after every time of work: what starting or many requests took stays with
 * the process otherwise until it works again.
 * @returns ends it
 */
export function collectGarbageWhenIdle(server: Server, collect = collectAll): () => void {
  let isBusy = true
  let isTidy = false
  server.on('request', () => {
    isBusy = true
  })
  const timer = setInterval(() => {
    if (!isBusy && !isTidy) collect()
    isTidy = !isBusy
    isBusy = false
  }, QUIET_MS).unref()
  return () => clearInterval(timer)
}
