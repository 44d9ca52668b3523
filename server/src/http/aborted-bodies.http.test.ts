import { connect } from 'node:net'
import pino from 'pino'
import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'

const logEntries: { level: number; msg: string }[] = []
const log = pino(
  { level: 'debug' },
  { write: requestLine => void logEntries.push(JSON.parse(requestLine)) },
)
const t = await openTestApp({ log })

const DEBUG = pino.levels.values.debug ?? 0

/** Sends the beginning of a body and closes the connection. */
function abort(head: string[], body: string): Promise<void> {
  const { hostname, port } = new URL(t.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.on('connect', () => {
      socket.write([...head, 'Content-Length: 100000', '', body].join('\r\n'), () =>
        setTimeout(() => socket.destroy(), 100),
      )
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

it.each([
  ['JSON body', 'POST /api/contact HTTP/1.1', 'application/json', '{"email":'],
  [
    'multipart body',
    'POST /api/upload HTTP/1.1',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="filename"\r\n\r\na.txt\r\n--b\r\nContent-Disposition: form-data; name="is_last"\r\n\r\ntrue\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
  ],
])('logs an aborted %s at debug level only', async (_, requestLine, type, body) => {
  const client = await t.signIn()
  const cookies = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const session = [
    `Cookie: ${cookies}`,
    'X-Requested-With: XMLHttpRequest',
    `X-XSRF-TOKEN: ${client.cookies.get('XSRF-TOKEN')}`,
  ]
  logEntries.length = 0
  await abort([requestLine, 'Host: coffer.test', ...session, `Content-Type: ${type}`], body)
  await expect.poll(() => logEntries.length).toBeGreaterThan(0)
  expect(logEntries.filter(({ level }) => level > DEBUG)).toEqual([])
})
