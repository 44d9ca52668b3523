import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { bytes } from '../../test/contents.ts'
import { openTestApp } from '../../test/open-test-app.ts'

const LIMIT_MS = 800
const TRICKLE_MS = 50
const t = await openTestApp({
  config: {
    requests: {
      bodyMs: LIMIT_MS,
      uploadIdleMs: LIMIT_MS,
      downloadIdleMs: 60_000,
      connectionsPerAddress: 0,
    },
  },
})
const ann = await t.signIn()
const session = [
  'Host: coffer.test',
  `Cookie: ${[...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
  'X-Requested-With: XMLHttpRequest',
  `X-XSRF-TOKEN: ${ann.cookies.get('XSRF-TOKEN')}`,
]

interface OpenRequest {
  socket: Socket
  /** The response, once the connection is closed. */
  closed: Promise<string>
}

function send(
  requestLine: string,
  type: string,
  length: number,
  start: string,
  extraHeaders: readonly string[] = [],
): OpenRequest {
  const { hostname, port } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', data => {
    text += data.toString('latin1')
  })
  socket.on('error', () => undefined)
  const head = [
    requestLine,
    ...session,
    ...extraHeaders,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ]
  socket.write([...head, '', start].join('\r\n'))
  return { socket, closed: new Promise(resolve => socket.on('close', () => resolve(text))) }
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data; boundary=b'
const formStart = (filename: string) =>
  Object.entries({ filename, is_last: 'true' })
    .map(
      ([name, value]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')
    .concat('--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n')

it.each([
  ['JSON call', 'POST /api/create-folder HTTP/1.1', JSON_TYPE, '{"name":'],
  ['form for a call without files', 'POST /api/create-folder HTTP/1.1', FORM_TYPE, '--b\r\n'],
  ['call to an unknown path', 'POST /api/nowhere HTTP/1.1', JSON_TYPE, '{'],
  ['malformed URL', 'POST /% HTTP/1.1', JSON_TYPE, '{'],
])('cuts off the unfinished body of a %s, however steadily it arrives', async (...call) => {
  const [, requestLine, type, start] = call
  const { socket, closed } = send(requestLine, type, 100_000, start)
  const trickle = setInterval(() => socket.write(' '), TRICKLE_MS)
  onTestFinished(() => clearInterval(trickle))
  // Either rejected at once and closed later, or answered with the reason.
  expect(await closed).toMatch(/^HTTP\/1\.1 4\d\d /)
})

it('answers a slow body with 408', async () => {
  const { closed } = send('POST /api/create-folder HTTP/1.1', JSON_TYPE, 100_000, '{"name":')
  const [head = '', body = ''] = (await closed).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 408 /)
  expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'request.timeout' })
})

it('cuts off a stalled upload', async () => {
  const { closed } = send('POST /api/upload HTTP/1.1', FORM_TYPE, 1_000_000, formStart('idle.bin'))
  expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
})

it('accepts a slow but steady upload', async () => {
  const start = formStart('slow.bin')
  const end = '\r\n--b--\r\n'
  const pieces = Math.ceil((4 * LIMIT_MS) / TRICKLE_MS)
  const { socket, closed } = send(
    'POST /api/upload HTTP/1.1',
    FORM_TYPE,
    start.length + pieces + end.length,
    start,
    ['Connection: close'],
  )
  for (let piece = 0; piece < pieces; piece += 1) {
    await pause(TRICKLE_MS)
    socket.write('x')
  }
  socket.write(end)
  expect(await closed).toMatch(/^HTTP\/1\.1 201 /)
})

it('does not treat an upload that waits for the server as stalled', async () => {
  const { blobs } = t.deps
  const { write } = blobs
  blobs.write = async (...args) => {
    await pause(4 * LIMIT_MS)
    return write(...args)
  }
  onTestFinished(() => {
    blobs.write = write
  })
  const { status } = await ann.upload({ filename: 'waiting.bin', content: bytes(20_000_000) })
  expect(status).toBe(201)
})
