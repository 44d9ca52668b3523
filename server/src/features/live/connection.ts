import { CLOSE_SIGNED_OUT, type LiveEvent } from '@coffer/contract/live'
import type { WebSocket } from 'ws'
import type { ConnectionHub } from '../../realtime/hub.ts'

interface Channel {
  socket: WebSocket
  id: string
  userId: string
  isLive: () => Promise<boolean>
  pingMs: number
}

/** Whoever reads slower than this is dropped: he refetches when he is back, and has missed nothing. */
const MOST_UNREAD_BYTES = 256 * 1024

const ALIVE = JSON.stringify({ type: 'alive' } satisfies LiveEvent)

/** Joins a page to what happens, until either end closes, it stops answering, or its session is over. */
export function connectClient(
  hub: ConnectionHub,
  { socket, id, userId, isLive, pingMs }: Channel,
): void {
  let hasAnswered = true

  async function revalidate(): Promise<void> {
    // When nobody can tell whether the session lives, it is asked again with the next ping.
    const stillLives = await isLive().catch(() => true)
    if (!stillLives) socket.close(CLOSE_SIGNED_OUT)
  }

  function send(text: string): void {
    if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(text)
  }

  const leave = hub.connect({ id, userId, send, revalidate: () => void revalidate() })
  const timer = setInterval(() => {
    if (!hasAnswered) return socket.terminate()
    hasAnswered = false
    socket.ping()
    send(ALIVE)
    void revalidate()
  }, pingMs)
  timer.unref()

  socket.on('pong', () => {
    hasAnswered = true
  })
  socket.on('close', () => {
    clearInterval(timer)
    leave()
  })
}
