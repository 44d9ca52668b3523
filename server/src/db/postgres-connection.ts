import { connect, Socket } from 'node:net'

/**
 * Above what statements of calls take, and how long pools keep idle connections (10 s); a silent server
 * is noticed after twice this time.
 */
const SILENCE_MS = 12_000

/** PostgreSQL and poolers answer it with one byte, before they ask who connects. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

interface Peer {
  host: string
  port: number
}

/** Whether a server accepts a connection and answers on it in time. */
const answers = ({ host, port }: Peer, withinMs: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host, port })
    socket.setTimeout(withinMs, () => socket.destroy())
    socket.once('connect', () => socket.write(SSL_REQUEST))
    socket.once('data', () => {
      resolve(true)
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(false))
  })

/** Opens the socket of a connection, which ends when its server is silent and accepts no other connection. */
function openSocket(silenceMs: number): Socket {
  const socket = new Socket()
  async function check(peer: Peer): Promise<void> {
    if (await answers(peer, silenceMs)) socket.setTimeout(silenceMs)
    else socket.destroy(new Error('Connection terminated: the database does not answer'))
  }
  socket.once('connect', () => {
    const { remoteAddress: host, remotePort: port } = socket
    // Undefined for a socket file, whose server is on this machine.
    if (host === undefined || port === undefined) return
    socket.setTimeout(silenceMs)
    socket.on('timeout', () => void check({ host, port }))
  })
  return socket
}

/**
 * Options of the driver for a connection that notices a server which vanishes without closing it. TCP
 * alone reports it after about fifteen minutes. A statement that takes long is not limited, because its
 * server answers.
 */
export const connectionTo = (url: string, silenceMs: number = SILENCE_MS) => ({
  connectionString: url,
  keepAlive: true,
  keepAliveInitialDelayMillis: SILENCE_MS,
  stream: () => openSocket(silenceMs),
})
