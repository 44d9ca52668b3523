import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOGO_MAX_BYTES, type LogoName } from '@coffer/contract/logos'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import * as samples from '../../../test/media-samples.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { sweepOrphans } from '../blobs/index.ts'

const webDist = await mkdtemp(join(tmpdir(), 'coffer-logos-'))
await mkdir(join(webDist, 'assets'))
await writeFile(
  join(webDist, 'index.html'),
  `<html><head><title>Coffer</title><meta name="description" content="Files" />
<link rel="icon" href="/icon.svg" /><link rel="apple-touch-icon" href="/t.png" /></head></html>`,
)
await writeFile(
  join(webDist, 'coffer.webmanifest'),
  JSON.stringify({ name: 'Coffer', short_name: 'Coffer', description: 'Files', icons: [] }),
)
afterAll(() => rm(webDist, { recursive: true, force: true }))

const t = await openTestApp({ webDist })
const admin = await t.signIn('admin')

type Content = Uint8Array<ArrayBuffer>

const pathOf = (name: string) => `/api/admin/settings/logos/${name}`
function upload(client: TestClient, name: LogoName | 'app_other', content: Content) {
  const form = new FormData()
  form.set('file', new Blob([content]), 'logo.svg')
  return client.send('POST', pathOf(name), form)
}
const svg = (body: string, head = ''): Content =>
  samples.text(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">${body}</svg>`,
  )
const guest = t.anonymous()

async function pictureAt(url: string) {
  const response = await guest.fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, bytes, status: response.status }
}
const page = async () =>
  (await guest.fetch('/sign-in', { headers: { accept: 'text/html' } })).text()

async function allKeys(): Promise<string[]> {
  const keys: string[] = []
  const all = t.deps.blobs.keysBefore(new Date(Date.now() + 60_000))
  for await (const { key } of all) keys.push(key)
  return keys
}

describe('a logo', () => {
  it.each([
    ['app_logo', 'png', '341×512'],
    ['app_logo_horizontal', 'png', '171×256'],
    ['app_favicon', 'png', '96×96'],
    ['app_touch_icon', 'png', '180×180'],
    ['app_og_image', 'jpeg', '1200×630'],
  ] as const)('%s is stored as %s of %s', async (name, type, size) => {
    const sent = await upload(admin, name, await samples.photo(600, 400))
    expect(sent.status).toBe(200)
    const { response, bytes } = await pictureAt(sent.body.data.url)
    const { format, width, height, exif } = await sharp(bytes).metadata()
    expect([format, exif]).toEqual([type, undefined])
    expect(Math.abs(width - Number(size.split('×')[0]))).toBeLessThanOrEqual(1)
    expect(Math.abs(height - Number(size.split('×')[1]))).toBeLessThanOrEqual(1)
    expect(response.headers.get('content-type')).toBe(`image/${type}`)
  })

  it('is served to guests with headers that forbid scripts and allow permanent caching', async () => {
    const sent = await upload(admin, 'app_logo', await samples.picture('png'))
    const { response } = await pictureAt(sent.body.data.url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
    })
  })

  it('replaces the previous one, which is gone with its bytes', async () => {
    const first = await upload(admin, 'app_logo', await samples.picture('png'))
    const keys = await allKeys()
    const second = await upload(admin, 'app_logo', svg('<rect width="40" height="40"/>'))
    expect((await pictureAt(first.body.data.url)).status).toBe(404)
    expect((await pictureAt(second.body.data.url)).status).toBe(200)
    expect(await allKeys()).toHaveLength(keys.length)
    const removed = await admin.send('DELETE', pathOf('app_logo'))
    expect([removed.status, removed.body.data.url]).toEqual([200, null])
    expect((await pictureAt(second.body.data.url)).status).toBe(404)
  })

  it('survives the sweep of unreferenced blobs', async () => {
    const sent = await upload(admin, 'app_logo', await samples.picture('png'))
    await sweepOrphans({ ...t.deps, now: () => new Date(Date.now() + 7 * 86_400_000) })
    expect((await pictureAt(sent.body.data.url)).status).toBe(200)
  })

  it('is for admins only, and only in its places', async () => {
    const user = await t.signIn()
    expect((await upload(user, 'app_logo', svg(''))).status).toBe(403)
    expect((await upload(guest, 'app_logo', svg(''))).status).toBe(401)
    expect((await upload(admin, 'app_other', svg(''))).status).toBe(404)
    expect((await pictureAt('/system/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await pictureAt('/system/..%2f..%2fcoffer.db')).status).not.toBe(200)
  })

  it('is part of page, manifest and link preview, with name and colour', async () => {
    await t.settings({ app_title: 'Nordhavn <Files>', app_color: '#2a5ea8' })
    const { url } = (await upload(admin, 'app_logo', await samples.picture('png'))).body.data
    const og = (await upload(admin, 'app_og_image', await samples.photo(600, 400))).body.data.url
    await admin.send('DELETE', pathOf('app_favicon'))
    await admin.send('DELETE', pathOf('app_touch_icon'))
    const html = await page()
    expect(html).toContain('<title>Nordhavn &lt;Files&gt;</title>')
    expect(html).toContain(`<link rel="icon" href="${url}" />`)
    expect(html).toContain(`<link rel="apple-touch-icon" href="${url}" />`)
    expect(html).toContain('--accent:#2a5ea8;')
    expect(html).toContain(`<meta property="og:image" content="${t.origin}${og}" />`)
    const manifest = JSON.parse(await (await guest.fetch('/coffer.webmanifest')).text())
    expect(manifest).toMatchObject({ name: 'Nordhavn <Files>', theme_color: '#2a5ea8' })
    expect(manifest.icons[0].src).toBe(url)
    await t.settings({ app_title: 'Coffer', app_color: null })
    expect(await page()).not.toContain('--accent:#2a5ea8')
  })
})

describe('a hostile drawing', () => {
  it('loses its scripts and links', async () => {
    const hostile = svg(
      `<script>alert(1)</script><rect width="40" height="40" onload="alert(2)"/><a xlink:href="javascript:alert(3)"><text>x</text></a><foreignObject><iframe src="//evil.test"/></foreignObject>`,
    )
    const sent = await upload(admin, 'app_logo', hostile)
    expect(sent.status).toBe(200)
    const { bytes } = await pictureAt(sent.body.data.url)
    expect((await sharp(bytes).metadata()).format).toBe('png')
    expect(bytes.toString('latin1')).not.toMatch(/script|alert|iframe|evil/)
  })

  it('reaches neither the network nor files', async () => {
    let requests = 0
    const server = createServer((_, reply) => {
      requests += 1
      reply.end()
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const hostile = svg(
      `<rect width="40" height="40"/><image width="40" height="40" xlink:href="http://127.0.0.1:${port}/a.png"/><image width="40" height="40" xlink:href="file:///etc/passwd"/><style>@import url(http://127.0.0.1:${port}/b.css);</style>`,
    )
    expect((await upload(admin, 'app_logo', hostile)).status).toBe(200)
    server.close()
    expect(requests).toBe(0)
  })

  it.each([
    [
      'a billion laughs',
      svg('<text>&c;</text>', '<!DOCTYPE svg [<!ENTITY a "laugh"><!ENTITY c "&a;&a;&a;">]>'),
    ],
    [
      'an external entity',
      svg('<text>&x;</text>', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ],
    ['a page', samples.text('<html><body><script>1</script></body></html>')],
    ['a broken drawing', samples.text('<svg xmlns="http://www.w3.org/2000/svg"><rect')],
    ['a document', samples.pdf()],
    ['nothing', samples.text('')],
  ])('is refused: %s', async (_, content) => {
    const keys = await allKeys()
    const sent = await upload(admin, 'app_logo_dark', content)
    expect([sent.status, sent.body.code]).toEqual([422, 'logo.unreadable'])
    expect(await allKeys()).toEqual(keys)
  })

  it('is refused above the limits of bytes and pixels', async () => {
    const large = svg(`<!--${'x'.repeat(LOGO_MAX_BYTES)}-->`)
    expect((await upload(admin, 'app_logo_dark', large)).status).toBe(413)
    expect((await upload(admin, 'app_logo_dark', samples.bomb())).status).toBe(413)
  })
})

it('a colour that is hard to read is refused at its field', async () => {
  const sent = await admin.send('PATCH', '/api/admin/settings', {
    values: { app_color: '#f5c400' },
  })
  expect(sent.status).toBe(422)
  expect(Object.keys(sent.body.errors)).toEqual(['values.app_color'])
})
