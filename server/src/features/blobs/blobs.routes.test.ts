import { createHash, randomUUIDv7 } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { accountDeletion, items, trash } from '@coffer/contract'
import { HOUR_MS } from '@coffer/contract/durations'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { afterFirst, isBlocked } from '../../../test/concurrent-statements.ts'
import { bytes, chunked } from '../../../test/contents.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { AppError } from '../../errors.ts'
import { Blobs } from '../../files/blobs.ts'
import { openDiskStore } from '../../files/disk-store.ts'
import { findMark } from '../../jobs/marks.ts'
import { deleteReleasedBlobs, sweepOrphans, verifyContents } from './index.ts'

const t = await openTestApp()

/** Uploads a file in two chunks. @returns its row in `blobs` */
async function sendFile(content: Uint8Array<ArrayBuffer>) {
  const ann = await t.signIn()
  const { send } = chunked(ann, content)
  await send(0, 1_000_000)
  const { id } = (await send(1_000_000, content.length)).body.data
  const blob = await t.deps.db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .selectAll('blobs')
    .where('items.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ann, id, blob }
}

async function deleteForever(client: TestClient, id: string): Promise<void> {
  for (const force_delete of [false, true])
    await client.call(trash.removeItems, { body: { items: [{ id, type: 'file', force_delete }] } })
}

async function deleteAccount(client: TestClient): Promise<void> {
  const { email } = (await client.send('GET', '/api/user')).body.data.attributes
  const body = { email, password: 'correct horse battery' }
  expect((await client.call(accountDeletion.deleteAccount, { body })).status).toBe(204)
}

const rowOf = (id: string) =>
  t.deps.db.selectFrom('blobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const pathOf = (key: string) => join(t.folder, 'blobs', key.slice(0, 8), key)

describe('a content that was received in chunks', () => {
  it('has the CRC-32 of all chunks, and its SHA-256 once it was read back', async () => {
    const content = bytes(2_500_000)
    const { blob } = await sendFile(content)
    expect(blob).toMatchObject({ crc32: crc32(content), sha256: null, verified_at: null, store: 1 })
    t.advance(HOUR_MS)
    await verifyContents(t.deps)
    const { sha256, fault, verified_at } = await rowOf(blob.id)
    expect([sha256?.length, fault, verified_at !== null]).toEqual([44, null, true])
    expect(await verifyContents(t.deps)).toBe(0)
  })

  it.each([
    ['damaged', 'damaged', (path: string, size: number) => writeFile(path, Buffer.alloc(size))],
    ['shorter', 'missing', (path: string) => writeFile(path, 'short')],
    ['not there', 'missing', (path: string) => rm(path)],
  ])('that is %s is recorded as %s', async (_, fault, damage) => {
    const { blob } = await sendFile(bytes(2_000_000))
    await damage(pathOf(blob.storage_key), blob.size_bytes)
    t.advance(HOUR_MS)
    await verifyContents(t.deps)
    expect(await rowOf(blob.id)).toMatchObject({ fault, sha256: null })
  })

  it('with a fault is read again after a day, and recovers', async () => {
    const content = bytes(2_000_000)
    const { blob } = await sendFile(content)
    await rm(pathOf(blob.storage_key))
    t.advance(HOUR_MS)
    await verifyContents(t.deps)
    await writeFile(pathOf(blob.storage_key), content)
    t.advance(HOUR_MS)
    await verifyContents(t.deps)
    expect(await rowOf(blob.id)).toMatchObject({ fault: 'missing' })
    t.advance(24 * HOUR_MS)
    await verifyContents(t.deps)
    const { fault, sha256: stored } = await rowOf(blob.id)
    expect([fault, stored]).toEqual([null, createHash('sha256').update(content).digest('base64')])
    expect(await verifyContents(t.deps)).toBe(0)
  })

  it('that the store cannot read does not stop the verification of later ones', async () => {
    const broken = await sendFile(bytes(2_000_000))
    t.advance(1000)
    const later = await sendFile(bytes(2_000_000))
    t.advance(HOUR_MS)
    const { blobs } = t.deps
    const checksums = blobs.checksums.bind(blobs)
    blobs.checksums = async (key, sizeBytes) => {
      if (key === broken.blob.storage_key) throw new AppError('storage.unavailable')
      return checksums(key, sizeBytes)
    }
    await expect(verifyContents(t.deps)).rejects.toThrow('storage.unavailable')
    blobs.checksums = checksums
    expect((await rowOf(later.blob.id)).sha256).not.toBeNull()
    expect(await rowOf(broken.blob.id)).toMatchObject({ verified_at: null, fault: null })
    expect(await verifyContents(t.deps)).toBe(1)
  })
})

describe('bytes of a deleted file', () => {
  it('are removed after a crash between the deletion of the row and theirs', async () => {
    const { ann, id, blob } = await sendFile(bytes(2_000_000))
    await deleteForever(ann, id)
    const { blobs } = t.deps
    const interrupted = Object.create(blobs, {
      removeAll: { value: () => Promise.reject(new Error('killed')) },
    })
    await expect(deleteReleasedBlobs({ ...t.deps, blobs: interrupted })).rejects.toThrow('killed')
    const remaining = () =>
      t.deps.db.selectFrom('blob_removals').select('key').where('key', '=', blob.storage_key)
    expect(await remaining().execute()).toHaveLength(1)
    await deleteReleasedBlobs(t.deps)
    expect(await remaining().execute()).toEqual([])
    await expect(blobs.readAll(blob.storage_key)).rejects.toThrow('storage.unavailable')
  })

  it('are removed although those of very many others cannot be', async () => {
    const failing = Array.from({ length: 26_000 }, () => randomUUIDv7())
    const last = 'f'.repeat(36)
    const rows = [...failing, last].map(key => ({ key, due_at: 0 }))
    for (let start = 0; start < rows.length; start += 500)
      await t.deps.db
        .insertInto('blob_removals')
        .values(rows.slice(start, start + 500))
        .execute()
    const removed: string[] = []
    const blobs = Object.create(t.deps.blobs, {
      removeAll: {
        value: async (keys: readonly string[]) => {
          if (keys.includes(failing[0] ?? '') || keys.length === 500) throw new Error('outage')
          removed.push(...keys)
        },
      },
    })
    await expect(deleteReleasedBlobs({ ...t.deps, blobs })).rejects.toThrow('outage')
    expect(removed).toContain(last)
    const left = await t.deps.db
      .selectFrom('blob_removals')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(left.count).toBeGreaterThanOrEqual(25_500)
    t.advance(HOUR_MS)
    await deleteReleasedBlobs(t.deps)
    expect(await t.deps.db.selectFrom('blob_removals').select('key').execute()).toEqual([])
  })

  it('outlive it by the configured time, also when orphans are removed', async () => {
    const { ann, id, blob } = await sendFile(bytes(2_000_000))
    await deleteForever(ann, id)
    const config = { ...t.deps.config, removalMs: 100 * HOUR_MS }
    await deleteReleasedBlobs({ ...t.deps, config })
    t.advance(50 * HOUR_MS)
    await sweepOrphans(t.deps)
    await deleteReleasedBlobs(t.deps)
    expect((await t.deps.blobs.readAll(blob.storage_key)).length).toBe(blob.size_bytes)
    t.advance(51 * HOUR_MS)
    await deleteReleasedBlobs(t.deps)
    await expect(t.deps.blobs.readAll(blob.storage_key)).rejects.toThrow('storage.unavailable')
  })

  it('of a deleted account are removed at once, unless others use them', async () => {
    const config = { ...t.deps.config, removalMs: 100 * HOUR_MS }
    const deleted = await sendFile(bytes(2_000_000))
    const kept = await sendFile(bytes(2_000_000))
    await deleteForever(kept.ann, kept.id)
    const used = await sendFile(bytes(2_000_000))
    const bob = await t.signIn()
    const copy = (await bob.upload({ filename: 'copy', content: 'copy' })).body.data
    const { id: blob_id } = used.blob
    await t.deps.db.updateTable('items').set({ blob_id }).where('id', '=', copy.id).execute()
    for (const { ann } of [deleted, used]) await deleteAccount(ann)
    await t.runJobs()
    await deleteReleasedBlobs({ ...t.deps, config })
    const isStored = ({ blob }: typeof used) =>
      t.deps.blobs.readAll(blob.storage_key).then(
        () => true,
        () => false,
      )
    expect(await Promise.all([deleted, kept, used].map(isStored))).toEqual([false, true, true])
  })
})

it('orphans are removed in several runs, each of a limited number of contents', async () => {
  t.advance(48 * HOUR_MS)
  while ((await sweepOrphans(t.deps)) > 0);
  const { blob } = await sendFile(bytes(2_000_000))
  const orphans = Array.from({ length: 5 }, () => randomUUIDv7())
  for (const key of orphans) await t.deps.blobs.put(key, Buffer.from('orphan'))
  t.advance(48 * HOUR_MS)
  const removed: number[] = []
  do removed.push(await sweepOrphans(t.deps, { limit: 2, runMs: 0 }))
  while (await findMark(t.deps.db, 'sweep-orphans'))
  expect(Math.max(...removed)).toBe(2)
  expect(removed.reduce((sum, each) => sum + each)).toBe(5)
  expect((await t.deps.blobs.readAll(blob.storage_key)).length).toBe(blob.size_bytes)
  for (const key of orphans)
    await expect(t.deps.blobs.readAll(key)).rejects.toThrow('storage.unavailable')
  expect(await sweepOrphans(t.deps)).toBe(0)
})

it('a batch of orphans that cannot be removed does not stop the next ones, and is reported', async () => {
  t.advance(48 * HOUR_MS)
  while ((await sweepOrphans(t.deps)) > 0);
  const orphans = Array.from({ length: 6 }, () => randomUUIDv7()).sort()
  for (const key of orphans) await t.deps.blobs.put(key, Buffer.from('orphan'))
  t.advance(48 * HOUR_MS)
  const removing = vi.spyOn(t.deps.blobs, 'removeAll')
  onTestFinished(() => removing.mockRestore())
  removing.mockRejectedValueOnce(new Error('The bucket refused.'))
  await expect(sweepOrphans(t.deps, { limit: 2 })).rejects.toThrow('The bucket refused.')
  const reads = await Promise.allSettled(orphans.map(key => t.deps.blobs.readAll(key)))
  const kept = reads.filter(({ status }) => status === 'fulfilled').length
  // The batch may have had a content that is in use.
  expect(kept).toBeLessThanOrEqual(2)
  expect(await sweepOrphans(t.deps)).toBe(kept)
})

it('orphans are also found in the stores that are read, from the mark on', async () => {
  const stores = await Promise.all(
    ['written', 'read'].map(name => openDiskStore(join(t.folder, name))),
  )
  const [written, read] = stores
  if (!written || !read) throw new Error('no store')
  for (const store of stores)
    for (let index = 0; index < 3; index += 1)
      await store.put(randomUUIDv7(), Buffer.from('orphan'))
  const blobs = new Blobs({
    writing: { id: 2, store: written },
    reading: [{ id: 1, store: read }],
    scratch: written,
  })
  const now = () => new Date(Date.now() + 48 * HOUR_MS)
  const removed: number[] = []
  do removed.push(await sweepOrphans({ ...t.deps, now, blobs }, { limit: 2, runMs: 0 }))
  while (await findMark(t.deps.db, 'sweep-orphans'))
  expect(removed.slice(0, 3)).toEqual([2, 2, 2])
  const folders = await Promise.all(['written', 'read'].map(name => readdir(join(t.folder, name))))
  expect(folders).toEqual([[], []])
})

it.runIf(t.deps.databaseKind === 'postgres')(
  'a content whose last reference ends while the job runs is deleted, too',
  async () => {
    const { ann, id, blob } = await sendFile(bytes(2_000_000))
    const { body } = await ann.call(items.copyItems, {
      body: { to_id: null, items: [{ id, type: 'file' }] },
    })
    await deleteForever(ann, id)
    let deletion = Promise.resolve()
    const plugin = afterFirst('Delete', async () => {
      deletion = deleteForever(ann, body.meta.created[0]?.id ?? '')
      await Promise.race([deletion, vi.waitUntil(() => isBlocked(t.deps.db), { timeout: 60_000 })])
    })
    await deleteReleasedBlobs({
      ...t.deps,
      transact: work => t.deps.transact(tx => work(tx.withPlugin(plugin))),
    })
    await deletion
    await deleteReleasedBlobs(t.deps)
    const query = t.deps.db.selectFrom('blobs').select('id').where('id', '=', blob.id)
    expect(await query.execute()).toEqual([])
  },
)

it('finds contents in the store that was used before', async () => {
  const [before, now] = await Promise.all(
    ['before', 'now'].map(name => openDiskStore(join(t.folder, name))),
  )
  if (!before || !now) throw new Error('no store')
  const key = randomUUIDv7()
  await before.put(key, Buffer.from('from before'))
  const blobs = new Blobs({
    writing: { id: 2, store: now },
    reading: [{ id: 1, store: before }],
    scratch: now,
  })
  const range = { start: 0, end: 3 }
  expect(Buffer.from(await blobs.readWhole(key, range)).toString()).toBe('from')
  const chunks = await blobs.read(key, range).toArray()
  expect(Buffer.concat(chunks).toString()).toBe('from')
  const newKey = randomUUIDv7()
  expect(await blobs.put(newKey, Buffer.from('new'))).toBe(2)
  expect([await now.has(newKey), await before.has(newKey)]).toEqual([true, false])
  await blobs.remove(key, newKey)
  expect([await now.has(newKey), await before.has(key)]).toEqual([false, false])
})
