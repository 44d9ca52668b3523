import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../src/config.ts'
import { bytes, checksum, sha256 } from './contents.ts'
import { openUpload } from './durability/paused-upload.ts'
import { type NginxOptions, startNginx } from './nginx.ts'
import { openPage } from './open-page.ts'
import { openTestApp } from './open-test-app.ts'
import { TestClient } from './test-client.ts'

const MEGABYTE = 1024 * 1024
const SENT_HEADERS = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
  'cross-origin-opener-policy',
  'cache-control',
  'etag',
  'last-modified',
  'accept-ranges',
]
const t = await openTestApp({ config: { proxies: readConfig({ TRUST_PROXY: 'true' }).proxies } })

const PORT = Number(new URL(t.origin).port)

async function openBehindNginx(options: NginxOptions = {}, ports = [PORT]) {
  const nginx = await startNginx(ports, options)
  onTestFinished(() => nginx.stop())
  const ann = await t.signIn()
  const client = new TestClient(nginx.origin, ann.userId)
  for (const [name, value] of ann.cookies) client.cookies.set(name, value)
  return { ann, client }
}

it('pages, uploads, downloads and refusals work behind the nginx configuration that we ship', async () => {
  const { ann, client } = await openBehindNginx()
  const page = await openPage(client)
  const content = bytes(5 * MEGABYTE)
  const { status, body } = await client.upload({ filename: 'large.bin', content })
  expect(status).toBe(201)
  expect(sha256(await client.download(body.data))).toBe(sha256(content))
  const part = await client.fetch(body.data.attributes.file_url, {
    headers: { range: 'bytes=10-19' },
  })
  expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([
    206,
    content.slice(10, 20),
  ])
  await expect.poll(() => page.events.map(({ type }) => type)).toContain('folders.changed')
  page.close()
  expect((await ann.fetch('/metrics')).status).not.toBe(500)
  expect((await client.fetch('/metrics')).status).toBe(404)
})

it('bodies reach the server as they arrive', async () => {
  const { ann, client } = await openBehindNginx()
  const content = bytes(MEGABYTE)
  const upload_id = crypto.randomUUID()
  const paused = await openUpload(client, {
    filename: 'slow.bin',
    upload_id,
    size: content.length,
    offset: 0,
    is_last: true,
    checksum: checksum(content),
    content,
  })
  await paused.sendUntil(MEGABYTE / 2)
  // The server knows the upload although nginx does not have its end.
  await expect
    .poll(async () => (await ann.send('GET', `/api/upload/${upload_id}`)).status)
    .toBe(200)
  expect(await paused.finish()).toBe(201)
})

it('refusals that say nothing about a process leave none out', async () => {
  const { client } = await openBehindNginx({ failSeconds: 10 }, [PORT, PORT])
  onTestFinished(() => t.settings({ maintenance_mode: false }))
  await t.settings({ maintenance_mode: true })
  const codes = []
  for (let call = 0; call < 4; call += 1)
    codes.push((await client.send('GET', '/api/browse/folders/all')).body?.code)
  expect(codes).toEqual(Array(4).fill('server.maintenance'))
  expect((await client.send('GET', '/api/ping')).status).toBe(200)
})

it('nginx sends a large download of a user itself, with the headers of our answer', async () => {
  const { ann, client } = await openBehindNginx({ contents: join(t.folder, 'blobs') })
  const content = bytes(9 * MEGABYTE)
  const file = (await client.upload({ filename: 'Plan.svg', content })).body.data
  const url = `${file.attributes.file_url}?download=1`
  const bySelf = await ann.fetch(url)
  await bySelf.arrayBuffer()
  t.deps.config.delivery = 'accel'
  onTestFinished(() => {
    t.deps.config.delivery = 'proxy'
  })
  const handedOff = await ann.fetch(url)
  const path = handedOff.headers.get('x-accel-redirect') ?? ''
  expect(await handedOff.text()).toBe('')
  expect((await client.fetch(path)).status).toBe(404)

  const sent = await client.fetch(url)
  expect([sent.status, sent.headers.get('x-accel-redirect')]).toEqual([200, null])
  expect(sha256(new Uint8Array(await sent.arrayBuffer()))).toBe(sha256(content))
  for (const name of SENT_HEADERS)
    expect([name, sent.headers.get(name)]).toEqual([name, bySelf.headers.get(name)])
  const etag = sent.headers.get('etag') ?? ''
  const rest = await client.fetch(url, { headers: { range: 'bytes=100-', 'if-range': etag } })
  expect(rest.status).toBe(206)
  expect(sha256(new Uint8Array(await rest.arrayBuffer()))).toBe(sha256(content.slice(100)))
})
