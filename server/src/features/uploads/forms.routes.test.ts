import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { uploads } from '@coffer/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bytes, chunked, sha256 } from '../../../test/contents.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content: string, name = 'file') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n${content}\r\n`
const knownFields = field('filename', 'x.txt') + field('is_last', 'true')
const END = '--b--\r\n'

const sendForm = (
  client: TestClient,
  body: string | ReadableStream,
  type = 'multipart/form-data; boundary=b',
  path = '/api/upload',
) =>
  client.send('POST', path, undefined, {
    headers: { 'content-type': type },
    body,
    ...(typeof body === 'string' ? {} : { duplex: 'half' as const }),
  })

/** A body without a length, sent with chunked transfer encoding. */
const unmeasured = (start: string, content: Uint8Array): ReadableStream =>
  ReadableStream.from([Buffer.from(start), content, Buffer.from(`\r\n${END}`)])

async function expectNothingKept(client: TestClient) {
  expect(await client.names()).toEqual([])
  expect(await t.storage(client.userId)).toMatchObject({ used_bytes: 0, reserved_bytes: 0 })
}

describe('an incomplete or oversized form', () => {
  it.each([
    ['no boundary', knownFields + file('abc') + END, 400, 'multipart/form-data'],
    ['an empty boundary', knownFields + file('abc') + END, 400, 'multipart/form-data; boundary='],
    ['another boundary', knownFields + file('abc') + END, 400, 'multipart/form-data; boundary=c'],
    ['an empty body', '', 400],
    ['no closing boundary', knownFields + file('abc'), 400],
    ['a boundary in the middle of the file', `${knownFields}${file('abc').slice(0, -4)}`, 400],
    ['no file', knownFields + END, 422],
    ['a file field that is text', knownFields + field('file', 'abc') + END, 422],
    ['no name', field('is_last', 'true') + file('abc') + END, 422],
    ['two files', knownFields + file('abc') + file('def', 'other') + END, 413],
    ['200 fields', field('a', 'b').repeat(200) + knownFields + file('abc') + END, 413],
    [
      '200 fields after the file',
      knownFields + file('abc') + field('a', 'b').repeat(200) + END,
      413,
    ],
    ['a field of 20 KB', knownFields + field('path', 'a'.repeat(20_000)) + file('abc') + END, 413],
    ['a name of 4 KB', knownFields + field('filename', 'a'.repeat(4096)) + file('abc') + END, 422],
    ['a name of 5 KB', knownFields + field('filename', 'a'.repeat(5000)) + file('abc') + END, 422],
    [
      'a line break in the name',
      knownFields + field('filename', 'a\r\nX: y') + file('abc') + END,
      422,
    ],
    ['a tab in the name', knownFields + field('filename', 'a\tb') + file('abc') + END, 422],
    ['NUL in the path', knownFields + field('path', 'a/b\0') + file('abc') + END, 422],
    ['an invalid flag', knownFields + field('is_last', '[true]') + file('abc') + END, 422],
    ['an invalid id', knownFields + field('upload_id', '../x') + file('abc') + END, 422],
    ['a negative offset', knownFields + field('offset', '-1') + file('abc') + END, 422],
    [
      'a size beyond counting',
      knownFields + field('size', '9007199254740993') + file('abc') + END,
      422,
    ],
    [
      'half of a checksum',
      knownFields + field('checksum', 'sha-256=AAAA') + file('abc') + END,
      422,
    ],
    ['a prototype', field('__proto__', 'x') + field('constructor', 'y') + knownFields + END, 422],
  ])('%s', async (_, body, status, type?: string) => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    const reply = await sendForm(ann, body, type)
    expect([reply.status, reply.body.status]).toEqual([status, status])
    await expectNothingKept(ann)
    expect(await t.storedFiles()).toBe(before)
  })

  it('is rejected by other calls too', async () => {
    const ann = await t.signIn()
    const type = 'multipart/form-data; boundary=b'
    const many = await sendForm(ann, field('a', 'b').repeat(200) + END, type, '/api/create-folder')
    const open = await sendForm(ann, field('name', 'x'), type, '/api/create-folder')
    const odd = await sendForm(ann, field('name[]', 'x') + END, type, '/api/create-folder')
    expect([many.status, open.status, odd.status]).toEqual([413, 400, 422])
    await expectNothingKept(ann)
  })
})

describe('a form with parts after the file', async () => {
  const ann = await t.signIn()
  const parent = (await ann.send('POST', '/api/create-folder', { name: 'Target' })).body.data.id
  const folder = field('parent_id', parent)

  it.each([
    ['parent_id', folder],
    ['path', field('path', 'a/x.txt')],
    ['on_conflict', field('on_conflict', 'replace')],
  ])('is rejected and names %s when the file was streamed', async (name, part) => {
    const reply = await sendForm(ann, knownFields + file('abc') + part + END)
    expect([reply.status, reply.body.code]).toEqual([422, 'request.invalid'])
    expect(Object.keys(reply.body.errors)).toEqual([name])
    expect(await ann.names()).toEqual(['Target'])
    expect(await t.storage(ann.userId)).toMatchObject({ used_bytes: 0, reserved_bytes: 0 })
  })

  it('is accepted when the required parts follow too, or the part has no effect', async () => {
    const buffered = await sendForm(ann, file('abc') + knownFields + folder + END)
    expect(buffered.body.data.attributes.parent_id).toBe(parent)
    const extension = field('extension', 'txt')
    const streamed = await sendForm(ann, knownFields + folder + file('abc') + extension + END)
    expect(streamed.status).toBe(201)
  })
})

describe('an upload without a declared length', () => {
  it('is accepted', async () => {
    const ann = await t.signIn()
    const content = bytes(2_000_000)
    const head = knownFields + file('').slice(0, -2)
    const reply = await sendForm(ann, unmeasured(head, content))
    expect(reply.status).toBe(201)
    expect(sha256(await ann.download(reply.body.data))).toBe(sha256(content))
  })

  it.each([
    ['before the file', knownFields, ''],
    ['after the file', '', knownFields],
  ])('is limited while it arrives, with the form %s', async (_, before, behind) => {
    const ann = await t.signIn()
    const stored = await t.storedFiles()
    const head = before + file('').slice(0, -2)
    const send = () =>
      sendForm(
        ann,
        unmeasured(head, Buffer.from(`${'x'.repeat(300_000)}\r\n${behind.slice(0, -2)}`)),
      )
    await t.settings({ upload_limit: 200_000 })
    const overLimit = await send()
    await t.settings({ upload_limit: 0 })
    await t.limitStorage(ann.userId, 200_000)
    const overQuota = await send()
    expect([overLimit.status, overLimit.body.code]).toEqual([413, 'upload.too_large'])
    expect([overQuota.status, overQuota.body.code]).toEqual([423, 'upload.quota_exceeded'])
    await expectNothingKept(ann)
    for (const { id } of (await ann.call(uploads.listUploads, { query: {} })).body.data)
      await ann.call(uploads.cancelUpload, { params: { upload_id: id } })
    expect(await t.storedFiles()).toBe(stored)
  })
})

it('an interrupted chunk can be sent again, and the file is complete', async () => {
  const ann = await t.signIn()
  const content = bytes(300_000)
  const { upload_id, send } = chunked(ann, content)
  await send(0, 100_000)
  const cookies = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const fields = {
    filename: 'big.bin',
    is_last: 'true',
    upload_id,
    size: '300000',
    offset: '100000',
  }
  const form = Object.entries(fields).map(([name, value]) => field(name, value))
  const { hostname, port } = new URL(t.origin)
  await new Promise<void>(resolve => {
    const socket = connect(Number(port), hostname)
    socket.write(
      [
        'POST /api/upload HTTP/1.1',
        'Host: coffer.test',
        `Cookie: ${cookies}`,
        'X-Requested-With: x',
        `X-XSRF-TOKEN: ${ann.cookies.get('XSRF-TOKEN')}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 300000',
        '',
        form.join('') + file('').slice(0, -2),
      ].join('\r\n'),
    )
    socket.end(content.slice(100_000, 200_000), () => socket.destroy())
    socket.on('close', () => resolve())
  })
  const state = await ann.call(uploads.getUpload, { params: { upload_id } })
  expect(state.body.data.attributes.received_bytes).toBe(100_000)
  expect(await ann.names()).toEqual([])
  const last = await send(100_000, 300_000)
  expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
})

describe('an upload in progress', () => {
  it('continues after a new sign-in in another session', async () => {
    const ann = await t.signIn()
    const content = bytes(200_000)
    const first = chunked(ann, content)
    await first.send(0, 100_000)
    await ann.send('POST', '/api/logout')
    expect((await first.send(100_000, 200_000)).body.code).toBe('auth.required')
    const again = await t.signInAgain(ann)
    const fields = { upload_id: first.upload_id, offset: 100_000, size: 200_000 }
    const last = await again.upload({
      filename: 'big.bin',
      content: content.slice(100_000),
      ...fields,
    })
    expect(sha256(await again.download(last.body.data))).toBe(sha256(content))
  })

  // C1
  it('follows its folder when that is moved', async () => {
    const ann = await t.signIn()
    const createFolder = async (name: string) =>
      (await ann.send('POST', '/api/create-folder', { name })).body.data.id
    const folderId = await createFolder('Target')
    const parentId = await createFolder('Place')
    const { send } = chunked(ann, bytes(200_000), { parent_id: folderId })
    await send(0, 100_000)
    const refs = [{ id: folderId, type: 'folder' }]
    await ann.send('POST', '/api/move', { to_id: parentId, items: refs })
    expect((await send(100_000, 200_000)).status).toBe(201)
    expect(await ann.names(folderId)).toEqual(['big.bin'])
  })

  it('is not finished when the quota has shrunk meanwhile, and its bytes are kept', async () => {
    const ann = await t.signIn()
    const content = bytes(300_000)
    const { send } = chunked(ann, content)
    await send(0, 100_000)
    await t.limitStorage(ann.userId, 150_000)
    const rejected = await send(100_000, 300_000)
    expect([rejected.status, rejected.body.code]).toEqual([423, 'upload.quota_exceeded'])
    await t.limitStorage(ann.userId, null)
    // All bytes have arrived; only the last request is missing.
    const last = await send(300_000, 300_000)
    expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
  })

  it('cannot begin with its last chunk', async () => {
    const ann = await t.signIn()
    const { send } = chunked(ann, bytes(200_000))
    const tooEarly = await send(100_000, 200_000)
    expect([tooEarly.status, tooEarly.body.expected_offset]).toEqual([409, 0])
    await expectNothingKept(ann)
  })

  it('reserves no more than can be counted, for any number of uploads', async () => {
    const { blobs } = t.deps
    const { requireFreeSpace } = blobs
    // No disk has space for such a size; this test is about the arithmetic.
    blobs.requireFreeSpace = async () => undefined
    onTestFinished(() => {
      blobs.requireFreeSpace = requireFreeSpace
    })
    const ann = await t.signIn()
    const size = Number.MAX_SAFE_INTEGER
    const sizes = Array.from({ length: 5 }, () => size)
    const replies = await Promise.all(
      sizes.map(size => ann.upload({ upload_id: randomUUID(), offset: 0, size, is_last: false })),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 423, 423, 423, 423])
    expect((await t.storage(ann.userId)).reserved_bytes).toBe(size)
  })
})

it('keeps names apart that become equal when spaces become hyphens', async () => {
  const ann = await t.signIn()
  for (const filename of ['a b.txt', 'a-b.txt', ' a b.txt']) await ann.upload({ filename })
  expect(await ann.names()).toEqual(['-a-b.txt', 'a-b (2).txt', 'a-b.txt'].sort())
})

// C1
it('two sessions of a user that upload the same name concurrently create two files', async () => {
  const ann = await t.signIn()
  const browsers = [ann, await t.signInAgain(ann), await t.signInAgain(ann)]
  const replies = await Promise.all(browsers.map(one => one.upload({ filename: 'same.txt' })))
  expect(replies.map(reply => reply.status)).toEqual([201, 201, 201])
  expect(await ann.names()).toEqual(['same (2).txt', 'same (3).txt', 'same.txt'])
})
