import { trash } from '@coffer/contract'
import { MINUTE_MS } from '@coffer/contract/durations'
import type { ServerStatus } from '@coffer/contract/server-status'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bytes, chunked, sha256 } from '../../../test/contents.ts'
import { startFaultProxy } from '../../../test/fault-proxy.ts'
import { createBucket, removeBucket, sizesInBucket } from '../../../test/s3-bucket.ts'
import { createTestApp, inBucket, type TestApp } from '../../../test/test-app.ts'
import { runCommand } from '../../cli/commands.ts'
import type { S3Options } from '../../files/s3/s3-options.ts'
import { deleteReleasedBlobs, sweepOrphans, verifyContents } from '../blobs/index.ts'

const CHUNK = 300_000

async function openApp(bucket: S3Options): Promise<TestApp> {
  const app = await createTestApp({ config: inBucket(bucket) })
  onTestFinished(app.close)
  return app
}

const healthOf = async (app: TestApp) => {
  const { status, body } = await app.anonymous().send('GET', '/api/health')
  return [status, body.status]
}

/** The check of the storage on the page of the server. */
async function storageCheckOf(app: TestApp) {
  const admin = await app.signIn('admin')
  const { data } = (await admin.send('GET', '/api/admin/status')).body
  return (data as ServerStatus).checks.find(({ check }) => check === 'storage')
}

/** A file, an upload and a removed file in a bucket behind a proxy. */
async function openStored() {
  const bucket = await createBucket()
  const proxy = await startFaultProxy(bucket.endpoint)
  onTestFinished(proxy.close)
  const app = await openApp({ ...bucket, endpoint: proxy.endpoint })
  const ann = await app.signIn()
  const content = bytes(2 * CHUNK)
  const kept = chunked(ann, content, { filename: 'kept.bin' })
  await kept.send(0, CHUNK)
  const item = (await kept.send(CHUNK, 2 * CHUNK)).body.data
  const removed = (await ann.upload({ filename: 'removed.txt', content: 'removed' })).body.data
  const unfinished = chunked(ann, content, { filename: 'unfinished.bin' })
  await unfinished.send(0, CHUNK)
  for (const force_delete of [false, true])
    await ann.call(trash.removeItems, {
      body: { items: [{ id: removed.id, type: 'file', force_delete }] },
    })
  app.advance(2 * MINUTE_MS)
  return { bucket, proxy, app, ann, content, item, unfinished }
}

describe('M8: a store that refuses every call', () => {
  it.each([
    ['because the bucket is gone', 404, 'NoSuchBucket', 'The bucket does not exist.'],
    [
      'because of the time',
      403,
      'RequestTimeTooSkewed',
      'The clock of this machine differs too much from that of the store.',
    ],
    ['because of the rights of the key', 403, 'AccessDenied', 'The access key is not allowed'],
  ])(
    '%s, is named in plain words, loses nothing, and works again',
    async (_, status, code, reason) => {
      const { bucket, proxy, app, ann, content, item, unfinished } = await openStored()
      proxy.use(() => ({ kind: 'answer', status, code }))

      const refused = await ann.upload({ filename: 'new.txt', content: 'new' })
      expect([refused.status, refused.body.code]).toEqual([503, 'storage.unavailable'])
      expect(refused.headers.get('content-type')).toContain('application/problem+json')
      expect(refused.headers.get('retry-after')).toBe('5')
      expect((await unfinished.send(CHUNK, 2 * CHUNK)).status).toBe(503)
      expect((await ann.fetch(item.attributes.file_url)).status).toBe(503)
      expect(await ann.names()).toEqual(['kept.bin'])
      expect(await healthOf(app)).toEqual([503, 'failing'])
      expect((await app.anonymous().send('GET', '/api/ready')).status).toBe(200)
      const check = await storageCheckOf(app)
      expect(check).toMatchObject({ state: 'failing', detail: expect.stringContaining(reason) })
      await expect(runCommand(app.deps, ['storage', 'check'])).rejects.toThrow(
        `✗ can be reached with these credentials: ${reason}`,
      )
      for (const work of [verifyContents, deleteReleasedBlobs, sweepOrphans])
        await expect(work(app.deps)).rejects.toThrow(reason)

      proxy.use()
      app.advance(2 * MINUTE_MS)
      expect(await healthOf(app)).toEqual([200, 'ok'])
      await verifyContents(app.deps)
      await deleteReleasedBlobs(app.deps)
      expect((await unfinished.send(CHUNK, 2 * CHUNK)).status).toBe(201)
      expect(sha256(await ann.download(item))).toBe(sha256(content))
      expect(await sizesInBucket(bucket)).toEqual([2 * CHUNK, 2 * CHUNK])
      const blobs = await app.deps.db.selectFrom('blobs').select('fault').execute()
      expect(blobs.map(({ fault }) => fault)).toEqual([null, null])
    },
  )

  it('takes files once its bucket is there', async () => {
    const bucket = await createBucket()
    await removeBucket(bucket)
    const app = await openApp(bucket)
    const ann = await app.signIn()
    const send = () => ann.upload({ filename: 'a.txt', content: 'a' })
    expect((await send()).status).toBe(503)
    expect((await storageCheckOf(app))?.detail).toContain('The bucket does not exist.')
    await createBucket(bucket.bucket)
    expect((await send()).status).toBe(201)
  })
})
