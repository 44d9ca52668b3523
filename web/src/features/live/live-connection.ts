import { CLOSE_SIGNED_OUT, LIVE_PATH, LiveEvent, type LiveEventOf } from '@coffer/contract/live'
import { parseJson } from '../../lib/api.ts'
import { backoffMs } from '../../lib/backoff.ts'

/** The server sends a heartbeat every 30 s; a connection silent for longer than this is dead. */
const SILENCE_MS = 75_000

type Refresh = LiveEventOf<'refresh'>

export interface ChannelEvents {
  onEvent: (event: LiveEvent) => void
  /** The session that opened the connection has ended, though there may be a new one. */
  onSessionEnd: () => void
}

/** The browser functions that the connection uses; replaced in tests. */
export interface ConnectionEnvironment {
  open: (url: string) => WebSocket
  random: () => number
}

const BROWSER: ConnectionEnvironment = { open: url => new WebSocket(url), random: Math.random }

const urlOf = (query: Record<string, string>): string => {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${LIVE_PATH}?${new URLSearchParams(query)}`
}

/**
 * Waits until a connecting socket is open before closing it, because browsers log an error
 * otherwise.
 */
function closeSocket(socket: WebSocket): void {
  socket.onmessage = null
  socket.onopen = () => socket.close()
  if (socket.readyState !== WebSocket.CONNECTING) socket.close()
}

/**
 * Keeps a live connection open and reconnects with growing pauses. After a gap it emits `refresh`,
 * because events were missed; so does the server when a change came while the page was loading.
 * @returns a function that closes it
 */
export function keepConnected(
  liveClientId: string,
  { onEvent, onSessionEnd }: ChannelEvents,
  { open, random }: ConnectionEnvironment = BROWSER,
): () => void {
  let socket: WebSocket | undefined
  let failures = 0
  /** Every connection but the first; for that one the server knows whether it missed any. */
  let mayHaveMissedEvents = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let refreshTimer: ReturnType<typeof setTimeout> | undefined

  /** One refresh covers all that arrive before it. */
  function refresh({ within_ms = 0 }: Omit<Refresh, 'type'> = {}): void {
    const emit = () => {
      clearTimeout(refreshTimer)
      refreshTimer = undefined
      onEvent({ type: 'refresh' })
    }
    if (within_ms === 0) emit()
    else refreshTimer ??= setTimeout(emit, random() * within_ms)
  }

  function connect(): void {
    clearTimeout(timer)
    const age = Math.ceil(performance.now())
    const newSocket = open(
      urlOf({ page: liveClientId, ...(!mayHaveMissedEvents && { age: `${age}` }) }),
    )
    socket = newSocket
    watch(newSocket)
    newSocket.onopen = () => {
      if (mayHaveMissedEvents) refresh()
      failures = 0
      mayHaveMissedEvents = true
    }
    newSocket.onmessage = ({ data }) => {
      watch(newSocket)
      // A newer server may send events that this page does not know.
      const event = LiveEvent.safeParse(parseJson(String(data)))
      if (!event.success) return
      if (event.data.type === 'refresh') refresh(event.data)
      else onEvent(event.data)
    }
    newSocket.onclose = ({ code }) => {
      if (socket === newSocket) reconnectLater(code)
    }
  }

  function watch(newSocket: WebSocket): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      newSocket.close()
      // A broken connection takes minutes to report its close.
      if (socket === newSocket) reconnectLater(0)
    }, SILENCE_MS)
  }

  function reconnectLater(code: number): void {
    socket = undefined
    clearTimeout(watchdog)
    failures += 1
    mayHaveMissedEvents = true
    timer = setTimeout(connect, backoffMs(failures, random()))
    if (code === CLOSE_SIGNED_OUT) onSessionEnd()
  }

  /** Reconnects at once when the network is back or the page becomes visible. */
  function reconnectNow(): void {
    if (socket === undefined && document.visibilityState === 'visible') connect()
  }

  connect()
  window.addEventListener('online', reconnectNow)
  document.addEventListener('visibilitychange', reconnectNow)
  return () => {
    window.removeEventListener('online', reconnectNow)
    document.removeEventListener('visibilitychange', reconnectNow)
    clearTimeout(timer)
    clearTimeout(watchdog)
    clearTimeout(refreshTimer)
    if (socket) closeSocket(socket)
    socket = undefined
  }
}
