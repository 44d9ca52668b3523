import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../lib/networks.ts'
import { whenClosed } from './when-closed.ts'

const RETRY_SECONDS = 5

/** Counts what each network has open. */
function createCounts(most: number) {
  const counts = new Map<string, number>()
  return {
    /** @returns how to leave, or nothing when the network has too much open */
    enter(ip: string): (() => void) | undefined {
      const network = networkOf(ip)
      const count = counts.get(network) ?? 0
      if (count >= most) return undefined
      counts.set(network, count + 1)
      return () => {
        const left = (counts.get(network) ?? 1) - 1
        if (left > 0) counts.set(network, left)
        else counts.delete(network)
      }
    },
  }
}

/**
 * Bounds what one address may have open at the same time. Behind a proxy all connections are the
 * proxy's: there the requests under way count, by the address that it names.
 */
export function installConnectionLimits(
  app: FastifyInstance,
  { proxies, requests: { connectionsPerAddress } }: Pick<Config, 'proxies' | 'requests'>,
): void {
  if (connectionsPerAddress === 0) return
  const counts = createCounts(connectionsPerAddress)
  if (proxies === 0) {
    app.server.on('connection', (socket: Socket) => {
      const leave = counts.enter(socket.remoteAddress ?? '')
      if (leave) socket.once('close', leave)
      else socket.destroy()
    })
    return
  }
  app.addHook('onRequest', (request, reply, done) => {
    const leave = counts.enter(request.ip)
    if (leave) whenClosed(reply, leave)
    done(leave ? undefined : new AppError('request.too_many', { retryAfterSeconds: RETRY_SECONDS }))
  })
}
