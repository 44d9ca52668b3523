import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { health } from '@coffer/contract'
import { createHealthCheck, createReadyCheck } from './features/health/index.ts'
import { isOperatorToken } from './lib/operator-token.ts'
import type { Metrics } from './observe/metrics.ts'
import type { Runtime } from './runtime.ts'

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Answers the probes of a process that only runs jobs. */
export async function listenForProbes(deps: Runtime, port: number, metrics?: Metrics) {
  const { metricsToken, metricsPort } = deps.config.operation
  const isOperator = ({ authorization }: IncomingHttpHeaders) =>
    isOperatorToken(authorization, metricsToken)
  const checkReady = createReadyCheck(deps)
  const checkHealth = createHealthCheck(deps)
  const answers: Record<string, (response: ServerResponse, isOperator: boolean) => Promise<void>> =
    {
      [health.getPing.path]: async response => send(response, 200, 'pong'),
      async [health.getReady.path](response) {
        const status = await checkReady()
        send(response, status === 'ready' ? 200 : 503, { status })
      },
      async [health.getHealth.path](response, isOperator) {
        const state = await checkHealth(isOperator)
        send(response, state.status === 'failing' ? 503 : 200, state)
      },
    }
  /** Metrics at this port need a token; without one they have their own port. */
  async function sendMetrics({ headers }: IncomingMessage, response: ServerResponse) {
    const isAllowed = metricsPort === undefined && isOperator(headers)
    if (!metrics || !isAllowed) return send(response, 401, {})
    response.writeHead(200, { 'content-type': metrics.contentType })
    response.end(await metrics.read())
  }
  const server = createServer((request, response) => {
    if (metrics && request.url === '/metrics')
      return void sendMetrics(request, response).catch(() => send(response, 500, {}))
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined
    if (answer) answer(response, isOperator(request.headers)).catch(() => send(response, 500, {}))
    else send(response, 404, {})
  })
  server.listen(port, deps.config.host)
  await once(server, 'listening')
  const { address, port: usedPort, family } = server.address() as AddressInfo
  return {
    server,
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${usedPort}`,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
