import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  /** Head and body as received. */
  text: string
}

/**
 * Sends raw bytes, including malformed requests. Resolves with the response, or with status 0 when
 * the connection was closed without one.
 */
export function sendRaw(origin: string, lines: string | Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const done = () => {
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
    }
    socket.on('connect', () => socket.write(lines))
    socket.on('data', data => {
      text += data.toString('latin1')
      if (isComplete(text)) done()
    })
    socket.on('end', done)
    socket.on('error', error => (text === '' ? reject(error) : done()))
  })
}

/** Sends a request and disconnects once the response begins, like a cancelled download. */
export function abortConnection(origin: string, lines: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.on('connect', () => socket.write(lines))
    socket.once('data', () => socket.destroy())
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

/** The body has the declared length, or there is no body. */
function isComplete(text: string): boolean {
  const [head = '', ...body] = text.split('\r\n\r\n')
  if (body.length === 0) return false
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  return length !== undefined && body.join('\r\n\r\n').length >= Number(length)
}
