import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openPage } from '../../test/open-page.ts'
import { openTestApp } from '../../test/open-test-app.ts'

const MAX_CONNECTIONS = 4
const requests = {
  bodyMs: 60_000,
  uploadIdleMs: 60_000,
  downloadIdleMs: 60_000,
  connectionsPerAddress: MAX_CONNECTIONS,
}
const direct = await openTestApp({ config: { requests } })
const proxied = await openTestApp({ config: { requests, proxies: 1 } })

/** A connection that was accepted or rejected, whichever comes first. */
async function open(origin: string): Promise<{ socket: Socket; isOpen: () => boolean }> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('error', () => undefined)
  socket.resume()
  await new Promise<void>(resolve => {
    socket.on('close', resolve)
    socket.write('GET /api/ping HTTP/1.1\r\nHost: coffer.test\r\n\r\n')
    socket.on('data', () => resolve())
  })
  return { socket, isOpen: () => !isClosed }
}

it('rejects connections of one address over the limit, and accepts them again later', async () => {
  const all = []
  for (let count = 0; count < MAX_CONNECTIONS + 2; count += 1) all.push(await open(direct.origin))
  expect(all.map(({ isOpen }) => isOpen())).toEqual([
    ...Array(MAX_CONNECTIONS).fill(true),
    false,
    false,
  ])
  for (const { socket } of all) socket.destroy()
  await expect.poll(async () => (await open(direct.origin)).isOpen()).toBe(true)
})

/** Starts a request behind the proxy and leaves it unfinished. */
function begin(address: string): { socket: Socket; answer: Promise<string> } {
  const { hostname, port } = new URL(proxied.origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const head = [
    'POST /api/contact HTTP/1.1',
    'Host: coffer.test',
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
  ]
  socket.write([...head, '', '{'].join('\r\n'))
  return {
    socket,
    answer: new Promise(resolve => socket.once('data', data => resolve(data.toString('latin1')))),
  }
}

it('behind a proxy counts running requests by the forwarded address', async () => {
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const anonymous = proxied.anonymous()
  const openRequests = Array.from({ length: MAX_CONNECTIONS }, () => begin('198.51.100.1'))
  await expect
    .poll(
      async () =>
        (await anonymous.send('GET', '/api/ping', undefined, from('198.51.100.1'))).status,
    )
    .toBe(429)
  const other = await anonymous.send('GET', '/api/ping', undefined, from('198.51.100.2'))
  expect(other.status).toBe(200)
  for (const { socket } of openRequests) socket.destroy()
  await expect
    .poll(
      async () =>
        (await anonymous.send('GET', '/api/ping', undefined, from('198.51.100.1'))).status,
    )
    .toBe(200)
})

it('behind a proxy counts live connections only while they are open', async () => {
  const client = await proxied.signIn()
  for (let round = 0; round < 2 * MAX_CONNECTIONS; round += 1) {
    const page = await openPage(client)
    page.close()
    await page.closed
  }
  const pages = []
  for (let count = 0; count < MAX_CONNECTIONS; count += 1) pages.push(await openPage(client))
  await expect(openPage(client)).rejects.toThrow('429')
  for (const page of pages) page.close()
})
