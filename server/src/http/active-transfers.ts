import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { AppError } from '../errors.ts'
import { whenClosed } from './when-closed.ts'

interface Options<G> {
  /** Those that may go on; asked every `transferCheckMs` for all of them together. */
  filterAllowed: (guests: readonly G[]) => Promise<ReadonlySet<G>>
  /** What those are told who are still sending; without it, and in the middle of an answer, they are cut. */
  revocationError?: () => AppError
}

/**
 * Watches what guests are being sent or are sending: who was let in is judged again while it runs, and
 * what may not go on is cut. The door keeps watch, so that no transfer behind it has to.
 */
export function createTransferWatch<G>(
  { log, transferCheckMs }: Pick<Deps, 'log' | 'transferCheckMs'>,
  { filterAllowed, revocationError }: Options<G>,
) {
  const running = new Map<FastifyReply, G>()
  let timer: NodeJS.Timeout | undefined

  function turnOut(reply: FastifyReply): void {
    if (revocationError && !reply.sent) reply.send(revocationError())
    else reply.raw.destroy()
  }

  async function look(): Promise<void> {
    // What began before the last check has mostly ended by now.
    if (running.size > 0) await judgeAll([...running])
    timer = undefined
    wake()
  }

  async function judgeAll(all: readonly (readonly [FastifyReply, G])[]): Promise<void> {
    try {
      const welcome = await filterAllowed(all.map(([, guest]) => guest))
      for (const [reply, guest] of all) if (!welcome.has(guest)) turnOut(reply)
    } catch (err) {
      log.error({ err }, 'running transfers of guests could not be judged')
    }
  }

  function wake(): void {
    if (running.size > 0 && !timer) timer = setTimeout(() => void look(), transferCheckMs).unref()
  }

  return (guest: G, reply: FastifyReply): void => {
    running.set(reply, guest)
    whenClosed(reply, () => running.delete(reply))
    wake()
  }
}
