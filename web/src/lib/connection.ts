import { PING_PATH } from '@coffer/contract/constants'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Browsers take minutes to give up on a dead connection. */
const PATIENCE_MS = 10_000
const PAUSE_MS = 2000

let isAsking = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Pings the server until it answers. Queries pause until then, and visible ones are refetched after. */
export async function checkConnection(): Promise<void> {
  if (isAsking) return
  isAsking = true
  clearTimeout(timer)
  const answer = fetch(PING_PATH, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
  const isOnline = await answer.then(
    () => true,
    () => false,
  )
  isAsking = false
  onlineManager.setOnline(isOnline)
  // Jitter, so that not all clients return at once after an outage.
  if (!isOnline) timer = setTimeout(checkConnection, PAUSE_MS * (1 + Math.random()))
}

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    listener => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
