import type { Endpoint, ErrorCode, Request, Response } from '@coffer/contract'
import { CLIENT_HEADER } from '@coffer/contract/constants'
import { pathOf } from '@coffer/contract/endpoint'
import { Problem } from '@coffer/contract/errors'
import { liveClientId } from './client-id.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { checkConnection } from './connection.ts'
import { readCookie } from './cookies.ts'

/** A failed call. `status` is 0 when no server answered. */
export class ApiError extends Error {
  readonly status: number
  /** Null when the response did not come from Coffer, for instance a proxy's error page. */
  readonly problem: Problem | null
  /** Whether the browser was offline, so that the server can't have changed anything. */
  readonly isUnsent: boolean

  constructor(status: number, problem: Problem | null, isUnsent = false) {
    super(problem?.message ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
    this.isUnsent = isUnsent
  }

  is(code: ErrorCode): boolean {
    return this.problem?.code === code
  }
}

/** The text of a change that no server has answered. */
export const unansweredText = ({ isUnsent }: ApiError) =>
  isUnsent ? ('shell.offline_change' as const) : ('shell.unknown_change' as const)

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Calls a contract endpoint. URL, method and types come from the contract. */
export async function api<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Response<E>> {
  const parts = request as Parts
  const call = async () => {
    const response = await send(urlOf(endpoint, parts), {
      method: endpoint.method,
      headers: headersOf(endpoint, parts),
      body: bodyOf(endpoint, parts),
      signal: signal ?? null,
    })
    return (await readResponse(response)) as Response<E>
  }
  return endpoint.isSensitive ? withConfirmedIdentity(call) : call()
}

/** Repeats a sensitive call once after the user has confirmed who they are. */
async function withConfirmedIdentity<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isRequired = error instanceof ApiError && error.is('auth.reauthentication_required')
    if (!isRequired || !(await confirmIdentity())) throw error
    return call()
  }
}

/**
 * Checks that a download will succeed before the browser starts it, because the page cannot see
 * that response.
 * @throws ApiError
 */
export const requireDownload = (endpoint: Endpoint, request: Parts): Promise<void> =>
  endpoint.isSensitive
    ? withConfirmedIdentity(() => probeDownload(endpoint, request))
    : probeDownload(endpoint, request)

async function probeDownload(endpoint: Endpoint, request: Parts): Promise<void> {
  const fetchWith = (method: 'HEAD' | 'GET') =>
    send(urlOf(endpoint, request), { method, headers: headersOf(endpoint) })
  if ((await fetchWith('HEAD')).ok) return
  // A HEAD response has no body, so the problem is read from a GET.
  const response = await fetchWith('GET')
  if (response.ok) await response.body?.cancel()
  else await readResponse(response)
}

/** Returns the URL of an endpoint, for links and for calls that `api` does not make. */
export function urlOf(endpoint: Endpoint, { params, query = {} }: Parts = {}): string {
  const defined = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(defined.map(([key, value]) => [key, String(value)]))
  const path = pathOf(endpoint.path, params)
  return search.size > 0 ? `${path}?${search}` : path
}

/** HTTP-12: every call carries `X-Requested-With` and the CSRF header. */
export function headersOf(endpoint: Endpoint, { body }: Parts = {}): Record<string, string> {
  return {
    Accept: 'application/json',
    // Messages of the server come in the language of the page, whatever the browser prefers.
    'Accept-Language': document.documentElement.lang,
    'X-Requested-With': 'XMLHttpRequest',
    [CLIENT_HEADER]: liveClientId,
    ...(endpoint.method === 'GET' && !endpoint.changesData ? {} : { 'X-XSRF-TOKEN': csrfToken() }),
    // The browser sets the type of a multipart form, because it contains the boundary.
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
  const isOffline = !navigator.onLine
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    void checkConnection()
    throw new ApiError(0, null, isOffline)
  }
}

async function readResponse(response: globalThis.Response): Promise<unknown> {
  const text = await response.text()
  const json = parseJson(text)
  if (!response.ok) throw errorOf(response.status, json)
  // A successful response that is not JSON, for instance a captive portal's page, counts as a
  // failure.
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

/** Reads the CSRF token from the cookie that the server sets. */
const csrfToken = (): string => decodeURIComponent(readCookie('XSRF-TOKEN') ?? '')
