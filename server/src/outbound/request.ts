import type { IncomingHttpHeaders } from 'node:http'
import { Client, type Dispatcher, errors } from 'undici'
import { AppError } from '../errors.ts'
import { type Bytes, chunksOf } from '../lib/byte-streams.ts'
import { guardedConnector, type Resolve, resolveName } from './connector.ts'
import type { Guard } from './guard.ts'

/** The response of another server. `close` ends the connection, whatever is still to come. */
export interface HttpAnswer {
  /** The final URL after redirects. */
  url: URL
  status: number
  headers: IncomingHttpHeaders
  body: Bytes
  close: () => void
}

/** Responses are not decompressed, so that a small body cannot become a large one. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Coffer' }

const TOO_SLOW = [
  errors.ConnectTimeoutError,
  errors.HeadersTimeoutError,
  errors.BodyTimeoutError,
] as const

/** Maps a failed request to our error codes; an aborted one keeps the reason of its signal. */
function toRemoteError(
  cause: unknown,
  signal: AbortSignal,
  fallback: 'remote.unreachable' | 'remote.connection_lost',
): unknown {
  if (signal.aborted) return signal.reason
  if (cause instanceof AppError) return cause
  const code = TOO_SLOW.some(kind => cause instanceof kind) ? 'remote.too_slow' : fallback
  return new AppError(code, { cause })
}

async function* bodyOf({ body }: Dispatcher.ResponseData, signal: AbortSignal): Bytes {
  try {
    yield* chunksOf(body)
  } catch (cause) {
    throw toRemoteError(cause, signal, 'remote.connection_lost')
  }
}

interface Options {
  guard: Guard
  patienceMs: number
  resolve?: Resolve | undefined
}

/** Sends single requests that follow no redirect, each on a guarded connection of its own. */
export function createRequester({ guard, patienceMs, resolve = resolveName }: Options) {
  const guarded = guardedConnector(guard.canConnect, resolve, patienceMs)
  // For hosts that the operator allows.
  const unguarded = guardedConnector(() => true, resolve, patienceMs)

  /** @throws AppError `remote.…`; the signal's reason when it is aborted */
  return async function request(url: URL, signal: AbortSignal): Promise<HttpAnswer> {
    guard.requireAllowed(url)
    const client = new Client(url.origin, {
      connect: guard.isAllowed(url) ? unguarded : guarded,
      headersTimeout: patienceMs,
      bodyTimeout: patienceMs,
    })
    const close = () => void client.destroy()
    try {
      const path = url.pathname + url.search
      const reply = await client.request({ method: 'GET', path, headers: HEADERS, signal })
      const { statusCode: status, headers } = reply
      // After an early `close` the interrupted body must not raise an unhandled error.
      reply.body.on('error', () => undefined)
      return { url, status, headers, body: bodyOf(reply, signal), close }
    } catch (cause) {
      close()
      throw toRemoteError(cause, signal, 'remote.unreachable')
    }
  }
}
