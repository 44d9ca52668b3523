import { randomUUID } from 'node:crypto'
import { accountDeletion, uploads } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { bytes, checksum, chunked, sha256 } from '../../../test/contents.ts'
import { openUpload } from '../../../test/durability/paused-upload.ts'
import { footprintOf } from '../../../test/footprint.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { databaseTime } from '../../db/database-time.ts'
import { sweepOrphans } from '../blobs/index.ts'
import { clearStaleUploads } from './index.ts'

const LEASE_MS = 30_000
const CHUNK = 300_000
const SIZE = 3 * CHUNK

const t = await openTestApp()

/** The fields of the chunks of one upload, for requests at any process. */
function uploadOf(content: Uint8Array<ArrayBuffer>) {
  const upload_id = randomUUID()
  return {
    upload_id,
    chunk: (start: number, end = start + CHUNK) => ({
      filename: 'big.bin',
      upload_id,
      size: content.length,
      offset: start,
      is_last: end === content.length,
      checksum: checksum(content.slice(start, end)),
      content: content.slice(start, end),
    }),
  }
}

const leaseOf = (upload_id: string) =>
  t.deps.db
    .selectFrom('uploads')
    .select(['lease_id', 'received_bytes'])
    .select(eb => eb('lease_expires_at', '-', databaseTime(t.deps.db)).as('remaining_ms'))
    .where('id', '=', upload_id)
    .executeTakeFirst()

/** Waits until a request holds the lease of an upload. */
const isHeld = (upload_id: string) =>
  expect.poll(async () => (await leaseOf(upload_id))?.lease_id ?? null).not.toBeNull()

async function twoDaysLater(work: () => Promise<unknown>): Promise<void> {
  t.advance(2 * DAY_MS)
  await work()
  t.advance(-2 * DAY_MS)
}

/** Everything that uploads leave, once the daily cleanup has run. */
async function footprintAfterSweep({ userId }: TestClient) {
  await twoDaysLater(() => sweepOrphans(t.deps))
  return footprintOf(t, userId)
}

it('M1: continues an upload whose process was killed in a chunk', async () => {
  const ann = await t.signIn()
  const content = bytes(SIZE)
  const { upload_id, send } = chunked(ann, content)
  await send(0, CHUNK)
  const past = {
    lease_id: randomUUID(),
    lease_expires_at: sql<number>`${databaseTime(t.deps.db)} + 30000`,
  }
  await t.deps.db.updateTable('uploads').set(past).where('id', '=', upload_id).execute()
  expect((await send(CHUNK, 2 * CHUNK)).status).toBe(200)
  const last = await send(2 * CHUNK, SIZE)
  expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
})

const other = await anotherProcess(t)
afterAll(() => other?.close())

// F13. SQLite supports only one process.
describe.runIf(other !== undefined)('with two processes', () => {
  async function signIn() {
    const here = await t.signIn()
    const there = other?.from(here) ?? here
    return { here, there }
  }

  it('M2: a first chunk that stalls neither damages the file nor counts', async () => {
    const { here, there } = await signIn()
    const content = bytes(SIZE)
    const { upload_id, chunk } = uploadOf(content)
    const stalled = await openUpload(there, chunk(0))
    await stalled.sendUntil(1_000)
    await isHeld(upload_id)
    expect((await here.upload(chunk(0))).status).toBe(200)
    expect((await here.upload(chunk(CHUNK))).status).toBe(200)
    await stalled.sendUntil(CHUNK / 2)
    const last = await here.upload(chunk(2 * CHUNK))
    expect(last.status).toBe(201)
    expect(await stalled.finish()).toBe(409)
    expect(sha256(await here.download(last.body.data))).toBe(sha256(content))
    expect(await t.storage(here.userId)).toMatchObject({ used_bytes: SIZE, reserved_bytes: 0 })
  })

  it('M2: a chunk with other bytes that continues after its lease was taken is not stored', async () => {
    const { here, there } = await signIn()
    const content = bytes(SIZE)
    const { upload_id, chunk } = uploadOf(content)
    await here.upload(chunk(0))
    const stalled = await openUpload(there, { ...chunk(CHUNK), content: bytes(CHUNK) })
    await stalled.sendUntil(1_000)
    await isHeld(upload_id)
    await here.upload(chunk(CHUNK))
    const last = await here.upload(chunk(2 * CHUNK))
    expect(await stalled.finish()).toBe(409)
    expect(sha256(await here.download(last.body.data))).toBe(sha256(content))
  })

  it('M2: a chunk that keeps arriving keeps its lease, and others get 503', async () => {
    const { here, there } = await signIn()
    const content = bytes(SIZE)
    const { upload_id, chunk } = uploadOf(content)
    const slow = await openUpload(there, chunk(0))
    await slow.sendUntil(1_000)
    await isHeld(upload_id)
    let position = 1_000
    const sending = setInterval(() => {
      position += 100
      void slow.sendUntil(position)
    }, 100)
    onTestFinished(() => clearInterval(sending))
    const waiting = await here.upload(chunk(0))
    clearInterval(sending)
    expect([waiting.status, waiting.body.code]).toEqual([503, 'upload.busy'])
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await slow.finish()).toBe(200)
    expect((await here.upload(chunk(0))).status).toBe(200)
  })

  it('M3: a chunk sent to both at once is stored once', async () => {
    const { here, there } = await signIn()
    const before = await footprintOf(t, here.userId)
    const content = bytes(SIZE)
    const { chunk } = uploadOf(content)
    const both = (start: number) =>
      Promise.all([here.upload(chunk(start)), there.upload(chunk(start))])
    for (const start of [0, CHUNK])
      expect((await both(start)).map(reply => reply.status)).toEqual([200, 200])
    const last = await both(2 * CHUNK)
    expect(last.map(reply => reply.status)).toEqual([201, 201])
    expect(new Set(last.map(reply => reply.body.data.id)).size).toBe(1)
    expect(sha256(await here.download(last[0].body.data))).toBe(sha256(content))
    expect(await footprintAfterSweep(here)).toMatchObject({
      files: before.files + 1,
      items: before.items + 1,
      used: SIZE,
      reserved: 0,
    })
  })

  it('M3: a whole file sent to both at once is stored once, without orphans', async () => {
    const { here, there } = await signIn()
    const before = await footprintOf(t, here.userId)
    for (let number = 0; number < 5; number += 1) {
      const file = { filename: `${number}.txt`, upload_id: randomUUID(), content: bytes(2_000) }
      const replies = await Promise.all([here.upload(file), there.upload(file)])
      expect(replies.map(reply => reply.status)).toEqual([201, 201])
      expect(new Set(replies.map(reply => reply.body.data.id)).size).toBe(1)
    }
    const { files, items, used } = await footprintOf(t, here.userId)
    expect([files - before.files, items - before.items, used]).toEqual([5, 5, 10_000])
  })

  it.each([
    ['first', 0],
    ['second', CHUNK],
  ])(
    'M4: cancelling while another process writes the %s chunk leaves nothing',
    async (_, start) => {
      const { here, there } = await signIn()
      const before = await footprintOf(t, here.userId)
      const { upload_id, chunk } = uploadOf(bytes(SIZE))
      if (start > 0) await here.upload(chunk(0))
      const writing = await openUpload(there, chunk(start))
      await writing.sendUntil(CHUNK / 2)
      await isHeld(upload_id)
      expect((await here.call(uploads.cancelUpload, { params: { upload_id } })).status).toBe(204)
      expect(await writing.finish()).toBe(404)
      expect(await here.names()).toEqual([])
      expect(await footprintAfterSweep(here)).toEqual(before)
    },
  )

  it('M4: clearing stale uploads while another process writes leaves nothing', async () => {
    const { here, there } = await signIn()
    const clear = () => twoDaysLater(() => clearStaleUploads(t.deps))
    await clear()
    const before = await footprintOf(t, here.userId)
    const { upload_id, chunk } = uploadOf(bytes(SIZE))
    const writing = await openUpload(there, chunk(0))
    await writing.sendUntil(CHUNK / 2)
    await isHeld(upload_id)
    // As if the process did not renew the lease in time.
    await t.deps.db
      .updateTable('uploads')
      .set({ lease_expires_at: 0 })
      .where('id', '=', upload_id)
      .execute()
    await clear()
    expect(await writing.finish()).toBe(404)
    expect(await footprintAfterSweep(here)).toEqual(before)
  })

  it('M4: deleting the account while another process writes leaves nothing', async () => {
    const { here, there } = await signIn()
    const { upload_id, chunk } = uploadOf(bytes(SIZE))
    const bystander = await t.signIn()
    const before = await footprintOf(t, bystander.userId)
    const writing = await openUpload(there, chunk(0))
    await writing.sendUntil(CHUNK / 2)
    await isHeld(upload_id)
    const body = { email: await emailOf(here), password: 'correct horse battery' }
    expect((await here.call(accountDeletion.deleteAccount, { body })).status).toBe(204)
    await t.runJobs()
    // Cut off or rejected, whichever comes first.
    expect(await writing.finish().catch(() => 'cut off')).not.toBe(200)
    await t.runJobs()
    const { files, uploads: rows } = await footprintAfterSweep(bystander)
    expect([files, rows]).toEqual([before.files, before.uploads])
  })

  it.each([
    ['ahead', 60_000],
    ['behind', -60_000],
  ])('M20: leases last as long at a process whose clock is a minute %s', async (_, clockMs) => {
    const shifted = await anotherProcess(t, { clockMs })
    onTestFinished(() => shifted?.close())
    const here = await t.signIn()
    const there = shifted?.from(here) ?? here
    const content = bytes(SIZE)
    const { upload_id, chunk } = uploadOf(content)
    for (const [start, client] of [
      [0, there],
      [CHUNK, here],
    ] as const) {
      const writing = await openUpload(client, chunk(start))
      await writing.sendUntil(CHUNK / 2)
      await isHeld(upload_id)
      const { remaining_ms } = (await leaseOf(upload_id)) ?? {}
      expect(remaining_ms).toBeLessThanOrEqual(LEASE_MS)
      expect(remaining_ms).toBeGreaterThan(0)
      expect(await writing.finish()).toBe(200)
    }
    const last = await there.upload(chunk(2 * CHUNK))
    expect(sha256(await here.download(last.body.data))).toBe(sha256(content))
  })

  it('M29: requests that a proxy repeats at another process make one file', async () => {
    const { here, there } = await signIn()
    const content = bytes(SIZE)
    const { chunk } = uploadOf(content)
    const statuses: number[] = []
    const ids = new Set<string>()
    for (const start of [0, CHUNK, 2 * CHUNK])
      for (const client of [here, there]) {
        const { status, body } = await client.upload(chunk(start))
        statuses.push(status)
        ids.add(body.data.id)
      }
    expect(statuses).toEqual([200, 200, 200, 200, 201, 201])
    // The id of the upload, and that of the file.
    expect(ids.size).toBe(2)
    expect(await here.names()).toEqual(['big.bin'])
    expect(await t.storage(here.userId)).toMatchObject({ used_bytes: SIZE, reserved_bytes: 0 })
  })
})
