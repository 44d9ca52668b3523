import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

interface Forwarding {
  /** Decides about everything that clients send. */
  onData: (
    data: Buffer,
    connection: { forward: () => void; loseAnswer: () => void; close: () => void },
  ) => unknown
  accepts?: () => boolean
  answers?: () => boolean
}

/** Listens before PostgreSQL. */
async function openForwarder(
  url: string,
  { onData, accepts = () => true, answers = () => true }: Forwarding,
) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const close = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer(client => {
    client.on('error', () => undefined)
    if (!accepts()) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        if (socket === client) upstream.destroy()
        else client.destroy()
      })
    }
    client.on('data', data =>
      onData(data, {
        forward: () => upstream.write(data),
        loseAnswer() {
          upstream.removeAllListeners('data').once('data', () => client.destroy())
          upstream.write(data)
        },
        close,
      }),
    )
    upstream.on('data', data => answers() && client.write(data))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    close()
    server.close()
  })
  const proxied = new URL(url)
  proxied.hostname = '127.0.0.1'
  proxied.port = String((server.address() as AddressInfo).port)
  return { url: proxied.href, close }
}

/**
 * Forwards connections to PostgreSQL until all statements have appeared, then acts instead of the last one:
 * `close` ends all connections, `loseAnswer` runs it and ends its connection before the answer.
 */
export async function openProxy(
  url: string,
  statements: string | readonly string[],
  act: (close: () => void, loseAnswer: () => void) => void,
) {
  const awaited = [statements].flat()
  const { url: proxied } = await openForwarder(url, {
    onData(data, { forward, loseAnswer, close }) {
      const [next] = awaited
      if (next === undefined || !data.includes(next)) return forward()
      awaited.shift()
      if (awaited.length > 0) return forward()
      act(close, loseAnswer)
    },
  })
  return proxied
}

/** A PostgreSQL that can go away and come back. */
export async function openSwitch(url: string) {
  let state: 'on' | 'off' | 'mute' = 'on'
  const refused = Promise.withResolvers<void>()
  const { url: proxied, close } = await openForwarder(url, {
    onData: (_, { forward }) => state !== 'mute' && forward(),
    accepts() {
      if (state === 'off') refused.resolve()
      return state !== 'off'
    },
    answers: () => state !== 'mute',
  })
  return {
    url: proxied,
    /** Once a connection was refused. */
    refused: refused.promise,
    /** Like a restart: connections end, and new ones are refused. */
    cut(): void {
      state = 'off'
      close()
    },
    /** Like a lost network: connections stay open, but nothing arrives. */
    mute(): void {
      state = 'mute'
    },
    restore(): void {
      state = 'on'
    },
  }
}

/** A server that answers every start-up with an error of PostgreSQL. */
export async function openRefusingServer(code: string, message: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.on('data', () => {
      const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeUInt32BE(fields.length + 4, 1)
      socket.end(Buffer.concat([head, fields]))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `postgres://coffer:wrong-secret@127.0.0.1:${port}/coffer?sslmode=disable`
}
