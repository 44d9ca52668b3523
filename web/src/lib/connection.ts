import { PING_PATH } from '@coffer/contract/constants'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Timeout of a ping, because browsers take minutes to fail on a dead connection. */
const TIMEOUT_MS = 10_000
const PAUSE_MS = 2000

let isChecking = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Pings the server until it answers. Queries pause until then, and visible ones are refetched after. */
export async function checkConnection(): Promise<void> {
  if (isChecking) return
  isChecking = true
  clearTimeout(timer)
  const response = fetch(PING_PATH, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const isOnline = await response.then(
    () => true,
    () => false,
  )
  isChecking = false
  onlineManager.setOnline(isOnline)
  // Jitter, so that not all clients return at once after an outage.
  if (!isOnline) timer = setTimeout(checkConnection, PAUSE_MS * (1 + Math.random()))
}

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    listener => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
