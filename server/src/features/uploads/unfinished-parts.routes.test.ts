import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@coffer/contract/durations'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { bytes, chunked, sha256 } from '../../../test/contents.ts'
import { openProxy } from '../../../test/durability/postgres-proxy.ts'
import { createBucket, sizesInBucket } from '../../../test/s3-bucket.ts'
import { createTestApp, inBucket } from '../../../test/test-app.ts'
import type { UploadFields } from '../../../test/test-client.ts'
import { databaseTime } from '../../db/database-time.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import { sweepOrphans } from '../blobs/index.ts'
import { unfinishedBlob } from './upload-blobs.ts'

const CHUNK = 300_000

/** An upload to a bucket whose first chunk is acknowledged. */
async function openUpload(size = 3 * CHUNK, fields: UploadFields = {}) {
  const bucket = await createBucket()
  const app = await createTestApp({ config: inBucket(bucket) })
  onTestFinished(app.close)
  const ann = await app.signIn()
  const content = bytes(size)
  const { upload_id, send } = chunked(ann, content, fields)
  await send(0, CHUNK)
  const uploads = app.deps.db.updateTable('uploads').where('id', '=', upload_id)
  return {
    app,
    ann,
    content,
    fields: { upload_id, ...fields },
    send,
    sizes: async () => (await sizesInBucket(bucket)).toSorted((a, b) => a - b),
    /** Stores bytes that are never acknowledged, as a process that is killed then. */
    async store(size: number, isLast: boolean): Promise<void> {
      const row = await app.deps.db
        .selectFrom('uploads')
        .selectAll()
        .where('id', '=', upload_id)
        .executeTakeFirstOrThrow()
      async function* source(): Bytes {
        yield bytes(size)
      }
      await app.deps.blobs.append(unfinishedBlob(row), source(), isLast)
    },
    /** As the nightly job does it two days later. */
    sweep: () => sweepOrphans({ ...app.deps, now: () => new Date(Date.now() + 2 * DAY_MS) }),
    /** Lets a request hold the lease for some days. */
    lease: (days: number) =>
      uploads
        .set({
          lease_id: randomUUID(),
          lease_expires_at: sql<number>`${databaseTime(app.deps.db)} + ${days * DAY_MS}`,
        })
        .execute(),
    release: () => uploads.set({ lease_id: null }).execute(),
  }
}

it('M1: what a killed process has stored beside acknowledged bytes is removed', async () => {
  const { ann, content, send, sizes, store, sweep } = await openUpload()
  await store(100_000, false)
  await store(100_000, true)
  expect(await sizes()).toEqual([0, CHUNK, CHUNK + 100_000])
  await sweep()
  expect(await sizes()).toEqual([CHUNK])

  await store(100_000, false)
  await store(100_000, true)
  await send(CHUNK, 2 * CHUNK)
  const { data } = (await send(2 * CHUNK, 3 * CHUNK)).body
  await sweep()
  expect(await sizes()).toEqual([3 * CHUNK])
  expect(sha256(await ann.download(data))).toBe(sha256(content))
})

it('what a request is storing stays, however long it takes', async () => {
  const { sizes, store, sweep, lease, release } = await openUpload()
  await store(100_000, true)
  await lease(2)
  await sweep()
  expect(await sizes()).toEqual([0, CHUNK])
  await release()
  await sweep()
  expect(await sizes()).toEqual([CHUNK])
})

/** A client of a second server whose connection to PostgreSQL is lost at the last of some statements. */
async function throughProxy(
  { app, ann, content, fields }: Awaited<ReturnType<typeof openUpload>>,
  statements: readonly string[],
  act: Parameters<typeof openProxy>[2],
) {
  const { url } = app.database
  // SQLite has no connection to lose.
  if (url === undefined) return undefined
  const server = await anotherProcess(app, { url: await openProxy(url, statements, act) })
  if (!server) throw new Error('PostgreSQL has several servers')
  onTestFinished(server.close)
  return chunked(server.from(ann), content, fields)
}

const ACKNOWLEDGEMENT = ['"received_bytes" =', 'commit']

/** Chunks of which the store keeps a tail, and a part as well. */
describe.each([CHUNK, 9 * 1024 * 1024])('M13: an upload with a chunk of %i bytes', second => {
  const last = CHUNK + second

  it('keeps what a commit without an answer has acknowledged', async () => {
    const upload = await openUpload(last + CHUNK)
    const { ann, content, send } = upload
    const other = await throughProxy(upload, ACKNOWLEDGEMENT, (_close, loseAnswer) => loseAnswer())
    if (!other) return
    expect((await other.send(CHUNK, last)).status).toBe(503)
    const { attributes } = (await send(CHUNK, last)).body.data
    expect(attributes.received_bytes).toBe(last)
    const { data } = (await send(last, content.length)).body
    expect(sha256(await ann.download(data))).toBe(sha256(content))
  })

  it('becomes a file when it was complete before the commit was lost', async () => {
    const upload = await openUpload(last)
    const { ann, content, send } = upload
    const other = await throughProxy(upload, [...ACKNOWLEDGEMENT, 'commit'], close => close())
    if (!other) return
    expect((await other.send(CHUNK, last)).status).toBe(503)
    expect((await send(CHUNK, last)).body).toMatchObject({ expected_offset: last })
    const { data } = (await send(last, last)).body
    expect(sha256(await ann.download(data))).toBe(sha256(content))
  })

  it('without an id becomes a file when its last chunk is sent again', async () => {
    const anonymous = { upload_id: undefined, offset: undefined, size: undefined }
    const upload = await openUpload(last, anonymous)
    const { ann, content, send } = upload
    const other = await throughProxy(upload, [...ACKNOWLEDGEMENT, 'commit'], close => close())
    if (!other) return
    expect((await other.send(CHUNK, last)).status).toBe(503)
    const { data } = (await send(CHUNK, last)).body
    expect(sha256(await ann.download(data))).toBe(sha256(content))
  })
})
