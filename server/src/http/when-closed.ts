import type { FastifyReply } from 'fastify'

type Callback = () => void

const callbacks = new WeakMap<FastifyReply['raw'], Callback[]>()

/**
 * Calls back once a response has ended or was interrupted, at once if it has already. All callbacks
 * share one listener, because a download has many and Node warns of more than ten.
 */
export function whenClosed({ raw }: FastifyReply, work: Callback): void {
  const existing = callbacks.get(raw)
  if (existing) {
    existing.push(work)
    return
  }
  if (raw.closed || raw.req.socket.destroyed) {
    work()
    return
  }
  const list = [work]
  callbacks.set(raw, list)
  function close(): void {
    callbacks.delete(raw)
    for (const callback of list) callback()
  }
  raw.once('close', close)
  if (!raw.socket) closeWithConnection(raw, close)
}

/** Node does not close a pipelined response whose connection ends before it gets the socket. */
function closeWithConnection(raw: FastifyReply['raw'], close: Callback): void {
  const { socket } = raw.req
  // One listener for each response that waits.
  socket.setMaxListeners(0)
  socket.once('close', close)
  raw.once('socket', () => socket.off('close', close))
}
