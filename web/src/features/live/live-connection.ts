import { CLOSE_SIGNED_OUT, LIVE_PATH, LiveEvent } from '@coffer/contract/live'
import { parseJson } from '../../lib/api.ts'
import { backoffMs } from '../../lib/backoff.ts'

/** The server lets hear of itself every 30 s; after this long a channel is dead, whatever it says. */
const SILENCE_MS = 75_000

export interface ChannelEvents {
  onEvent: (event: LiveEvent) => void
  /** The session that opened it has ended, though a new one may be there by now. */
  onSessionEnd: () => void
}

/** How the channel stands with the browser around it; in tests another one. */
export interface Surroundings {
  open: (url: string) => WebSocket
  random: () => number
}

const BROWSER: Surroundings = { open: url => new WebSocket(url), random: Math.random }

const addressOf = (liveClientId: string): string => {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${LIVE_PATH}?page=${liveClientId}`
}

/** One that is still on its way is let in first: browsers complain of it otherwise. */
function leave(socket: WebSocket): void {
  socket.onmessage = null
  socket.onopen = () => socket.close()
  if (socket.readyState !== WebSocket.CONNECTING) socket.close()
}

/**
 * Keeps one channel open, again and again with growing pauses. Whatever happened while there was none
 * is made up for by a `refresh`. @returns how to close it for good
 */
export function keepConnected(
  liveClientId: string,
  { onEvent, onSessionEnd }: ChannelEvents,
  { open, random }: Surroundings = BROWSER,
): () => void {
  let socket: WebSocket | undefined
  let failures = 0
  /** All but the very first try come after a time in which nothing was heard. */
  let isLate = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    clearTimeout(timer)
    const opened = open(addressOf(liveClientId))
    socket = opened
    watch(opened)
    opened.onopen = () => {
      if (isLate) onEvent({ type: 'refresh' })
      failures = 0
      isLate = true
    }
    opened.onmessage = ({ data }) => {
      watch(opened)
      // A newer server may say what this page does not know yet.
      const event = LiveEvent.safeParse(parseJson(String(data)))
      if (event.success) onEvent(event.data)
    }
    opened.onclose = ({ code }) => {
      if (socket === opened) lost(code)
    }
  }

  function watch(opened: WebSocket): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      opened.close()
      // A connection that leads nowhere takes minutes to admit it.
      if (socket === opened) lost(0)
    }, SILENCE_MS)
  }

  function lost(code: number): void {
    socket = undefined
    clearTimeout(watchdog)
    failures += 1
    isLate = true
    timer = setTimeout(connect, backoffMs(failures, random()))
    if (code === CLOSE_SIGNED_OUT) onSessionEnd()
  }

  /** The network is back, or the page is looked at again: no reason to wait. */
  function hurry(): void {
    if (socket === undefined && document.visibilityState === 'visible') connect()
  }

  connect()
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  return () => {
    window.removeEventListener('online', hurry)
    document.removeEventListener('visibilitychange', hurry)
    clearTimeout(timer)
    clearTimeout(watchdog)
    if (socket) leave(socket)
    socket = undefined
  }
}
