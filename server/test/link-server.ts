import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (response: ServerResponse, request: IncomingMessage) => void

export interface LinkServer {
  /** The host as used in links. */
  host: string
  url: (path: string) => string
  /** Sets the response for a path; other paths are not found. */
  on: (path: string, handler: Handler) => void
  /** Requested paths in order. */
  asked: string[]
  connections: () => number
  close: () => Promise<void>
}

export const serves =
  (content: string | Uint8Array, headers: Record<string, string> = {}): Handler =>
  response =>
    response
      .writeHead(200, { 'content-length': Buffer.byteLength(content), ...headers })
      .end(content)

export const redirectsTo =
  (location: string, status = 302): Handler =>
  response =>
    response.writeHead(status, { location }).end()

/** Another web server, on this machine. */
export async function createLinkServer(): Promise<LinkServer> {
  const handlers = new Map<string, Handler>()
  const asked: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname
    asked.push(path)
    const handler = handlers.get(path)
    if (handler) handler(response, request)
    else response.writeHead(404).end()
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    asked,
    url: path => `http://${host}${path}`,
    on: (path, handler) => void handlers.set(path, handler),
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
