import { createHash, randomUUID } from 'node:crypto'
import type { BatchResult } from '@coffer/contract/upload-batches'
import { describe, expect, it, vi } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { AppError } from '../../errors.ts'
import { sweepOrphans } from '../blobs/index.ts'

const t = await openTestApp()

interface Sent {
  filename: string
  content?: string | Uint8Array<ArrayBuffer>
  [field: string]: unknown
}

const sizeOf = (content: string | Uint8Array): number => Buffer.byteLength(content)

function formOf(files: readonly Sent[], parentId = ''): FormData {
  const form = new FormData()
  const manifest = files.map(({ content = 'content', ...entry }) => ({
    size: sizeOf(content),
    ...entry,
  }))
  form.set('parent_id', parentId)
  form.set('manifest', JSON.stringify(manifest))
  for (const { content = 'content' } of files) form.append('file', new Blob([content]), 'blob')
  return form
}

const send = (client: TestClient, files: readonly Sent[], parentId?: string) =>
  client.send('POST', '/api/upload/batch', formOf(files, parentId))

const many = (count: number, change: Partial<Sent> = {}): Sent[] =>
  Array.from({ length: count }, (_, index) => ({
    filename: `${String(index).padStart(3, '0')}.txt`,
    content: `file ${index}`,
    upload_id: randomUUID(),
    ...change,
  }))

const codes = (results: BatchResult[]) => results.map(({ problem }) => problem?.code ?? null)
const checksumOf = (content: string) =>
  `sha-256=${createHash('sha256').update(content).digest('base64')}`

describe('a batch', () => {
  it('creates all files with their bytes', async () => {
    const ann = await t.signIn()
    const files = many(100)
    const reply = await send(ann, files)
    expect(reply.status).toBe(200)
    expect(codes(reply.body.data)).toEqual(files.map(() => null))
    expect((await ann.send('GET', '/api/browse/folders/all')).body.meta.paginate.total).toBe(100)
    for (const index of [0, 57, 99]) {
      const { item } = reply.body.data[index]
      expect(Buffer.from(await ann.download(item)).toString()).toBe(files[index]?.content)
    }
    const bytes = files.reduce((sum, { content }) => sum + sizeOf(content as string), 0)
    expect((await t.storage(ann.userId)).used_bytes).toBe(bytes)
  })

  it('keeps the modification times', async () => {
    const ann = await t.signIn()
    const modified_at = Date.UTC(2019, 4, 4)
    const { body } = await send(ann, [
      { filename: 'old.txt', modified_at },
      { filename: 'scanned.txt', modified_at: Date.UTC(1965, 0, 2) },
      { filename: 'new.txt' },
    ])
    const [old, scanned, fresh] = body.data.map((result: BatchResult) => result.item?.attributes)
    expect(old.updated_at).toBe('2019-05-04T00:00:00.000Z')
    expect(scanned.updated_at).toBe('1965-01-02T00:00:00.000Z')
    expect(fresh.updated_at).toBe(fresh.created_at)
  })

  it('takes as many statements for many files as for few', async () => {
    const ann = await t.signIn()
    // The session is checked again at intervals while files arrive.
    const statementsOf = async (count: number, path: string) =>
      (await t.countQueries(() => send(ann, many(count, { path })))).filter(
        statement => !statement.includes('from "sessions"'),
      )
    const few = await statementsOf(2, 'a/x')
    const all = await statementsOf(30, 'b/x')
    expect(all.length).toBeLessThanOrEqual(few.length + 2)
  })

  it('creates the folders of the paths, each once', async () => {
    const ann = await t.signIn()
    const paths = ['Trip/Day one/1.txt', 'trip/day ONE/2.txt', 'Trip/3.txt', '4.txt']
    const files = paths.map(path => ({ filename: path.split('/').at(-1) ?? '', path }))
    await send(ann, files)
    expect(await ann.names()).toEqual(['Trip', '4.txt'])
    const [trip] = (await ann.send('GET', '/api/browse/folders/all')).body.data
    expect(trip.attributes.items).toBe(2)
    expect(await ann.names(trip.id)).toEqual(['Day one', '3.txt'])
  })

  // C5
  it('returns the same files when sent twice, in sequence or concurrently', async () => {
    const ann = await t.signIn()
    const files = many(20)
    const replies = await Promise.all([send(ann, files), send(ann, files)])
    replies.push(await send(ann, files))
    const ids = replies.map(({ body }) => body.data.map((result: BatchResult) => result.item?.id))
    expect(ids[1]).toEqual(ids[0])
    expect(ids[2]).toEqual(ids[0])
    expect(await ann.names()).toHaveLength(20)
    expect((await t.storage(ann.userId)).reserved_bytes).toBe(0)
  })

  it('resolves taken names like single uploads, also within the batch', async () => {
    const ann = await t.signIn()
    const before = await ann.upload({ filename: 'a.txt', content: 'old' })
    await ann.upload({ filename: 'b.txt', content: 'old' })
    const { body } = await send(ann, [
      { filename: 'A.txt', content: 'kept beside' },
      { filename: 'a.txt', content: 'in its place', on_conflict: 'replace' },
      { filename: 'b.txt', on_conflict: 'skip' },
      { filename: 'my c.txt' },
      { filename: 'my-c.txt' },
    ])
    expect(codes(body.data)).toEqual([null, null, 'item.name_taken', null, null])
    expect(await ann.names()).toEqual(
      ['A (2).txt', 'a.txt', 'b.txt', 'my-c (2).txt', 'my-c.txt'].sort(),
    )
    expect(body.data[1].item.id).toBe(before.body.data.id)
    expect(Buffer.from(await ann.download(body.data[1].item)).toString()).toBe('in its place')
    const bytes = 'oldold'.length + 'kept beside'.length + 'in its place'.length + 14
    expect((await t.storage(ann.userId)).used_bytes).toBe(bytes)
  })
})

describe('a rejected file of a batch', () => {
  it('has the same error as in a single upload and does not affect the others', async () => {
    const ann = await t.signIn()
    await t.settings({ upload_limit: 100, mimetypes_blacklist: 'exe,application/x-elf' })
    const { body } = await send(ann, [
      { filename: 'good.txt' },
      { filename: 'empty.txt', content: '' },
      { filename: 'setup.EXE' },
      { filename: 'large.txt', content: 'x'.repeat(101) },
      { filename: 'a/b.txt' },
      { filename: 'flipped.txt', checksum: checksumOf('other') },
      { filename: 'short.txt', size: 50 },
      { filename: 'long.txt', size: 2 },
      {
        filename: 'photo.jpg',
        content: Uint8Array.from(Buffer.from('7f454c46020101000000000000000000', 'hex')),
      },
      { filename: 'true.txt', checksum: checksumOf('content') },
    ])
    await t.settings({ upload_limit: 0, mimetypes_blacklist: '' })
    expect(codes(body.data)).toEqual([
      null,
      'upload.empty',
      'upload.type_not_allowed',
      'upload.too_large',
      'item.name_invalid',
      'upload.checksum_mismatch',
      'upload.incomplete',
      'upload.size_exceeded',
      'upload.type_not_allowed',
      null,
    ])
    expect(body.data[2].problem.detail).toContain('exe')
    expect(await ann.names()).toEqual(['good.txt', 'true.txt'])
    expect((await t.storage(ann.userId)).used_bytes).toBe(14)
  })

  it('keeps its files when the bytes of a rejected one cannot be removed', async () => {
    const ann = await t.signIn()
    const [taken, other] = many(2, { on_conflict: 'skip' }) as [Sent, Sent]
    await send(ann, [taken])
    const { store } = t.deps.blobs.writer
    const before = await t.storedFiles()
    const outage = vi.spyOn(store, 'remove').mockRejectedValue(new AppError('storage.unavailable'))
    const reply = await send(ann, [{ ...taken, upload_id: randomUUID() }, other])
    const single = await ann.upload({ ...taken, upload_id: randomUUID() })
    outage.mockRestore()
    expect([reply.status, codes(reply.body.data)]).toEqual([200, ['item.name_taken', null]])
    expect(single.body.code).toBe('item.name_taken')
    expect(await t.storedFiles()).toBe(before + 3)
    t.advance(2 * 86_400_000)
    await sweepOrphans(t.deps)
    expect(await t.storedFiles()).toBe(before + 1)
  })

  it('that exceeds the quota does not exclude smaller ones', async () => {
    const ann = await t.signIn()
    await t.limitStorage(ann.userId, 10)
    const stored = await t.storedFiles()
    const { body } = await send(ann, [
      { filename: 'a.txt', content: '12345678' },
      { filename: 'b.txt', content: '12345678' },
      { filename: 'c.txt', content: '12' },
    ])
    expect(codes(body.data)).toEqual([null, 'upload.quota_exceeded', null])
    expect((await t.storage(ann.userId)).used_bytes).toBe(10)
    expect(await t.storedFiles()).toBe(stored + 2)
  })

  it('that was begun in chunks reports the offset to continue at', async () => {
    const ann = await t.signIn()
    const upload_id = randomUUID()
    const chunk = { upload_id, is_last: false, offset: 0, size: 7, content: 'con' }
    await ann.upload({ filename: 'a.txt', ...chunk })
    const { body } = await send(ann, [{ filename: 'a.txt', upload_id }])
    expect(body.data[0].problem).toMatchObject({
      code: 'upload.offset_conflict',
      expected_offset: 3,
    })
  })
})

describe('a rejected batch', () => {
  it.each([
    ['more files than are allowed', many(101), 422],
    ['more bytes than are allowed', many(9, { content: 'x'.repeat(1_000_000) }), 413],
    ['one id twice', many(2, { upload_id: randomUUID() }), 422],
    ['no file at all', [], 422],
  ])('stores nothing with %s', async (_, files, status) => {
    const ann = await t.signIn()
    const stored = await t.storedFiles()
    expect((await send(ann, files)).status).toBe(status)
    expect(await ann.names()).toEqual([])
    expect(await t.storedFiles()).toBe(stored)
  })

  it('has a number of files that differs from the number of entries', async () => {
    const ann = await t.signIn()
    const stored = await t.storedFiles()
    const missing = formOf(many(2))
    missing.delete('file')
    missing.append('file', new Blob(['file 0']), 'blob')
    const more = formOf(many(2))
    more.append('file', new Blob(['more']), 'blob')
    for (const form of [missing, more])
      expect((await ann.send('POST', '/api/upload/batch', form)).status).toBe(422)
    expect(await ann.names()).toEqual([])
    expect(await t.storedFiles()).toBe(stored)
  })

  it('has fields after its first file, which it would not be received with', async () => {
    const ann = await t.signIn()
    const { id } = (await ann.send('POST', '/api/create-folder', { name: 'Target' })).body.data
    for (const [name, value] of Object.entries({ parent_id: id, manifest: '[]', note: 'kept' })) {
      const form = formOf(many(2))
      if (name !== 'manifest') form.delete(name)
      form.append(name, value)
      const reply = await ann.send('POST', '/api/upload/batch', form)
      // A field that no form has is ignored anywhere.
      if (name === 'note') expect(codes(reply.body.data)).toEqual([null, null])
      else {
        expect(reply.status).toBe(422)
        expect(reply.body.errors).toEqual({ [name]: ['This part must come before the file.'] })
        expect(await ann.names()).toEqual(['Target'])
        expect((await t.storage(ann.userId)).used_bytes).toBe(0)
      }
    }
  })

  it("answers the same for another user's, a trashed and a missing folder", async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const make = async (client: TestClient) =>
      (await client.send('POST', '/api/create-folder', { name: 'Folder' })).body.data.id
    const trashed = await make(eve)
    await eve.send('POST', '/api/remove', { items: [{ id: trashed, type: 'folder' }] })
    for (const id of [await make(ann), trashed, randomUUID()]) {
      const { status, body } = await send(eve, many(1), id)
      expect([status, body.code]).toEqual([404, 'item.not_found'])
    }
  })

  it('leaves nothing when the connection is lost', async () => {
    const ann = await t.signIn()
    const stored = await t.storedFiles()
    const body = await new Response(formOf(many(3))).text()
    const boundary = body.slice(2, body.indexOf('\r\n'))
    const cut = body.slice(0, body.lastIndexOf('file 2'))
    const reply = await ann.send('POST', '/api/upload/batch', undefined, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: cut,
    })
    expect(reply.status).toBe(400)
    expect(await ann.names()).toEqual([])
    expect(await t.storedFiles()).toBe(stored)
  })
})
