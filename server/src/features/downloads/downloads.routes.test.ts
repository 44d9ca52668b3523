import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytes, sha256 } from '../../../test/contents.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { deleteReleasedBlobs } from '../blobs/index.ts'

const t = await openTestApp()
const ann = await t.signIn()
const url = (await ann.upload({ filename: 'digits.txt', content: '0123456789' })).body.data
  .attributes.file_url

const get = (range?: string, headers: Record<string, string> = {}) =>
  ann.fetch(url, { headers: { ...(range && { range }), ...headers } })

// W5
describe('a range', () => {
  it.each([
    ['bytes=0-', '0123456789', 'bytes 0-9/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-500', '56789', 'bytes 5-9/10'],
  ])('of %s returns that part', async (range, piece, contentRange) => {
    const response = await get(range)
    expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange])
    expect(await response.text()).toBe(piece)
  })

  it.each(['bytes=10-', 'bytes=500-600', 'bytes=5-1'])('of %s is not satisfiable', async range => {
    const response = await get(range)
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  it.each([
    'bytes=abc',
    'lines=1-2',
    `bytes=${Array.from({ length: 1000 }, () => '0-1').join(',')}`,
  ])('of %.20s returns the whole file', async range => {
    const response = await get(range)
    expect([response.status, await response.text()]).toEqual([200, '0123456789'])
  })

  it('with several parts returns multipart/byteranges', async () => {
    const response = await get('bytes=0-1,5-6')
    expect(response.status).toBe(206)
    const body = await response.text()
    expect(response.headers.get('content-length')).toBe(String(body.length))
    expect(body).toContain('Content-Range: bytes 0-1/10\r\n\r\n01')
    expect(body).toContain('Content-Range: bytes 5-6/10\r\n\r\n56')
  })

  it('of a file replaced in the meantime returns the new file in full, never mixed bytes', async () => {
    const first = await ann.upload({ filename: 'changing.txt', content: 'aaaaaaaaaa' })
    const fileUrl = first.body.data.attributes.file_url
    const etag = (await ann.fetch(fileUrl)).headers.get('etag') ?? ''
    await ann.upload({ filename: 'changing.txt', content: 'bbbbb', on_conflict: 'replace' })
    const response = await ann.fetch(fileUrl, { headers: { range: 'bytes=5-9', 'if-range': etag } })
    expect([response.status, await response.text()]).toEqual([200, 'bbbbb'])
    const strict = await ann.fetch(fileUrl, { headers: { range: 'bytes=0-1', 'if-match': etag } })
    expect(strict.status).toBe(412)
  })

  it('with a date in If-Range returns the whole file', async () => {
    const { body } = await ann.upload({ filename: 'dated.txt', content: 'aaaaaaaaaa' })
    const fileUrl = body.data.attributes.file_url
    const modified = (await ann.fetch(fileUrl)).headers.get('last-modified') ?? ''
    // Replaced within the same second: the date is equal, the content is not.
    await ann.upload({ filename: 'dated.txt', content: 'bbbbbbbbbb', on_conflict: 'replace' })
    const headers = { range: 'bytes=5-9', 'if-range': modified }
    const response = await ann.fetch(fileUrl, { headers })
    expect([response.status, await response.text()]).toEqual([200, 'bbbbbbbbbb'])
  })
})

// W5
describe('a file replaced during its download', () => {
  it.each([10, 0])(
    'is sent completely in its old state, with %i versions kept',
    async versions_kept => {
      await t.settings({ versions_kept })
      const old = bytes(16_000_000)
      const replacement = bytes(16_000_000)
      const { body } = await ann.upload({ filename: 'sent.bin', content: old })
      const response = await ann.fetch(body.data.attributes.file_url)
      const reader = response.body?.getReader()
      const parts = [(await reader?.read())?.value ?? new Uint8Array()]
      await ann.upload({ filename: 'sent.bin', content: replacement, on_conflict: 'replace' })
      await deleteReleasedBlobs(t.deps)
      for (let part = await reader?.read(); part?.value; part = await reader?.read())
        parts.push(part.value)
      expect(sha256(Buffer.concat(parts))).toBe(sha256(old))
    },
  )
})

it('HEAD returns all headers and no body', async () => {
  const response = await ann.fetch(url, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe('10')
  expect(response.headers.get('accept-ranges')).toBe('bytes')
  expect(await response.text()).toBe('')
})

it('content the client already has is not sent again', async () => {
  const etag = (await get()).headers.get('etag') ?? ''
  const known = (tag: string) =>
    get(undefined, { 'if-none-match': tag, 'cache-control': 'max-age=0' })
  expect((await known(etag)).status).toBe(304)
  expect((await known('"another"')).status).toBe(200)
})

// W1
it.each([
  ['page.html', '<!doctype html><script>alert(1)</script>', 'text/html; charset=utf-8'],
  [
    'drawing.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'image/svg+xml',
  ],
  ['data.xml', '<?xml version="1.0"?><a/>', 'application/xml'],
  ['code.js', 'alert(1)', 'text/javascript; charset=utf-8'],
  ['style.css', 'body{background:red}', 'text/css; charset=utf-8'],
  ['module.wasm', '\0asm\u0001\0\0\0', 'application/wasm'],
  ['page.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'text/html; charset=utf-8'],
  ['page.mht', 'MIME-Version: 1.0\r\n\r\n<script>alert(1)</script>', 'text/plain; charset=utf-8'],
  ['hidden.txt', '<!doctype html><script>alert(1)</script>', 'text/html; charset=utf-8'],
])('%s can be downloaded but never runs on our origin', async (filename, content, type) => {
  const { body } = await ann.upload({ filename, content })
  const response = await ann.fetch(body.data.attributes.file_url)
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(response.headers.get('content-type')).toBe(type)
  if (type !== 'text/plain; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
})

describe('the charset of a text', () => {
  const latin1 = (text: string) => Uint8Array.from(text, char => char.charCodeAt(0))
  const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))
  const typeOf = async (url: string, init?: RequestInit) =>
    (await ann.fetch(url, init)).headers.get('content-type')

  it.each([
    ['utf-8', 'año', new TextEncoder().encode('año')],
    ['windows-1252', 'año', latin1('año')],
    ['utf-16le', 'año', utf16('año')],
    ['utf-8', 'plain', new TextEncoder().encode('plain')],
    ['windows-1252', 'a long año', latin1('año '.repeat(500_000))],
    ['utf-8', 'a long año', new TextEncoder().encode('año '.repeat(500_000))],
  ])('is %s for “%s”, which arrives unchanged', async (charset, _, content) => {
    const { body } = await ann.upload({ filename: 'text.txt', content })
    const { file_url } = body.data.attributes
    const response = await ann.fetch(file_url)
    expect(response.headers.get('content-type')).toBe(`text/plain; charset=${charset}`)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(sha256(await response.bytes())).toBe(sha256(content))
    expect(await typeOf(file_url, { headers: { range: 'bytes=0-20' } })).toContain(charset)
  })

  it('is not named where the beginning of the content is not sent', async () => {
    const { body } = await ann.upload({ filename: 'text.txt', content: latin1('año año') })
    const { file_url } = body.data.attributes
    expect(await typeOf(file_url, { headers: { range: 'bytes=3-5' } })).toBe('text/plain')
    expect(await typeOf(file_url, { method: 'HEAD' })).toBe('text/plain')
  })
})

// W4
it.each([
  ['quote"d.txt', 'attachment; filename="quote\\"d.txt"'],
  ['semi;colon.txt', 'attachment; filename="semi;colon.txt"'],
  ['año.txt', "filename*=UTF-8''a%C3%B1o.txt"],
  ['日本.txt', "filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt"],
])('the name %s is sent intact and injects no header', async (filename, expected) => {
  const { body } = await ann.upload({ filename, content: 'x' })
  const response = await ann.fetch(`${body.data.attributes.file_url}?download=1`)
  expect(response.headers.get('content-disposition')).toContain(expected)
})

it('a download counts as traffic of the owner, and a rejected one does not', async () => {
  const bob = await t.signIn()
  const { body } = await bob.upload({ filename: 'a.txt', content: '0123456789' })
  const url = body.data.attributes.file_url
  for (const headers of [{ range: 'bytes=99-' }, { 'if-match': '"another"' }])
    expect((await bob.fetch(url, { headers })).ok).toBe(false)
  expect((await bob.fetch(`${url}?version=${randomUUID()}`)).status).toBe(404)
  await (await bob.fetch(url)).text()
  const traffic = () =>
    t.deps.db.selectFrom('traffic').selectAll().where('user_id', '=', bob.userId).executeTakeFirst()
  await expect.poll(traffic).toMatchObject({ upload_bytes: 10, download_bytes: 10 })
})

it('an interrupted download counts as traffic by what was sent', async () => {
  const bob = await t.signIn()
  const size = 32 * 1024 * 1024
  const { body } = await bob.upload({ filename: 'film.bin', content: new Uint8Array(size) })
  const response = await bob.fetch(body.data.attributes.file_url)
  const reader = response.body?.getReader()
  const received = (await reader?.read())?.value?.length ?? 0
  await reader?.cancel()
  const traffic = () =>
    t.deps.db
      .selectFrom('traffic')
      .select('download_bytes')
      .where('user_id', '=', bob.userId)
      .executeTakeFirst()
  await expect.poll(async () => (await traffic())?.download_bytes).toBeGreaterThanOrEqual(received)
  expect((await traffic())?.download_bytes).toBeLessThan(size)
})
