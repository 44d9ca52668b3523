import type { FastifyReply } from 'fastify'

type Work = () => void

const waiting = new WeakMap<FastifyReply['raw'], Work[]>()

/**
 * Does something once an answer has gone or broken off. All of ours share one listener: guests, owners,
 * links and traffic look at the same download, and Node warns of more than ten.
 */
export function whenClosed({ raw }: FastifyReply, work: Work): void {
  const known = waiting.get(raw)
  if (known) {
    known.push(work)
    return
  }
  const all = [work]
  waiting.set(raw, all)
  raw.once('close', () => {
    for (const one of all) one()
  })
}
