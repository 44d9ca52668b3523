// @vitest-environment node
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint } from '@coffer/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, api, urlOf } from './api.ts'

const problem = {
  type: 'about:blank',
  title: 'Name already in use',
  status: 409,
  detail: 'An item with this name already exists here.',
  message: 'An item with this name already exists here.',
  code: 'item.name_taken',
}
const ANSWERS: Record<string, [status: number, body: string]> = {
  '/fine': [200, '{"data":1}'],
  '/nothing': [204, ''],
  '/problem': [409, JSON.stringify(problem)],
  '/proxy': [502, '<html><h1>502 Bad Gateway</h1></html>'],
  '/portal': [200, '<html>Please sign in to the Wi-Fi</html>'],
  '/odd': [500, '{"error":"odd"}'],
}

let server: Server
const { fetch: realFetch } = globalThis
const fetchAt = (base: string) => (path: string, init: RequestInit) =>
  realFetch(new URL(path, base), init)

beforeAll(async () => {
  server = createServer((request, response) => {
    const echo: [number, string] = [200, JSON.stringify(request.headers)]
    const [status, body] = ANSWERS[request.url ?? ''] ?? echo
    response.writeHead(status).end(body)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  vi.stubGlobal('document', { documentElement: { lang: 'es' } })
  // fetch in Node needs absolute URLs; a page resolves paths against its own address.
  vi.stubGlobal('fetch', fetchAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})

const get = (path: `/${string}`, more: { changesData?: boolean } = {}) => {
  const summary = 'For this test.'
  return api(
    endpoint({ method: 'GET', path, access: 'public', summary, response: z.unknown(), ...more }),
    {},
  )
}
const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('The call did not fail as it should.')
}

describe('api', () => {
  test('returns the body that the server sent', async () => {
    expect(await get('/fine')).toEqual({ data: 1 })
    expect(await get('/nothing')).toBeUndefined()
  })

  test('sends the CSRF token with a GET that changes data', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'es' }, cookie: 'XSRF-TOKEN=a%3Db' })
    expect(await get('/headers', { changesData: true })).toMatchObject({ 'x-xsrf-token': 'a=b' })
    expect(await get('/headers')).not.toHaveProperty('x-xsrf-token')
  })

  test('sends the client header and the language of the page', async () => {
    expect(await get('/headers')).toMatchObject({
      'accept-language': 'es',
      'x-requested-with': 'XMLHttpRequest',
    })
  })

  test('throws the problem that the server described', async () => {
    const error = await failure(get('/problem'))
    expect(error).toMatchObject({ status: 409, problem, message: problem.message })
    expect(error.is('item.name_taken')).toBe(true)
    expect(error.is('item.not_found')).toBe(false)
  })

  test.each([
    ['/proxy', 502],
    ['/portal', 200],
    ['/odd', 500],
  ] as const)(
    'throws an error without a problem for %s, whose body is not ours',
    async (path, status) => {
      expect(await failure(get(path))).toMatchObject({ status, problem: null })
    },
  )

  test('throws status 0 when no server answers', async () => {
    vi.stubGlobal('fetch', fetchAt('http://127.0.0.1:1'))
    expect(await failure(get('/fine'))).toMatchObject({ status: 0, problem: null })
  })
})

describe('urlOf', () => {
  const browse = endpoint({
    method: 'GET',
    path: '/api/browse/:id',
    access: 'user',
    summary: 'For this test.',
  })

  test('encodes every value', () => {
    expect(urlOf(browse, { params: { id: 'a/b?c' } })).toBe('/api/browse/a%2Fb%3Fc')
  })

  test('leaves out undefined values', () => {
    const query = { page: 2, sort: undefined, name: 'a b' }
    expect(urlOf(browse, { params: { id: 'all' }, query })).toBe('/api/browse/all?page=2&name=a+b')
  })
})
