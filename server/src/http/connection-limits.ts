import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../lib/networks.ts'
import { whenClosed } from './when-closed.ts'

const RETRY_SECONDS = 5

/** Counts open connections or requests per network. */
function createCounts(maximum: number) {
  const counts = new Map<string, number>()
  return {
    /** @returns a function that ends the count, or undefined at the limit */
    enter(ip: string): (() => void) | undefined {
      const network = networkOf(ip)
      const count = counts.get(network) ?? 0
      if (count >= maximum) return undefined
      counts.set(network, count + 1)
      return () => {
        const remaining = (counts.get(network) ?? 1) - 1
        if (remaining > 0) counts.set(network, remaining)
        else counts.delete(network)
      }
    },
  }
}

/**
 * Limits what one address may have open at once. Behind a proxy all connections come from the
 * proxy, so running requests are counted by the forwarded address instead.
 */
export function installConnectionLimits(
  app: FastifyInstance,
  { proxies, requests: { connectionsPerAddress } }: Pick<Config, 'proxies' | 'requests'>,
): void {
  if (connectionsPerAddress === 0) return
  const counts = createCounts(connectionsPerAddress)
  if (proxies === 0) {
    app.server.on('connection', (socket: Socket) => {
      const release = counts.enter(socket.remoteAddress ?? '')
      if (release) socket.once('close', release)
      else socket.destroy()
    })
    return
  }
  app.addHook('onRequest', (request, reply, done) => {
    const release = counts.enter(request.ip)
    if (release) whenClosed(reply, release)
    done(
      release ? undefined : new AppError('request.too_many', { retryAfterSeconds: RETRY_SECONDS }),
    )
  })
}
