import type { FastifyReply } from 'fastify'

type Callback = () => void

const callbacks = new WeakMap<FastifyReply['raw'], Callback[]>()

/**
 * Calls back once a response has ended or was interrupted. All callbacks share one listener,
 * because a download has many and Node warns of more than ten.
 */
export function whenClosed({ raw }: FastifyReply, work: Callback): void {
  const existing = callbacks.get(raw)
  if (existing) {
    existing.push(work)
    return
  }
  const list = [work]
  callbacks.set(raw, list)
  raw.once('close', () => {
    for (const callback of list) callback()
  })
}
