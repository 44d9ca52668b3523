import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytes, chunked } from '../../../test/contents.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient, UploadFields } from '../../../test/test-client.ts'

const t = await openTestApp()

it('skips .DS_Store in every kind of upload and stores nothing', async () => {
  const ann = await t.signIn()
  const skippedFile = await ann.upload({ filename: '.DS_Store', content: 'x' })
  expect([skippedFile.status, skippedFile.body]).toEqual([
    200,
    { data: null, meta: { skipped: 1 } },
  ])
  const firstChunk = { filename: '.DS_Store', upload_id: randomUUID(), size: 999, offset: 0 }
  const chunk = await ann.upload({ ...firstChunk, content: 'x', is_last: false })
  expect([chunk.status, chunk.body.meta]).toEqual([200, { skipped: 1 }])
  const names = ['.DS_Store', 'kept.txt']
  const entries = names.map(filename => ({ filename, size: 1, path: `album/${filename}` }))
  const form = new FormData()
  form.set('manifest', JSON.stringify(entries))
  for (const name of names) form.append('file', new Blob(['x']), name)
  const batch = (await ann.send('POST', '/api/upload/batch', form)).body
  expect(batch.meta).toEqual({ skipped: 1 })
  expect(batch.data[0]).toEqual({ upload_id: null, item: null, problem: null })
  expect(batch.data[1].item.attributes.name).toBe('kept.txt')
  const { body } = await ann.send('POST', '/api/upload/preflight', {
    entries: [{ filename: '.DS_Store', size: 0 }, ...entries],
  })
  expect(body.data).toMatchObject({ refused: [], needed_bytes: 1, fits: 1 })
  expect(await t.storage(ann.userId)).toMatchObject({ used_bytes: 1, reserved_bytes: 0 })
})

describe('an upload is rejected', () => {
  it('for an empty file', async () => {
    const ann = await t.signIn()
    const reply = await ann.upload({ filename: 'nothing.txt', content: '' })
    expect([reply.status, reply.body.code]).toEqual([422, 'upload.empty'])
    // The exact wording of the specification.
    expect(reply.body.detail).toBe('The file nothing.txt can’t be uploaded')
  })

  it.each([
    ['virus.exe', 'x'],
    ['VIRUS.EXE', 'x'],
    ['virus.exe.', 'x'],
    ['virus.exe ', 'x'],
    ['virus.exe::$DATA', 'x'],
    ['virus.ｅｘｅ', 'x'],
    ['photo.exe.jpg', 'x'],
    ['program', Buffer.from('7f454c46020101000000000000000000', 'hex')],
  ])('for a type on the blacklist: %s', async (filename, content) => {
    const ann = await t.signIn()
    await t.settings({ mimetypes_blacklist: 'exe, application/x-elf' })
    const reply = await ann.upload({ filename, content: content as string })
    const inChunks = await ann.upload({
      filename,
      content: content as string,
      is_last: false,
      upload_id: randomUUID(),
      size: 999,
      offset: 0,
    })
    await t.settings({ mimetypes_blacklist: '' })
    expect([reply.status, reply.body.code, inChunks.body.code]).toEqual([
      422,
      'upload.type_not_allowed',
      'upload.type_not_allowed',
    ])
    expect(await t.storage(ann.userId)).toMatchObject({ used_bytes: 0, reserved_bytes: 0 })
  })

  it.each(['virus.exe', 'virus.exe.jpg', 'code.js'])(
    'for a type on the blacklist that a rename gives it: %s',
    async name => {
      const ann = await t.signIn()
      const { data } = (await ann.upload({ filename: 'note.txt', content: 'x' })).body
      const rename = (to: string, type: 'file' | 'folder' = 'file', id: string = data.id) =>
        ann.send('PATCH', `/api/rename/${id}`, { name: to, type, on_conflict: 'replace' })
      await t.settings({ mimetypes_blacklist: 'exe, text/javascript' })
      const reply = await rename(name)
      const folder = (await ann.send('POST', '/api/create-folder', { name: 'Folder' })).body.data
      expect((await rename(name, 'folder', folder.id)).status).toBe(200)
      expect((await rename('note.md')).status).toBe(200)
      await t.settings({ mimetypes_blacklist: '' })
      expect([reply.status, reply.body.code]).toEqual([422, 'upload.type_not_allowed'])
    },
  )

  it('not for a rename of a file whose type was blacklisted after its upload', async () => {
    const ann = await t.signIn()
    const { data } = (await ann.upload({ filename: 'tool.exe', content: 'x' })).body
    await t.settings({ mimetypes_blacklist: 'exe' })
    const body = { name: 'better.exe', type: 'file' }
    const reply = await ann.send('PATCH', `/api/rename/${data.id}`, body)
    await t.settings({ mimetypes_blacklist: '' })
    expect(reply.status).toBe(200)
  })

  it('over the size limit before its bytes are sent; a limit of 0 means no limit', async () => {
    const ann = await t.signIn()
    await t.settings({ upload_limit: 1000 })
    const declared = await ann.upload({
      filename: 'a.bin',
      content: 'x',
      size: 1001,
      is_last: false,
      offset: 0,
      upload_id: randomUUID(),
    })
    const undeclared = await ann.upload({ filename: 'a.bin', content: bytes(1001) })
    await t.settings({ upload_limit: 0 })
    expect([declared.status, declared.body.detail]).toEqual([413, 'Files can be up to 1 kB.'])
    expect(undeclared.body.code).toBe('upload.too_large')
    expect((await ann.upload({ filename: 'a.bin', content: bytes(1001) })).status).toBe(201)
  })

  it('over the quota, for any number of concurrent uploads', async () => {
    const ann = await t.signIn()
    await t.limitStorage(ann.userId, 1_000_000)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ann.upload({ filename: `${index}.bin`, content: bytes(400_000) }),
      ),
    )
    expect(replies.filter(reply => reply.status === 201)).toHaveLength(2)
    expect(replies.filter(reply => reply.body.code === 'upload.quota_exceeded')).toHaveLength(8)
    expect(await t.storage(ann.userId)).toMatchObject({ used_bytes: 800_000, reserved_bytes: 0 })
  })

  it('against the quota that another upload reserves from its first chunk on', async () => {
    const ann = await t.signIn()
    await t.limitStorage(ann.userId, 1_000_000)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => chunked(ann, bytes(300_000)).send(0, 100_000)),
    )
    expect(replies.filter(reply => reply.status === 200)).toHaveLength(3)
    expect(replies.filter(reply => reply.status === 423)).toHaveLength(7)
  })

  // P1
  // P2
  // P4
  it.each(['..', '.', 'a/b', '/etc/passwd', 'a\u0000b', 'a\r\nb: c', 'é'.repeat(150)])(
    'for a file named %j',
    async filename => {
      const ann = await t.signIn()
      const reply = await ann.upload({ filename })
      expect([reply.status, reply.body.code]).toEqual([422, 'item.name_invalid'])
    },
  )

  // P1
  it.each(['../../x', 'a/../b/x', 'a//x', './x'])('for a path of %j', async path => {
    const ann = await t.signIn()
    expect((await ann.upload({ path })).body.code).toBe('item.name_invalid')
    expect(await ann.names()).toEqual([])
  })

  // P5
  it('into folders of other users', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const { body } = await ann.send('POST', '/api/create-folder', { name: 'Private' })
    const into = (parent_id: string) => eve.upload({ filename: 'x.txt', parent_id })
    const hidden = await into(body.data.id)
    const missing = await into(randomUUID())
    expect([hidden.status, hidden.body.code]).toEqual([404, 'item.not_found'])
    expect({ ...hidden.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
  })

  it('without leftovers when its client disconnects', async () => {
    const ann = await t.signIn()
    const abort = new AbortController()
    const body = new ReadableStream({
      start(controller) {
        const head =
          '--b\r\nContent-Disposition: form-data; name="filename"\r\n\r\nx.bin\r\n--b\r\nContent-Disposition: form-data; name="is_last"\r\n\r\ntrue\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'
        controller.enqueue(new TextEncoder().encode(`${head}some bytes`))
        setImmediate(() => abort.abort())
      },
    })
    const request = ann.fetch('/api/upload', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
      signal: abort.signal,
      duplex: 'half',
    })
    await expect(request).rejects.toThrow()
    expect(await ann.names()).toEqual([])
  })
})

it('names the owner’s quota to guests and members, and their own quota to owners', async () => {
  const ann = await t.signIn()
  const member = await t.signIn()
  const { folder, share } = sharingBy(ann)
  const token = await share(await folder('Shared'), { permission: 'editor' })
  const { id: parent_id } = await makeTeamWith(ann, 'Team', [[member, 'can_edit']])
  await t.limitStorage(ann.userId, 50)
  const uploadError = async (client: TestClient, more: UploadFields, path?: string) => {
    const { status, body } = await client.upload({ content: bytes(100), ...more }, path)
    return [status, body.code, body.detail]
  }
  const firstChunk = { upload_id: randomUUID(), offset: 0, size: 200, is_last: false }
  const quotaExceeded = [423, 'upload.quota_exceeded']
  const guestError = [
    ...quotaExceeded,
    expect.stringMatching(/^The owner of this folder is out of storage/),
  ]
  expect(await uploadError(t.anonymous(), {}, `/api/sharing/upload/${token}`)).toEqual(guestError)
  expect(await uploadError(member, { parent_id })).toEqual(guestError)
  expect(await uploadError(member, { parent_id, ...firstChunk })).toEqual(guestError)
  expect(await uploadError(ann, {})).toEqual([
    ...quotaExceeded,
    expect.stringMatching(/^Your storage is full/),
  ])
  const large = (await member.upload({ filename: 'own.bin', content: bytes(100) })).body.data
  const copied = await member.send('POST', '/api/copy', {
    to_id: parent_id,
    items: [{ id: large.id, type: 'file' }],
  })
  expect([copied.status, copied.body.code, copied.body.detail]).toEqual(guestError)
})
