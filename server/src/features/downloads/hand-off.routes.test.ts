import { shares } from '@coffer/contract'
import { expect, it } from 'vitest'
import { bytes, sha256 } from '../../../test/contents.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { storesInBucket } from '../../../test/s3-bucket.ts'

const SIZE = 9 * 1024 * 1024
const content = bytes(SIZE)

const t = await openTestApp({ config: { delivery: 'redirect' } })
const ann = await t.signIn()
const file = (await ann.upload({ filename: 'Großer-Plan.pdf', content })).body.data
const url = file.attributes.file_url
const get = (address: string, init: RequestInit = {}) =>
  ann.fetch(address, { redirect: 'manual', ...init })

it('a bucket sends a large download of a user; from the disk, the server does', async () => {
  const reply = await get(`${url}?download=1`)
  if (!storesInBucket()) {
    expect(reply.status).toBe(200)
    expect(sha256(new Uint8Array(await reply.arrayBuffer()))).toBe(sha256(content))
    return
  }
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
  const address = new URL(reply.headers.get('location') ?? '')
  expect(address.searchParams.get('X-Amz-Expires')).toBe('60')
  const sent = await fetch(address)
  expect(Object.fromEntries(sent.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="Gro?er-Plan.pdf"; filename*=UTF-8''Gro%C3%9Fer-Plan.pdf`,
    'cache-control': 'private, no-store',
  })
  expect(sha256(new Uint8Array(await sent.arrayBuffer()))).toBe(sha256(content))
  address.searchParams.set('response-content-type', 'text/html')
  expect((await fetch(address)).status).toBe(403)
})

it('the server itself sends pages, parts, conditional and small requests', async () => {
  const small = (await ann.upload({ filename: 'small.txt', content: 'small' })).body.data
  const etag = (await get(url, { method: 'HEAD' })).headers.get('etag') ?? ''
  const replies = [
    await get(url),
    await get(`${url}?download=1`, { headers: { range: 'bytes=0-9' } }),
    await get(`${url}?download=1`, { headers: { 'if-match': etag } }),
    await get(`${url}?download=1`, { method: 'HEAD' }),
    await get(`${small.attributes.file_url}?download=1`),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 206, 200, 200, 200])
  await Promise.all(replies.map(reply => reply.arrayBuffer()))
})

it('guests of a share get the bytes from the server, which counts them', async () => {
  const body = { id: file.id, type: 'file', isPassword: false, password: null } as const
  const { token } = (await ann.call(shares.createShare, { body })).body.data.attributes
  const reply = await t.anonymous().fetch(`/share/${token}/direct`, { redirect: 'manual' })
  expect(reply.status).toBe(200)
  expect(sha256(new Uint8Array(await reply.arrayBuffer()))).toBe(sha256(content))
})

it('what others send counts as traffic of the owner', async () => {
  const bob = await t.signIn()
  const { attributes } = (await bob.upload({ filename: 'plan.bin', content })).body.data
  const reply = await bob.fetch(`${attributes.file_url}?download=1`, { redirect: 'manual' })
  await reply.arrayBuffer()
  const traffic = () =>
    t.deps.db.selectFrom('traffic').selectAll().where('user_id', '=', bob.userId).executeTakeFirst()
  await expect.poll(traffic).toMatchObject({ download_bytes: SIZE })
})
