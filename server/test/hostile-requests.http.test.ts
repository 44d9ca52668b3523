import { describe, expect, it } from 'vitest'
import { openTestApp } from './open-test-app.ts'
import { type RawAnswer, sendRaw } from './raw-http.ts'
import { openWriteLog } from './write-log.ts'

const t = await openTestApp()
const ann = await t.signIn()
const writes = await openWriteLog(t.database)
const cookies = [...ann.cookies].map(([name, value]) => `${name}=${value}`)
const session = [
  'Host: coffer.test',
  `Cookie: ${cookies.join('; ')}`,
  'X-Requested-With: XMLHttpRequest',
  `X-XSRF-TOKEN: ${ann.cookies.get('XSRF-TOKEN')}`,
].join('\r\n')

const raw = (line: string, headers: string[] = [], body = '') =>
  sendRaw(t.origin, [`${line} HTTP/1.1`, session, ...headers, '', body].join('\r\n'))
const sendJson = (path: string, body: string, type = 'application/json') =>
  raw(`POST ${path}`, [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`], body)

/** Expects a readable problem response from a server that keeps working. */
async function expectProblem(ask: () => Promise<RawAnswer>, status: number) {
  const { result, written } = await writes.during(ask)
  const { status: actualStatus, text } = result
  expect(text).toMatch(/^content-type: application\/problem\+json/im)
  expect([actualStatus, JSON.parse(text.split('\r\n\r\n')[1] ?? '').status]).toEqual([
    status,
    status,
  ])
  expect(written).toEqual([])
  expect((await ann.fetch('/api/ping')).status).toBe(200)
}

// P1
// P5
describe('an unknown path', () => {
  it.each([
    ['GET /file/%zz', 400],
    ['GET /%', 400],
    ['GET /file/..%2f..%2f..%2fetc%2fpasswd', 404],
    ['GET /file/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 404],
    ['GET /file/..%5c..%5cboot.ini', 404],
    ['GET /file/%00', 404],
    ['GET /file/../../../etc/passwd', 404],
    ['GET //etc/passwd', 404],
    ['GET /api/../etc/passwd', 404],
    ['GET /api/items/__proto__', 404],
    [`GET /api/items/${'a'.repeat(5000)}`, 404],
    ['GET /api/items/1%20or%201=1', 404],
    ['GET /api/items/00000000-0000-0000-0000-00000000000', 404],
    ['GET /api/browse/folders/..', 404],
    [`GET /${'a'.repeat(20_000)}`, 413],
  ])('%.60s', async (line, status) => {
    await expectProblem(() => raw(line), status)
  })
})

describe('an unsupported method', () => {
  it.each([
    ['PROPFIND /', 404],
    ['TRACE /api/ping', 404],
    ['OPTIONS *', 404],
    ['OPTIONS /api/move', 404],
    ['DELETE /api/ping', 404],
    ['PUT /api/upload', 404],
    ['GET /api/move', 404],
    ['DELETE /api/create-folder', 404],
    ['FETCH /api/ping', 400],
  ])('%s', async (line, status) => {
    await expectProblem(() => raw(line), status)
  })
})

describe('malformed HTTP', () => {
  it.each([
    ['another protocol', '\x16\x03\x01\x00\xa5\x01\x00\r\n\r\n', 400],
    ['two lengths of a body', 'Content-Length: 5\r\nTransfer-Encoding: chunked', 400],
    ['a negative length', 'Content-Length: -5', 400],
    ['a length that is not a number', 'Content-Length: 5e0', 400],
    ['a header of 20 KB', `X-Long: ${'a'.repeat(20_000)}`, 413],
    ['a header folded by a bare line feed', 'X-A: b\n c: d', 400],
  ])('%s', async (name, text, status) => {
    const request = `POST /api/move HTTP/1.1\r\n${session}\r\n${text}\r\n\r\n`
    await expectProblem(
      () => sendRaw(t.origin, name === 'another protocol' ? text : request),
      status,
    )
  })
})

// P5
describe('an invalid body', () => {
  const deep = (open: string, close: string) => `${open.repeat(100_000)}1${close.repeat(100_000)}`
  it.each([
    ['an empty body', '', 422],
    ['truncated JSON', '{"to_id":', 400],
    ['null', 'null', 422],
    ['a list', '[]', 422],
    ['a string', '"abc"', 422],
    ['lists in lists, 100,000 deep', deep('[', ']'), 422],
    ['objects in objects, 100,000 deep', deep('{"a":', '}'), 422],
    ['a prototype', '{"__proto__":{"to_id":null}}', 400],
    ['a constructor', '{"constructor":{"prototype":{"to_id":null}}}', 400],
    ['lists instead of strings', '{"to_id":[null],"items":{"0":{"id":"x"}}}', 422],
    ['numbers instead of ids', '{"to_id":1,"items":[{"id":2,"type":"folder"}]}', 422],
    ['a list of 250,000 numbers', `{"to_id":null,"items":[${'1,'.repeat(250_000)}1]}`, 422],
    ['more than a megabyte', `"${'a'.repeat(1024 * 1024)}"`, 413],
  ])('%s', async (_, body, status) => {
    await expectProblem(() => sendJson('/api/move', body), status)
  })

  it.each([
    ['text/plain', '{"to_id":null}', 422],
    ['application/xml', '<to_id/>', 400],
    ['no type at all', '{}', 400],
    ['application/x-www-form-urlencoded', 'items[0][id]=x&items=1&to_id=%00&__proto__=1', 422],
    ['application/x-www-form-urlencoded', 'a&'.repeat(200_000), 422],
    ['multipart/form-data', 'x', 400],
  ])('as %s', async (type, body, status) => {
    await expectProblem(() => sendJson('/api/move', body, type), status)
  })

  it('that is too long without a declared length', async () => {
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
    await expectProblem(() => raw('POST /api/move', headers, `${chunk.repeat(20)}0\r\n\r\n`), 413)
  })

  it('gets a response that is not longer than the request', async () => {
    const body = `{"to_id":null,"items":[${'1,'.repeat(250_000)}1]}`
    expect((await sendJson('/api/move', body)).text.length).toBeLessThan(20_000)
  })
})

describe('a method in the body', () => {
  it.each([
    ['{"_method":{"toString":1}}', 405],
    ['{"_method":["patch"],"name":"x","type":"folder"}', 405],
    ['{"_method":"get"}', 405],
    ['{"_method":"delete"}', 405],
    ['"patch"', 405],
    ['null', 405],
  ])('%s', async (body, status) => {
    await expectProblem(() => sendJson(`/api/rename/${ann.userId}`, body), status)
  })
})

describe('an invalid query', () => {
  it.each([
    ['page=1&page=2', 422],
    ['page=0', 422],
    ['page=-1', 422],
    ['page=1e309', 422],
    ['page=1.5', 422],
    ['page=1000001', 422],
    ['sort=name&sort=size', 422],
    ['sort=constructor', 422],
    ['sort=%00', 422],
    ['direction=ASC;drop%20table%20items', 422],
  ])('%s', async (query, status) => {
    await expectProblem(() => raw(`GET /api/browse/folders/all?${query}`), status)
  })
})

it('a rejected caller is answered without reading the body', async () => {
  const head = 'POST /api/move HTTP/1.1\r\nHost: coffer.test\r\nContent-Length: 1000\r\n\r\n{"to'
  await expectProblem(() => sendRaw(t.origin, head), 401)
})
