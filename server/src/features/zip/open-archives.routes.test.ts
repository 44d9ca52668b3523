import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { bytes } from '../../../test/contents.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'

const t = await openTestApp()
const ann = await t.signIn()
const { folder, share } = sharingBy(ann)
const PER_GUEST = 20

async function sharedZip(): Promise<string> {
  const parent_id = await folder('shared')
  // More than the socket buffers between client and server hold.
  await ann.upload({ filename: 'large.bin', parent_id, content: bytes(24_000_000) })
  return `/api/sharing/zip/${await share(parent_id)}?select_all_in=all`
}

/** Requests archives, in one connection, and reads no further than the start of the first one. */
async function request(path: string, count = 1): Promise<Socket> {
  const { hostname, port } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: coffer.test\r\n\r\n`.repeat(count))
  const [start] = await once(socket, 'data')
  expect(String(start)).toMatch(/^HTTP\/1\.1 200 /)
  socket.pause()
  return socket
}

async function statusOf(path: string): Promise<number> {
  const response = await t.anonymous().fetch(path)
  await response.body?.cancel()
  return response.status
}

it('limits the archives that a guest downloads at once from a link', async () => {
  const [path, other] = [await sharedZip(), await sharedZip()]
  const sockets: Socket[] = []
  for (let count = 0; count < PER_GUEST; count += 1) sockets.push(await request(path))
  const refused = await t.anonymous().send('GET', path)
  expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await statusOf(other)).toBe(200)
  sockets[0]?.destroy()
  await expect.poll(() => statusOf(path)).toBe(200)
})

it('ends the count of archives that waited for the previous one in a closed connection', async () => {
  const path = await sharedZip()
  const socket = await request(path, PER_GUEST)
  await expect.poll(() => statusOf(path)).toBe(429)
  socket.destroy()
  await expect.poll(() => statusOf(path)).toBe(200)
})
