import type { Endpoint, ErrorCode, Request, Response } from '@coffer/contract'
import { pathOf } from '@coffer/contract/endpoint'
import { Problem } from '@coffer/contract/errors'
import { CLIENT_HEADER } from '@coffer/contract/live'
import { liveClientId } from './client-id.ts'
import { checkConnection } from './connection.ts'
import { csrfToken } from './csrf.ts'

/** What the server answered when it did not do what was asked. `status` is 0 when nothing answered. */
export class ApiError extends Error {
  readonly status: number
  /** Null when the answer was not ours, for instance a proxy's page. */
  readonly problem: Problem | null

  constructor(status: number, problem: Problem | null) {
    super(problem?.message ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
  }

  is(code: ErrorCode): boolean {
    return this.problem?.code === code
  }
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Calls a contract endpoint. The URL, method and types all come from the contract. */
export async function api<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Response<E>> {
  const parts = request as Parts
  const response = await send(urlOf(endpoint, parts), {
    method: endpoint.method,
    headers: headersOf(endpoint, parts),
    body: bodyOf(endpoint, parts),
    signal: signal ?? null,
  })
  return (await answerOf(response)) as Response<E>
}

/**
 * Asks whether a download will come, before the browser fetches it: what it is answered the page never hears.
 * @throws ApiError
 */
export async function requireDownload(endpoint: Endpoint, request: Parts): Promise<void> {
  const ask = (method: 'HEAD' | 'GET') =>
    send(urlOf(endpoint, request), { method, headers: headersOf(endpoint) })
  if ((await ask('HEAD')).ok) return
  // The words of a refusal come with a whole answer alone.
  const answer = await ask('GET')
  if (answer.ok) await answer.body?.cancel()
  else await answerOf(answer)
}

/** The address of an endpoint, for links and for calls that are not made by `api`. */
export function urlOf(endpoint: Endpoint, { params, query = {} }: Parts = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  const path = pathOf(endpoint.path, params)
  return search.size > 0 ? `${path}?${search}` : path
}

/** HTTP-12: every call carries `X-Requested-With` and the CSRF pair. */
export function headersOf(endpoint: Endpoint, { body }: Parts = {}): Record<string, string> {
  return {
    Accept: 'application/json',
    // The answer's words in the language that is shown, whatever the browser prefers.
    'Accept-Language': document.documentElement.lang,
    'X-Requested-With': 'XMLHttpRequest',
    [CLIENT_HEADER]: liveClientId,
    ...(endpoint.method === 'GET' ? {} : { 'X-XSRF-TOKEN': csrfToken() }),
    // A form names its own type, with the mark between its parts.
    ...(body === undefined || endpoint.accepts === 'multipart'
      ? {}
      : { 'Content-Type': 'application/json' }),
  }
}

function bodyOf({ accepts }: Endpoint, { body }: Parts): BodyInit | null {
  if (body === undefined) return null
  if (accepts !== 'multipart') return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, value as Blob)
  return form
}

async function send(url: string, init: RequestInit): Promise<globalThis.Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    void checkConnection()
    throw new ApiError(0, null)
  }
}

async function answerOf(response: globalThis.Response): Promise<unknown> {
  const text = await response.text()
  const json = parseJson(text)
  if (!response.ok) throw errorOf(response.status, json)
  // A success that is not ours, for instance a captive portal's page, is none.
  if (text !== '' && json === undefined) throw new ApiError(response.status, null)
  return json
}

function errorOf(status: number, body: unknown): ApiError {
  const problem = Problem.safeParse(body)
  return new ApiError(status, problem.success ? problem.data : null)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
