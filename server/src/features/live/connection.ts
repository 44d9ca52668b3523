import { setTimeout as sleep } from 'node:timers/promises'
import { CLOSE_SIGNED_OUT, type LiveEvent } from '@coffer/contract/live'
import type { WebSocket } from 'ws'
import type { ConnectionHub } from '../../realtime/hub.ts'

interface Channel {
  socket: WebSocket
  id: string
  userId: string
  age?: number | undefined
  isLive: () => Promise<boolean>
  onPing: Repeat
}

/** Adds a function to those that are called together. @returns a function that removes it */
type Repeat = (act: () => void) => () => void

/** Calls the pings of all connections at the same time, so that their checks share a statement. */
export function repeatTogether(ms: number): Repeat {
  const all = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  return act => {
    all.add(act)
    timer ??= setInterval(() => {
      for (const each of all) each()
    }, ms).unref()
    return () => {
      all.delete(act)
      if (all.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** Slower clients are disconnected; they reconnect and refetch. */
const MAX_BUFFERED_BYTES = 256 * 1024

/** The code for a server that restarts (RFC 6455's registry). */
const CLOSE_RESTART = 1012
const CLOSING_MS = 5_000
const PAUSE_MS = 20

/** Closes all connections within five seconds, so that their pages do not all come back at once. */
export async function closeGradually(sockets: Iterable<WebSocket>): Promise<void> {
  const open = [...sockets]
  const perPause = Math.ceil(open.length / (CLOSING_MS / PAUSE_MS))
  for (const [index, socket] of open.entries()) {
    socket.close(CLOSE_RESTART)
    if ((index + 1) % perPause === 0) await sleep(PAUSE_MS)
  }
}

const ALIVE = JSON.stringify({ type: 'alive' } satisfies LiveEvent)

/** Connects a page to the hub until either side closes, pings stay unanswered or the session ends. */
export function connectClient(
  hub: ConnectionHub,
  { socket, id, userId, age, isLive, onPing }: Channel,
): void {
  let hasAnswered = true

  async function revalidate(): Promise<void> {
    // If the check fails, the next ping repeats it.
    const isStillLive = await isLive().catch(() => true)
    if (!isStillLive) socket.close(CLOSE_SIGNED_OUT)
  }

  function send(text: string): void {
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(text)
  }

  const disconnect = hub.connect({ id, userId, age, send, revalidate: () => void revalidate() })
  const stopPings = onPing(() => {
    if (!hasAnswered) return socket.terminate()
    hasAnswered = false
    socket.ping()
    send(ALIVE)
    void revalidate()
  })

  socket.on('pong', () => {
    hasAnswered = true
  })
  socket.on('close', () => {
    stopPings()
    disconnect()
  })
}
