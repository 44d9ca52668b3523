import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Closes connections whose client accepts no byte of a response for some time: an unfinished
 * response keeps its file, its layout and its buffers. A client that reads slowly is not closed,
 * nor one that waits for the server. A proxy that stores responses reads nothing while it sends what it has,
 * so the time is long.
 */
export function installResponseLimits(
  app: FastifyInstance,
  { downloadIdleMs }: Config['requests'],
): void {
  app.server.on('request', (_request, response) => {
    // Node counts every part that the system accepts from a pending write as activity.
    response.setTimeout(downloadIdleMs)
    response.on('timeout', () => {
      const { socket } = response
      if (socket && socket.writableLength > 0) socket.destroy()
      else response.setTimeout(downloadIdleMs)
    })
  })
}
