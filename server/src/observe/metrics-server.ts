import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { isOperatorToken } from '../lib/operator-token.ts'

/** Whether a call may read the metrics; without a token the address alone protects them. */
export const mayReadMetrics = (
  authorization: string | undefined,
  token: string | undefined,
): boolean => token === undefined || isOperatorToken(authorization, token)

interface Options {
  host: string
  port: number
  token: string | undefined
  contentType: string
  read: () => Promise<string>
}

/** Serves metrics on a port of their own. @returns a function that stops it */
export async function serveMetrics({ host, port, token, contentType, read }: Options) {
  async function answer({ url, headers }: IncomingMessage) {
    if (url !== '/metrics') return { status: 404, text: '' }
    if (!mayReadMetrics(headers.authorization, token)) return { status: 401, text: '' }
    return { status: 200, text: await read() }
  }
  const server = createServer((request, response) => {
    void answer(request)
      .catch(() => ({ status: 500, text: '' }))
      .then(({ status, text }) => {
        response.writeHead(status, { 'content-type': contentType })
        response.end(text)
      })
  })
  server.listen({ host, port, exclusive: true })
  await once(server, 'listening')
  return async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}
