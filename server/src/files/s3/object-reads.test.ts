import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createObjectReads } from './object-reads.ts'

/** A store that sends the first byte of an object at once and the rest on demand. */
async function openReads(connections: number) {
  const sending: ServerResponse[] = []
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-length': 2 })
    reply.write('a')
    sending.push(reply)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const request = {
    protocol: 'http:',
    hostname: '127.0.0.1',
    port,
    path: '/',
    query: {},
    headers: {},
  }
  const timeouts = { connectMs: 5_000, idleMs: 5_000, waitMs: 100 }
  const reads = await createObjectReads({ connections, ...timeouts })
  return { server, sending, read: reads.send.bind(undefined, request), close: reads.close }
}

it('downloads that occupy all connections do not stop other reads', async () => {
  const { read } = await openReads(2)
  const slow = [await read({ isDownload: true }), await read({ isDownload: true })]
  expect((await read({})).statusCode).toBe(200)
  await expect(read({ isDownload: true })).rejects.toMatchObject({
    code: 'storage.unavailable',
    details: { retryAfterSeconds: 10 },
  })
  expect(slow.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

it('a download waits for the end of another one', async () => {
  const { sending, read } = await openReads(1)
  const first = await read({ isDownload: true })
  const second = read({ isDownload: true })
  sending[0]?.end('b')
  expect(await first.body.text()).toBe('ab')
  const { body } = await second
  sending[1]?.end('b')
  expect(await body.text()).toBe('ab')
})

it('a download whose client leaves while it waits takes no connection', async () => {
  const { sending, read } = await openReads(1)
  const first = await read({ isDownload: true })
  const leaving = new AbortController()
  const waiting = read({ isDownload: true, signal: leaving.signal })
  leaving.abort()
  await expect(waiting).rejects.toThrow('aborted')
  first.body.destroy()
  first.body.on('error', () => undefined)
  expect((await read({ isDownload: true })).statusCode).toBe(200)
  expect(sending).toHaveLength(2)
})

it('leaves no socket open after it was closed', async () => {
  const { server, read, close } = await openReads(1)
  const { body } = await read({ isDownload: true })
  const interrupted = body.text()
  await close()
  await expect(interrupted).rejects.toThrow()
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0)
})
