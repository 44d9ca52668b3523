import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { AppError } from '../errors.ts'
import { whenClosed } from './when-closed.ts'

interface WatchOptions<G> {
  /**
   * Returns those whose access is still valid; called every `transferCheckMs` for all of them
   * together.
   */
  filterAllowed: (guests: readonly G[]) => Promise<ReadonlySet<G>>
  /**
   * The error for clients that are still sending. Without it, and during a response, the connection
   * is closed.
   */
  revocationError?: () => AppError
}

/**
 * Watches running transfers of guests: their access is checked repeatedly, and transfers without
 * access are aborted. Access resolvers register transfers, so that no handler has to.
 */
export function createTransferWatch<G>(
  { log, transferCheckMs }: Pick<Deps, 'log' | 'transferCheckMs'>,
  { filterAllowed, revocationError }: WatchOptions<G>,
) {
  const running = new Map<FastifyReply, G>()
  let timer: NodeJS.Timeout | undefined

  function abort(reply: FastifyReply): void {
    if (revocationError && !reply.sent) reply.send(revocationError())
    else reply.raw.destroy()
  }

  async function check(): Promise<void> {
    // Transfers that began before the last check have mostly ended by now.
    if (running.size > 0) await checkAll([...running])
    timer = undefined
    schedule()
  }

  async function checkAll(all: readonly (readonly [FastifyReply, G])[]): Promise<void> {
    try {
      const allowed = await filterAllowed(all.map(([, guest]) => guest))
      for (const [reply, guest] of all) if (!allowed.has(guest)) abort(reply)
    } catch (err) {
      log.error({ err }, 'access of running transfers could not be checked')
    }
  }

  function schedule(): void {
    if (running.size > 0 && !timer) timer = setTimeout(() => void check(), transferCheckMs).unref()
  }

  return (guest: G, reply: FastifyReply): void => {
    running.set(reply, guest)
    whenClosed(reply, () => running.delete(reply))
    schedule()
  }
}
