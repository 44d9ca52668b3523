import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { trash } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { bytes } from '../../../test/contents.ts'
import { file, folder, type Ref } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { addressOf, download, namesIn, seedZipFolder } from '../../../test/zips.ts'
import { deleteReleasedBlobs } from '../blobs/index.ts'

const t = await openTestApp()

/** Expects a broken connection, or a problem response if nothing was sent yet. */
async function expectNoArchive(client: TestClient, top: Ref): Promise<void> {
  const answered = await download(client, addressOf([top])).catch(() => undefined)
  if (answered)
    expect([answered.status, answered.headers.get('content-type')]).toEqual([
      503,
      'application/problem+json; charset=utf-8',
    ])
  expect((await client.fetch('/api/ping')).status).toBe(200)
}

// W5
describe('an interrupted download', () => {
  it('resumes at any position in headers, contents and directory', async () => {
    const ann = await t.signIn()
    const { top } = await seedZipFolder(ann)
    const complete = await download(ann, addressOf([top]))
    const etag = complete.headers.get('etag') ?? ''
    const { length } = complete.body
    for (const start of [
      1,
      29,
      31,
      80,
      200,
      5000,
      length - 700,
      length - 300,
      length - 22,
      length - 1,
    ]) {
      const rest = await download(ann, addressOf([top]), {
        range: `bytes=${start}-`,
        'if-range': etag,
      })
      expect(rest.status).toBe(206)
      expect(rest.headers.get('content-range')).toBe(`bytes ${start}-${length - 1}/${length}`)
      expect(rest.body.equals(complete.body.subarray(start))).toBe(true)
    }
    const middle = await download(ann, addressOf([top]), { range: 'bytes=100-250000' })
    expect(middle.body.equals(complete.body.subarray(100, 250_001))).toBe(true)
    const beyond = await download(ann, addressOf([top]), { range: `bytes=${length}-` })
    expect(beyond.status).toBe(416)
  })

  it('starts over when an item was changed, removed or added', async () => {
    const ann = await t.signIn()
    const { top } = await seedZipFolder(ann)
    const { headers } = await download(ann, addressOf([top]))
    const etag = headers.get('etag') ?? ''
    expect(
      (
        await ann.fetch(addressOf([top]), {
          headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
        })
      ).status,
    ).toBe(304)
    await file(ann, 'new.txt', top.id)
    const again = { range: 'bytes=100-', 'if-range': etag }
    const { status, body } = await download(ann, addressOf([top]), again)
    expect(status).toBe(200)
    expect(await namesIn(body)).toContain('Häfen & Boote/new.txt')
    expect((await ann.fetch(addressOf([top]), { headers: { 'if-match': etag } })).status).toBe(412)
  })

  it('gives the same archive whether or not checksums were stored', async () => {
    const ann = await t.signIn()
    const { top } = await seedZipFolder(ann)
    const known = await download(ann, addressOf([top]))
    await t.deps.db.updateTable('blobs').set({ crc32: null }).execute()
    const computed = await download(ann, addressOf([top]))
    expect(computed.body.equals(known.body)).toBe(true)
    const withChecksum = () =>
      t.deps.db.selectFrom('blobs').select('id').where('crc32', 'is not', null).execute()
    await expect.poll(async () => (await withChecksum()).length).toBe(2)
    await t.deps.db.updateTable('blobs').set({ crc32: null }).execute()
    const tail = await download(ann, addressOf([top]), { range: 'bytes=-400' })
    expect(tail.body.equals(known.body.subarray(-400))).toBe(true)
  })
})

// Z2
describe('an unreadable content breaks the connection instead of sending a damaged archive', () => {
  const largestOf = async () =>
    t.deps.db
      .selectFrom('blobs')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  it.each([200_000, 3_000_000])('a missing content of %i bytes', async size => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    await file(ann, 'first.txt', top.id)
    await ann.upload({ filename: 'large.bin', parent_id: top.id, content: bytes(size) })
    const { id } = await largestOf()
    await rm(join(t.folder, 'blobs', id.slice(0, 8), id))
    await expectNoArchive(ann, top)
    expect((await ann.fetch('/api/ping')).status).toBe(200)
  })

  it('a content shorter than recorded', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    await ann.upload({ filename: 'large.bin', parent_id: top.id, content: bytes(3_000_000) })
    const { id } = await largestOf()
    await t.deps.db.updateTable('blobs').set({ crc32: 1 }).where('id', '=', id).execute()
    await writeFile(join(t.folder, 'blobs', id.slice(0, 8), id), bytes(2_000_000))
    await expectNoArchive(ann, top)
  })

  // Z3
  it('an item deleted permanently while the archive is sent', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
      await ann.upload({ filename: `${number}.bin`, parent_id: top.id, content: bytes(4_000_000) })
    const response = await ann.fetch(addressOf([top]))
    const reader = response.body?.getReader()
    await reader?.read()
    for (const force_delete of [false, true])
      await ann.call(trash.removeItems, { body: { items: [{ ...top, force_delete }] } })
    await deleteReleasedBlobs(t.deps)
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return
    }
    await expect(rest()).rejects.toThrow(/terminated|failed/)
  })

  // Z3
  it('an item moved or trashed while the archive is sent stays in it', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    for (const number of [1, 2, 3, 4])
      await ann.upload({ filename: `${number}.bin`, parent_id: top.id, content: bytes(4_000_000) })
    const response = await ann.fetch(addressOf([top]))
    await ann.call(trash.removeItems, { body: { items: [top] } })
    expect(await namesIn(Buffer.from(await response.arrayBuffer()))).toHaveLength(5)
  })
})
