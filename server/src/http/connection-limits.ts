import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { networkOf } from '../lib/networks.ts'
import { whenClosed } from './when-closed.ts'

const RETRY_SECONDS = 5

/**
 * Limits what one address may have open at once. Behind a proxy all connections come from the
 * proxy, so running requests are counted by the forwarded address instead.
 */
export function installConnectionLimits(
  app: FastifyInstance,
  { proxies, requests: { connectionsPerAddress } }: Pick<Config, 'proxies' | 'requests'>,
): void {
  if (connectionsPerAddress === 0) return
  const enter = createConcurrencyLimit(connectionsPerAddress)
  if (proxies === 0) {
    app.server.on('connection', (socket: Socket) => {
      const release = enter(networkOf(socket.remoteAddress ?? ''))
      if (release) socket.once('close', release)
      else socket.destroy()
    })
    return
  }
  app.addHook('onRequest', (request, reply, done) => {
    const release = enter(networkOf(request.ip))
    if (release) whenClosed(reply, release)
    done(
      release ? undefined : new AppError('request.too_many', { retryAfterSeconds: RETRY_SECONDS }),
    )
  })
}
