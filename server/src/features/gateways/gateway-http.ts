import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Dispatcher, errors } from 'undici'
import { GatewayError } from './gateway.ts'
import { rateLimitDetails, UNSENT_CODES } from './gateway-errors.ts'

export interface GatewayCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With its query. */
  path: string
  headers?: Record<string, string>
  /** Sent as JSON; a text is sent as it is. */
  body?: object | string
  /** Whether the call has a key by which the gateway recognizes its repetition. */
  isRepeatable?: boolean
}

export interface GatewayAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Parsed JSON; null without a body. */
  body: unknown
}

/** Sends calls to one gateway and throws `GatewayError` for everything but success. */
export type GatewayHttp = (call: GatewayCall) => Promise<GatewayAnswer>

interface Options {
  url: string
  timeoutMs: number
  /** Reads the gateway's own errors in answers with status 4xx. */
  toError: (answer: GatewayAnswer) => GatewayError
}

const RETRY_PAUSE_MS = 300
const MAX_BODY_BYTES = 20 * 1024 * 1024
const TOO_MANY = 429

const isUnsent = (cause: unknown): boolean =>
  cause instanceof errors.ConnectTimeoutError ||
  UNSENT_CODES.has(String((cause as { code?: unknown } | null)?.code))

/** The error of a call whose answer is missing or does not show whether the call had an effect. */
function lost(call: GatewayCall, reason: string, code: string): GatewayError {
  return new GatewayError(call.method === 'GET' ? 'unavailable' : 'unknown', reason, { code })
}

function fromCause(call: GatewayCall, cause: unknown): GatewayError {
  if (cause instanceof GatewayError) return cause
  const code = String((cause as { code?: unknown } | null)?.code ?? 'connection')
  if (isUnsent(cause))
    return new GatewayError('unavailable', 'The gateway cannot be reached.', { code })
  return lost(call, 'The connection to the gateway was lost.', code)
}

function parseBody(text: string, call: GatewayCall): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    throw lost(call, 'The gateway sent an unreadable answer.', 'unreadable')
  }
}

const requestOf = ({ method, path, headers, body }: GatewayCall, prefix: string) => {
  const isJson = typeof body === 'object'
  return {
    method,
    path: prefix + path,
    headers: {
      accept: 'application/json',
      'user-agent': 'Coffer',
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : (body ?? null),
  }
}

async function readAnswer(
  reply: Dispatcher.ResponseData,
  call: GatewayCall,
): Promise<GatewayAnswer> {
  const text = await reply.body.text()
  const { statusCode: status, headers } = reply
  if (status === TOO_MANY) {
    const details = rateLimitDetails(headers['retry-after'])
    throw new GatewayError('unavailable', 'The gateway limits the calls.', details)
  }
  if (status >= 500) throw lost(call, `The gateway answered ${status}.`, String(status))
  return { status, headers, body: parseBody(text, call) }
}

/** Unlike `outbound`, this client writes too, and only to the address that the operator set. */
export function createGatewayHttp({ url, timeoutMs, toError }: Options): GatewayHttp {
  const { origin, pathname } = new URL(url)
  const prefix = pathname.replace(/\/$/, '')

  async function send(call: GatewayCall): Promise<GatewayAnswer> {
    const client = new Client(origin, {
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: MAX_BODY_BYTES,
    })
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const reply = await client.request({ ...requestOf(call, prefix), signal })
      const answer = await readAnswer(reply, call)
      if (answer.status >= 300) throw toError(answer)
      return answer
    } catch (cause) {
      throw fromCause(call, cause)
    } finally {
      void client.destroy()
    }
  }

  return async call => {
    try {
      return await send(call)
    } catch (error) {
      const { kind, code } = error as GatewayError
      const isWorthRepeating =
        (call.method === 'GET' || call.isRepeatable === true) &&
        (kind === 'unknown' || kind === 'unavailable') &&
        code !== 'rate_limited'
      if (!isWorthRepeating) throw error
      await pause(RETRY_PAUSE_MS)
      return send(call)
    }
  }
}
