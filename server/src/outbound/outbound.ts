import type { IncomingHttpHeaders } from 'node:http'
import { Client, type Dispatcher, errors } from 'undici'
import { AppError } from '../errors.ts'
import { type Bytes, chunksOf } from '../lib/byte-streams.ts'
import { guardedConnector, type Resolve, resolveName } from './connector.ts'
import { createGuard, type GuardOptions } from './guard.ts'

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Not unpacked by us, so that a little can't become a lot. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Coffer' }

/** What another server answered. `close` ends the connection, however much is still to come. */
export interface Answer {
  /** Where the last redirect led. */
  url: URL
  status: number
  headers: IncomingHttpHeaders
  body: Bytes
  close: () => void
}

export interface Outbound {
  /** What can be told from the link itself. @throws AppError `remote.blocked_address` */
  requireAllowed: (url: URL) => URL
  /**
   * Asks for what is behind a link, and follows it where it is sent on.
   * @throws AppError `remote.…`; the signal's reason when it is told to stop
   */
  get: (link: URL, signal: AbortSignal) => Promise<Answer>
}

interface Options extends GuardOptions {
  patienceMs: number
  resolve?: Resolve
}

const TOO_SLOW = [
  errors.ConnectTimeoutError,
  errors.HeadersTimeoutError,
  errors.BodyTimeoutError,
] as const

/** What a failure is told as; who asked to stop gets his own reason back. */
function faultOf(
  cause: unknown,
  signal: AbortSignal,
  otherwise: 'remote.unreachable' | 'remote.broken_off',
): unknown {
  if (signal.aborted) return signal.reason
  if (cause instanceof AppError) return cause
  const code = TOO_SLOW.some(kind => cause instanceof kind) ? 'remote.too_slow' : otherwise
  return new AppError(code, { cause })
}

async function* bodyOf({ body }: Dispatcher.ResponseData, signal: AbortSignal): Bytes {
  try {
    yield* chunksOf(body)
  } catch (cause) {
    throw faultOf(cause, signal, 'remote.broken_off')
  }
}

/** Where the other side sends us on to, if it does. */
const nextOf = ({ status, headers: { location = '' }, url }: Answer): URL | null =>
  REDIRECTS.has(status) && location !== '' ? URL.parse(location, url.href) : null

/** The one way to the servers of others: guarded at every step, bounded in everything. */
export function createOutbound({ patienceMs, resolve = resolveName, ...rest }: Options): Outbound {
  const guard = createGuard(rest)
  const guarded = guardedConnector(guard.mayConnect, resolve, patienceMs)
  // For what the operator lets through, wherever it leads.
  const open = guardedConnector(() => true, resolve, patienceMs)

  async function ask(url: URL, signal: AbortSignal): Promise<Answer> {
    guard.requireAllowed(url)
    const client = new Client(url.origin, {
      connect: guard.isAllowed(url) ? open : guarded,
      headersTimeout: patienceMs,
      bodyTimeout: patienceMs,
    })
    const close = () => void client.destroy()
    try {
      const path = url.pathname + url.search
      const reply = await client.request({ method: 'GET', path, headers: HEADERS, signal })
      const { statusCode: status, headers } = reply
      // Whoever closes before all of it has come does not want to hear of it.
      reply.body.on('error', () => undefined)
      return { url, status, headers, body: bodyOf(reply, signal), close }
    } catch (cause) {
      close()
      throw faultOf(cause, signal, 'remote.unreachable')
    }
  }

  async function get(link: URL, signal: AbortSignal): Promise<Answer> {
    let url = link
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      signal.throwIfAborted()
      const answer = await ask(url, signal)
      const next = nextOf(answer)
      if (!next) return answer
      answer.close()
      url = next
    }
    throw new AppError('remote.too_many_redirects')
  }

  return { requireAllowed: guard.requireAllowed, get }
}
