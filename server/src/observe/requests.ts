import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The pattern of the route, such as `/api/share/:token`; addresses may contain ids and tokens. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'

export interface Transferred {
  receivedBytes: number
  sentBytes: number
}

/** Measures the bytes that a connection has moved since its call before; ask once for each call. */
export function measureTransfers(): (request: FastifyRequest) => Transferred {
  const counted = new WeakMap<Socket, { read: number; written: number }>()
  return request => {
    const { socket } = request.raw
    const before = counted.get(socket) ?? { read: 0, written: 0 }
    const now = { read: socket.bytesRead, written: socket.bytesWritten }
    counted.set(socket, now)
    return { receivedBytes: now.read - before.read, sentBytes: now.written - before.written }
  }
}
