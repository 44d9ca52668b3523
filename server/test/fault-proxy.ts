import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A way to disturb one call. */
export type Disturbance =
  /** Answered by the proxy; the store does not see the call. */
  | { kind: 'answer'; status: number; code: string }
  /** Passed on, but the answer is replaced. */
  | { kind: 'replace'; status: number; code: string }
  /** Passed on, but the connection breaks before the answer; `answered` is called in between. */
  | { kind: 'lose'; answered?: () => void }
  /** The connection breaks at once. */
  | { kind: 'reset' }
  /** The answer is interrupted after some bytes of its body. */
  | { kind: 'cut'; bytes: number }

/** @returns how to disturb a call; undefined lets it pass */
export type Rule = (call: {
  method: string
  url: string
  headers: IncomingMessage['headers']
}) => Disturbance | undefined

const errorBody = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

function answer(reply: ServerResponse, status: number, code: string): void {
  const body = errorBody(code)
  reply.writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length })
  reply.end(body)
}

/** Passes on an answer as the disturbance demands. */
function passOn(
  upstream: IncomingMessage,
  reply: ServerResponse,
  disturbance: Disturbance | undefined,
): void {
  if (disturbance?.kind === 'lose' || disturbance?.kind === 'replace') {
    upstream.resume().on('end', () => {
      if (disturbance.kind === 'replace') return answer(reply, disturbance.status, disturbance.code)
      disturbance.answered?.()
      return reply.destroy()
    })
    return
  }
  reply.writeHead(upstream.statusCode ?? 500, upstream.headers)
  let passed = 0
  upstream.on('data', (chunk: Buffer) => {
    passed += chunk.length
    reply.write(chunk)
    if (disturbance?.kind === 'cut' && passed >= disturbance.bytes) reply.destroy()
  })
  upstream.on('end', () => reply.end())
}

/** Starts a proxy before an S3 store, which disturbs calls by a rule. */
export async function startFaultProxy(endpoint: string) {
  const target = new URL(endpoint)
  let rule: Rule = () => undefined
  const calls: { method: string; url: string; bytes: number }[] = []
  const server = createServer((incoming, reply) => {
    const { method = '', url = '', headers } = incoming
    calls.push({ method, url, bytes: Number(headers['content-length'] ?? 0) })
    const disturbance = rule({ method, url, headers })
    if (disturbance?.kind === 'reset') return incoming.socket.destroy()
    if (disturbance?.kind === 'answer') {
      incoming.resume().on('end', () => answer(reply, disturbance.status, disturbance.code))
      return undefined
    }
    // The signature covers the host that the client has called.
    const options = { host: target.hostname, port: target.port, method, path: url, headers }
    const outgoing = request(options, upstream => passOn(upstream, reply, disturbance))
    outgoing.on('error', () => reply.destroy())
    return incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    calls,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
    /** Replaces the rule; without one all calls pass. */
    use(next: Rule = () => undefined): void {
      rule = next
    },
  }
}

/** Disturbs the first calls that match. */
export function first(
  count: number,
  matches: (call: Parameters<Rule>[0]) => boolean,
  disturbance: Disturbance,
): Rule {
  let left = count
  return call => {
    if (left === 0 || !matches(call)) return undefined
    left -= 1
    return disturbance
  }
}
