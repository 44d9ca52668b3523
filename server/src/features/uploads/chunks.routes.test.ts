import { randomUUID } from 'node:crypto'
import { teams, trash, uploads } from '@coffer/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bytes, checksum, chunked, sha256 } from '../../../test/contents.ts'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import { databaseTime } from '../../db/database-time.ts'
import { clearStaleUploads } from './index.ts'

const t = await openTestApp()

describe('chunks', () => {
  it('become the file, byte for byte, each with a checksum', async () => {
    const ann = await t.signIn()
    const content = bytes(2_500_000)
    const { upload_id, send } = chunked(ann, content)
    const first = await send(0, 1_000_000, { checksum: checksum(content.slice(0, 1_000_000)) })
    expect([first.status, first.body.data.attributes.received_bytes]).toEqual([200, 1_000_000])
    const state = await ann.call(uploads.getUpload, { params: { upload_id } })
    expect(state.body.data.attributes).toMatchObject({
      received_bytes: 1_000_000,
      size_bytes: 2_500_000,
    })
    expect(await ann.names()).toEqual([])
    const last = await send(1_000_000, 2_500_000, { checksum: checksum(content.slice(1_000_000)) })
    expect(last.status).toBe(201)
    expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
  })

  it('can be sent in order without an id', async () => {
    const ann = await t.signIn()
    await ann.upload({ filename: 'parts.txt', content: 'one ', is_last: false })
    await ann.upload({ filename: 'parts.txt', content: 'two ', is_last: false })
    const last = await ann.upload({ filename: 'parts.txt', content: 'three', is_last: true })
    expect(Buffer.from(await ann.download(last.body.data)).toString()).toBe('one two three')
  })

  it.each([
    ['whole', [{ content: 'new', size: 3 }]],
    [
      'in chunks of another size',
      [
        { content: 'n', size: 3, is_last: false },
        { content: 'ew', size: 3 },
      ],
    ],
    [
      'from offset 0 on',
      [
        { content: 'n', offset: 0, is_last: false },
        { content: 'ew', offset: 1 },
      ],
    ],
  ] as const)(
    'without an id do not continue an aborted upload of that name: %s',
    async (_, chunks) => {
      const ann = await t.signIn()
      const filename = 'report.txt'
      await ann.upload({ filename, content: 'old old ', is_last: false, size: 20 })
      const replies = []
      for (const chunk of chunks) replies.push(await ann.upload({ filename, ...chunk }))
      const item = replies.at(-1)?.body.data
      expect(Buffer.from(await ann.download(item)).toString()).toBe('new')
      expect(await t.storage(ann.userId)).toMatchObject({ used_bytes: 3, reserved_bytes: 0 })
    },
  )

  it('that declare the size with the last chunk must have that size in all', async () => {
    const ann = await t.signIn()
    const chunk = { filename: 'parts.txt', content: 'one ', is_last: false }
    await ann.upload(chunk)
    const short = await ann.upload({ ...chunk, size: 9, is_last: true })
    expect([short.status, short.body.code]).toEqual([409, 'upload.incomplete'])
    const long = await ann.upload({ ...chunk, size: 7, is_last: true })
    expect([long.status, long.body.code]).toEqual([413, 'upload.size_exceeded'])
  })

  // C5
  it('sent twice, also concurrently, are stored once', async () => {
    const ann = await t.signIn()
    const content = bytes(300_000)
    const { send } = chunked(ann, content)
    const twice = await Promise.all([send(0, 200_000), send(0, 200_000)])
    expect(twice.map(reply => reply.status)).toEqual([200, 200])
    const last = await Promise.all([send(200_000, 300_000), send(200_000, 300_000)])
    expect(new Set(last.map(reply => reply.body.data.id)).size).toBe(1)
    expect(sha256(await ann.download(last[0].body.data))).toBe(sha256(content))
  })

  it.each([
    ['beyond the end', 150_000, 200_000],
    ['with a gap', 120_000, 130_000],
    ['overlapping stored bytes', 50_000, 150_000],
  ])('that lie %s are rejected with the expected offset', async (_, start, end) => {
    const ann = await t.signIn()
    const { upload_id, send } = chunked(ann, bytes(300_000))
    await send(0, 100_000)
    const reply = await send(start, end)
    expect([reply.status, reply.body.code, reply.body.expected_offset]).toEqual([
      409,
      'upload.offset_conflict',
      100_000,
    ])
    const state = await ann.call(uploads.getUpload, { params: { upload_id } })
    expect(state.body.data.attributes.received_bytes).toBe(100_000)
  })

  // U2
  it('sent again with other bytes are rejected and do not change stored bytes', async () => {
    const ann = await t.signIn()
    const content = bytes(300_000)
    const { upload_id, send } = chunked(ann, content)
    for (const start of [0, 100_000]) {
      const end = start + 100_000
      await send(start, end)
      const other = await send(start, end, { content: Buffer.alloc(100_000, 'x') })
      expect([other.status, other.body.code, other.body.expected_offset]).toEqual([
        409,
        'upload.offset_conflict',
        end,
      ])
      expect((await send(start, end)).status).toBe(200)
    }
    const state = await ann.call(uploads.getUpload, { params: { upload_id } })
    expect(state.body.data.attributes.received_bytes).toBe(200_000)
    const last = await send(200_000, 300_000)
    expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
  })

  it('with is_last set too early change nothing', async () => {
    const ann = await t.signIn()
    const content = bytes(300_000)
    const { send } = chunked(ann, content)
    await send(0, 100_000)
    const tooEarly = await send(100_000, 200_000, { is_last: true })
    expect([tooEarly.status, tooEarly.body.code, tooEarly.body.expected_offset]).toEqual([
      409,
      'upload.incomplete',
      100_000,
    ])
    const last = await send(100_000, 300_000)
    expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
  })

  it('whose checksum does not match are not stored', async () => {
    const ann = await t.signIn()
    const content = bytes(300_000)
    const { send } = chunked(ann, content)
    const damaged = await send(0, 200_000, { checksum: checksum('something else') })
    expect([damaged.status, damaged.body.code]).toEqual([422, 'upload.checksum_mismatch'])
    await send(0, 200_000, { checksum: checksum(content.slice(0, 200_000)) })
    const last = await send(200_000, 300_000)
    expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
  })

  it('that exceed the declared size end the upload', async () => {
    const ann = await t.signIn()
    const { upload_id, send } = chunked(ann, bytes(300_000))
    await send(0, 100_000)
    const reply = await send(100_000, 300_000, { content: bytes(250_000) })
    expect([reply.status, reply.body.code]).toEqual([413, 'upload.size_exceeded'])
    expect((await ann.call(uploads.getUpload, { params: { upload_id } })).status).toBe(404)
    expect(await t.storage(ann.userId)).toMatchObject({ used_bytes: 0, reserved_bytes: 0 })
  })

  it.each([['-1'], ['NaN'], ['1e309'], ['9223372036854775808'], ['10abc'], ['1.5']])(
    'with a size of %s are rejected',
    async size => {
      const ann = await t.signIn()
      const reply = await ann.upload({
        filename: 'x.bin',
        size,
        offset: 0,
        is_last: false,
        upload_id: randomUUID(),
      })
      expect([reply.status, reply.body.code]).toEqual([422, 'request.invalid'])
      expect(reply.body.errors.size).toBeDefined()
    },
  )

  it('continue after a new sign-in, and are not found for other users', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const content = bytes(200_000)
    const { upload_id, send } = chunked(ann, content)
    await send(0, 100_000)
    expect((await eve.call(uploads.getUpload, { params: { upload_id } })).body.code).toBe(
      'upload.not_found',
    )
    const evesUpload = await eve.upload({
      filename: 'big.bin',
      upload_id,
      size: 200_000,
      offset: 100_000,
      content: bytes(100_000),
    })
    expect([evesUpload.body.code, evesUpload.body.expected_offset]).toEqual([
      'upload.offset_conflict',
      0,
    ])
    expect((await eve.call(uploads.cancelUpload, { params: { upload_id } })).status).toBe(404)
    expect((await send(100_000, 200_000)).status).toBe(201)
  })

  it('can be cancelled, which frees the quota and the disk', async () => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    const { upload_id, send } = chunked(ann, bytes(200_000))
    await send(0, 100_000)
    expect((await t.storage(ann.userId)).reserved_bytes).toBe(200_000)
    expect(
      (await ann.call(uploads.listUploads, { query: {} })).body.data.map(
        (upload: { id: string }) => upload.id,
      ),
    ).toEqual([upload_id])
    expect((await ann.call(uploads.cancelUpload, { params: { upload_id } })).status).toBe(204)
    expect((await t.storage(ann.userId)).reserved_bytes).toBe(0)
    expect(await t.storedFiles()).toBe(before)
  })

  it('without activity for a day are deleted', async () => {
    const ann = await t.signIn()
    const { upload_id, send } = chunked(ann, bytes(200_000))
    await send(0, 100_000)
    t.advance(23 * 3_600_000)
    await clearStaleUploads(t.deps)
    expect((await ann.call(uploads.getUpload, { params: { upload_id } })).status).toBe(200)
    t.advance(2 * 3_600_000)
    await clearStaleUploads(t.deps)
    expect((await ann.call(uploads.getUpload, { params: { upload_id } })).status).toBe(404)
    expect((await t.storage(ann.userId)).reserved_bytes).toBe(0)
  })

  it('are kept when they are resumed while those without activity are deleted', async () => {
    const ann = await t.signIn()
    const { upload_id, send } = chunked(ann, bytes(200_000))
    await send(0, 100_000)
    t.advance(25 * 3_600_000)
    let transactions = 0
    await clearStaleUploads({
      ...t.deps,
      async transact(work) {
        transactions += 1
        // The first one deletes finished uploads.
        if (transactions === 2) expect((await send(100_000, 150_000)).status).toBe(200)
        return t.deps.transact(work)
      },
    })
    const { body } = await ann.call(uploads.getUpload, { params: { upload_id } })
    expect(body.data.attributes.received_bytes).toBe(150_000)
    expect((await send(150_000, 200_000)).status).toBe(201)
  })

  it('are kept while a request sends more than a day for one chunk', async () => {
    const ann = await t.signIn()
    const { upload_id, send } = chunked(ann, bytes(200_000))
    await send(0, 100_000)
    const leaseUntil = (ms: number) =>
      t.deps.db
        .updateTable('uploads')
        .set({ lease_id: 'x', lease_expires_at: sql<number>`${databaseTime(t.deps.db)} + ${ms}` })
        .where('id', '=', upload_id)
        .execute()
    const statusAfterClearing = async () => {
      await clearStaleUploads(t.deps)
      return (await ann.call(uploads.getUpload, { params: { upload_id } })).status
    }
    t.advance(25 * 3_600_000)
    await leaseUntil(30_000)
    expect(await statusAfterClearing()).toBe(200)
    await leaseUntil(-1)
    expect(await statusAfterClearing()).toBe(404)
  })

  it('are kept when their folder is deleted, and can continue in another folder', async () => {
    const ann = await t.signIn()
    const { body } = await ann.send('POST', '/api/create-folder', { name: 'Target' })
    const content = bytes(200_000)
    const { send } = chunked(ann, content, { parent_id: body.data.id })
    await send(0, 100_000)
    await ann.call(trash.removeItems, { body: { items: [{ id: body.data.id, type: 'folder' }] } })
    const parentGone = await send(100_000, 200_000)
    expect([parentGone.status, parentGone.body.code]).toEqual([409, 'upload.parent_gone'])
    const last = await send(100_000, 200_000, { parent_id: null })
    expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
  })

  it('begin again in a folder of another owner, who has reserved nothing for them', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ben, 'Team', [[ann, 'can_edit']])
    const target = await folder(ann, 'Target')
    const content = bytes(200_000)
    const { send } = chunked(ann, content, { parent_id: target.id })
    await send(0, 100_000)
    await ann.call(trash.removeItems, { body: { items: [{ id: target.id, type: 'folder' }] } })
    const moved = { parent_id: team.id }
    const { status, body } = await send(100_000, 200_000, moved)
    expect([status, body.code, body.expected_offset]).toEqual([409, 'upload.offset_conflict', 0])
    expect((await t.storage(ann.userId)).reserved_bytes).toBe(0)
    await send(0, 100_000, moved)
    const last = await send(100_000, 200_000, moved)
    expect(last.body.data.relationships.owner.data.id).toBe(ben.userId)
    expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
  })

  it('are kept when their sender may no longer add files, with that reason', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ben, 'Team', [[ann, 'can_edit']])
    const { upload_id, send } = chunked(ann, bytes(200_000), { parent_id: team.id })
    await send(0, 100_000)
    const members = [{ id: ann.userId, permission: 'can_view' as const }]
    const change = { params: { id: team.id }, body: { name: 'Team', members, invitations: [] } }
    expect((await ben.call(teams.updateTeamFolder, change)).status).toBe(200)
    const { status, body } = await send(100_000, 200_000)
    expect([status, body.code]).toEqual([403, 'auth.forbidden'])
    expect((await ann.call(uploads.getUpload, { params: { upload_id } })).status).toBe(200)
  })

  it('create a file with the modification time of the first chunk', async () => {
    const ann = await t.signIn()
    const upload_id = randomUUID()
    const chunk = (offset: number, is_last: boolean) =>
      ann.upload({
        filename: 'old.txt',
        upload_id,
        content: 'half',
        size: '8',
        offset: String(offset),
        is_last: String(is_last),
        modified_at: String(Date.UTC(2019, 4, 4)),
      })
    await chunk(0, false)
    const finished = await chunk(4, true)
    expect(finished.body.data.attributes.updated_at).toBe('2019-05-04T00:00:00.000Z')
  })

  it('are listed on every device of their owner with what identifies the file', async () => {
    const ann = await t.signIn()
    const phone = await t.signInAgain(ann)
    const form = new FormData()
    const fields = {
      filename: 'My film.bin',
      path: 'Trip/My film.bin',
      upload_id: randomUUID(),
      is_last: 'false',
      offset: '0',
      size: '200',
      modified_at: '1789000000000',
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new Blob(['begun']), 'blob')
    await ann.send('POST', '/api/upload', form, {
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/144.0' },
    })
    const [one] = (await phone.call(uploads.listUploads, { query: {} })).body.data
    expect(one.attributes).toMatchObject({
      filename: 'My film.bin',
      path: 'Trip/My film.bin',
      received_bytes: 5,
      size_bytes: 200,
      modified_at: 1_789_000_000_000,
      device: 'Firefox, Windows',
    })
    await phone.call(uploads.cancelUpload, { params: { upload_id: fields.upload_id } })
    expect((await ann.call(uploads.listUploads, { query: {} })).body.data).toEqual([])
    expect((await t.storage(ann.userId)).reserved_bytes).toBe(0)
  })
})

it('lists all unfinished uploads page by page', async () => {
  const ann = await t.signIn()
  const created = Array.from({ length: 203 }, () => chunked(ann, bytes(20)))
  for (const { send } of created) await send(0, 10)
  const listed: string[] = []
  const sizes: number[] = []
  let after: string | undefined
  do {
    const { data, meta } = (await ann.call(uploads.listUploads, { query: after ? { after } : {} }))
      .body
    listed.push(...data.map(({ id }: { id: string }) => id))
    sizes.push(data.length)
    after = meta.next ?? undefined
  } while (after)
  expect(sizes).toEqual([200, 3])
  expect(listed.toSorted()).toEqual(created.map(({ upload_id }) => upload_id).toSorted())
})

it('reads the settings once for the first chunk', async () => {
  const ann = await t.signIn()
  const queries = await t.countQueries(() => chunked(ann, bytes(20)).send(0, 10))
  expect(queries.filter(query => query.includes('from "settings"'))).toHaveLength(1)
})
