import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { bytes, checksum } from '../../../test/contents.ts'
import { footprintOf, tryOften } from '../../../test/footprint.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient, UploadFields } from '../../../test/test-client.ts'
import { clearStaleUploads } from './index.ts'

const t = await openTestApp()
const full = await openTestApp({ config: { diskReserveBytes: Number.MAX_SAFE_INTEGER } })

const LARGE_BYTES = 1_200_000
const QUOTA_BYTES = 10_000_000

/** Signs in an owner and creates a share of one of their folders with the given permission. */
async function linked(permission: 'visitor' | 'editor') {
  const ann = await t.signIn()
  await t.limitStorage(ann.userId, QUOTA_BYTES)
  const { folder, share } = sharingBy(ann)
  const top = await folder('Shared')
  const token = await share(top, { permission })
  const path = `/api/sharing/upload/${token}`
  const footprint = () => footprintOf(t, ann.userId)
  return { ann, top, token, path, footprint, before: await footprint() }
}

/** A form as older clients send it: the file comes before the fields. */
function uploadFileFirst(
  client: TestClient,
  path: string,
  content: Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  form.set('file', new Blob([content]), 'blob')
  for (const [name, value] of Object.entries({ filename: 'first.bin', is_last: 'true', ...fields }))
    form.set(name, value)
  return client.send('POST', path, form)
}

const codesOf = (replies: { status: number; body: { code?: string } }[]) => [
  ...new Set(replies.map(({ status, body }) => `${status} ${body.code}`)),
]

const revoke = (owner: TestClient, token: string) =>
  owner.send('DELETE', '/api/share/revoke', { tokens: [token] })

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const FILE_HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
const FORM_END = '\r\n--b--\r\n'

/** Sends the beginning of a form's file, and the rest on demand. */
function stall(path: string, content: Uint8Array, fields = '', fileBytes = 99_000_000) {
  const { hostname, port } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  const length = fields.length + FILE_HEAD.length + fileBytes + FORM_END.length
  const answer = new Promise<string>(resolve => {
    socket.once('data', data => resolve(data.toString('latin1').slice(0, 12)))
    socket.once('close', () => resolve('closed'))
    socket.on('error', () => undefined)
  })
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: here\r\nX-Requested-With: XMLHttpRequest\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n` +
      fields +
      FILE_HEAD,
  )
  socket.write(content)
  return {
    answer,
    close: () => socket.destroy(),
    finish(rest: Uint8Array) {
      socket.write(rest)
      socket.write(FORM_END)
    },
  }
}

describe('a file that comes before the fields of its form', () => {
  it('is rejected before a byte is stored when the guest may only view', async () => {
    const { path, footprint, before } = await linked('visitor')
    const guest = t.anonymous()
    const replies = await tryOften(() => uploadFileFirst(guest, path, bytes(100_000)))
    expect(codesOf(replies)).toEqual(['403 auth.forbidden'])
    expect(await footprint()).toEqual(before)
    const stalled = stall(path, bytes(LARGE_BYTES))
    expect(await stalled.answer).toBe('HTTP/1.1 403')
    expect(await footprint()).toEqual(before)
    stalled.close()
  })

  it('is buffered four times at once for all guests of an owner', async () => {
    const { ann, path, footprint } = await linked('editor')
    const { folder, share } = sharingBy(ann)
    const otherToken = await share(await folder('Other'), { permission: 'editor' })
    const paths = [path, `/api/sharing/upload/${otherToken}`]
    const before = await footprint()
    const answers: string[] = []
    const stalled = Array.from({ length: 100 }, (_, index) =>
      stall(paths[index % 2] ?? path, bytes(LARGE_BYTES)),
    )
    for (const { answer } of stalled) void answer.then(line => answers.push(line))
    await expect.poll(() => answers.length).toBe(96)
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 429']))
    // The last part of each is still in memory.
    await expect.poll(async () => (await footprint()).bytes - before.bytes).toBeGreaterThan(0)
    const { files, bytes: stored, ...rows } = await footprint()
    expect(files - before.files).toBeLessThanOrEqual(4)
    expect(stored - before.bytes).toBeLessThanOrEqual(4 * LARGE_BYTES)
    expect({ ...before, ...rows }).toEqual(before)
    // The owner has a limit of their own.
    const own = await uploadFileFirst(ann, '/api/upload', bytes(LARGE_BYTES), { filename: '' })
    expect(own.status).toBe(422)
    for (const { close } of stalled) close()
    await expect.poll(footprint).toEqual(before)
    for (const guestPath of paths)
      expect((await uploadFileFirst(t.anonymous(), guestPath, bytes(LARGE_BYTES))).status).toBe(201)
  })

  it('leaves nothing when its form is invalid', async () => {
    const { path, footprint, before } = await linked('editor')
    const replies = await tryOften(() =>
      uploadFileFirst(t.anonymous(), path, bytes(LARGE_BYTES), { filename: '' }),
    )
    const statuses = new Set(replies.map(({ status }) => status))
    expect([422, 429]).toEqual(expect.arrayContaining([...statuses]))
    expect(await footprint()).toEqual(before)
  })

  it('is rejected when the disk is full', async () => {
    const ann = await full.signIn()
    const before = await footprintOf(full, ann.userId)
    const reply = await uploadFileFirst(ann, '/api/upload', bytes(LARGE_BYTES))
    expect([reply.status, reply.body.code]).toEqual([507, 'storage.full'])
    expect(await footprintOf(full, ann.userId)).toEqual(before)
  })

  it('is charged to the owner of its folder, not to a sender whose storage is full', async () => {
    const owner = await t.signIn()
    const member = await t.signIn()
    const team = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
    await member.upload({ filename: 'own.bin', content: bytes(100) })
    await t.limitStorage(member.userId, 100)
    const content = bytes(LARGE_BYTES)
    const send = (parent_id: string) =>
      uploadFileFirst(member, '/api/upload', content, { parent_id })
    expect((await send(team.id)).status).toBe(201)
    expect(await footprintOf(t, owner.userId)).toMatchObject({ used: LARGE_BYTES, reserved: 0 })
    expect(await footprintOf(t, member.userId)).toMatchObject({ used: 100, reserved: 0 })
    await t.limitStorage(owner.userId, LARGE_BYTES)
    const full = await send(team.id)
    expect([full.status, full.body.code]).toEqual([423, 'upload.quota_exceeded'])
    expect((await send(member.userId)).status).toBe(423)
  })

  it.each(['owner', 'guest'])('fits exactly as the last chunk of a file of the %s', async kind => {
    const { ann, path, footprint } = await linked('editor')
    await t.limitStorage(ann.userId, 2 * LARGE_BYTES)
    const [sender, target] = kind === 'owner' ? [ann, '/api/upload'] : [t.anonymous(), path]
    const fields = { upload_id: randomUUID(), size: `${2 * LARGE_BYTES}` }
    const send = (offset: number, is_last: string) =>
      uploadFileFirst(sender, target, bytes(LARGE_BYTES), {
        ...fields,
        offset: `${offset}`,
        is_last,
      })
    expect((await send(0, 'false')).status).toBe(200)
    expect((await send(LARGE_BYTES, 'true')).status).toBe(201)
    expect(await footprint()).toMatchObject({ used: 2 * LARGE_BYTES, reserved: 0 })
  })

  it('becomes a file when the guest may edit', async () => {
    const { ann, path, footprint, before } = await linked('editor')
    for (const size of [10, 6_000_000]) {
      const content = bytes(size)
      const reply = await uploadFileFirst(t.anonymous(), path, content)
      expect(reply.status).toBe(201)
      expect(Buffer.from(await ann.download(reply.body.data)).equals(content)).toBe(true)
    }
    expect(await footprint()).toMatchObject({
      files: before.files + 2,
      used: 6_000_010,
      reserved: 0,
    })
  })
})

describe('rejected chunks', () => {
  it('leave nothing when the size was not declared and the checksum is wrong', async () => {
    const { path, footprint, before } = await linked('editor')
    const guest = t.anonymous()
    const replies = await tryOften(() =>
      guest.upload(
        {
          filename: 'x.bin',
          upload_id: randomUUID(),
          offset: 0,
          is_last: false,
          content: bytes(100_000),
          checksum: checksum('something else'),
        },
        path,
      ),
    )
    expect(codesOf(replies)).toEqual(['422 upload.checksum_mismatch'])
    expect(await footprint()).toEqual(before)
  })

  it('are truncated to the acknowledged bytes', async () => {
    const ann = await t.signIn()
    const before = await footprintOf(t, ann.userId)
    const send = (offset: number, more: UploadFields) =>
      ann.upload({ filename: 'x.bin', upload_id, offset, is_last: false, ...more })
    const upload_id = randomUUID()
    await send(0, { content: bytes(1000) })
    for (let tries = 0; tries < 20; tries += 1)
      await send(1000, { content: bytes(LARGE_BYTES), checksum: checksum('something else') })
    const { bytes: stored, reserved } = await footprintOf(t, ann.userId)
    expect([stored - before.bytes, reserved]).toEqual([1000, 1000])
    const last = bytes(500)
    const finished = await send(1000, { content: last, checksum: checksum(last), is_last: true })
    expect(finished.body.data.attributes.size_bytes).toBe(1500)
    expect(await footprintOf(t, ann.userId)).toMatchObject({ used: 1500, reserved: 0 })
  })

  it('leave nothing when the client disconnects', async () => {
    const { path, footprint, before } = await linked('editor')
    const fields = field('filename', 'x.bin') + field('is_last', 'false')
    const started = Array.from({ length: 4 }, () =>
      stall(path, bytes(LARGE_BYTES), fields + field('upload_id', randomUUID())),
    )
    await expect.poll(async () => (await footprint()).uploads).toBe(before.uploads + 4)
    for (const { close } of started) close()
    await expect.poll(footprint).toEqual(before)
  })

  it('leave nothing when the name is taken and the conflict rule is skip', async () => {
    const { path, footprint } = await linked('editor')
    const guest = t.anonymous()
    await guest.upload({ filename: 'taken.bin' }, path)
    const before = await footprint()
    const skipped = { filename: 'taken.bin', on_conflict: 'skip' }
    const small = await tryOften(() => guest.upload({ ...skipped, content: bytes(9000) }, path))
    const inChunks = await tryOften(async () => {
      const upload = { ...skipped, upload_id: randomUUID(), content: bytes(9000) }
      await guest.upload({ ...upload, is_last: false }, path)
      return guest.upload({ ...upload, offset: 9000 }, path)
    })
    expect(codesOf([...small, ...inChunks])).toEqual(['409 item.name_taken'])
    expect(await footprint()).toEqual(before)
  })

  it('do not count when they have no id and their folder was deleted meanwhile', async () => {
    const { ann, top, path, footprint } = await linked('editor')
    const inner = (await ann.send('POST', '/api/create-folder', { name: 'Inner', parent_id: top }))
      .body.data.id
    const content = bytes(LARGE_BYTES)
    const form = field('filename', 'x.bin') + field('is_last', 'true') + field('parent_id', inner)
    const before = await footprint()
    const started = stall(path, content.slice(0, 1_000_000), form, LARGE_BYTES)
    await expect.poll(async () => (await footprint()).uploads).toBe(before.uploads + 1)
    const folder = { id: inner, type: 'folder' }
    await ann.send('POST', '/api/remove', { items: [folder] })
    started.finish(content.slice(1_000_000))
    expect(await started.answer).toBe('HTTP/1.1 409')
    expect(await footprint()).toEqual(before)
    await ann.send('POST', '/api/trash/restore', { items: [folder] })
    const again = await t.anonymous().upload({ filename: 'x.bin', content, parent_id: inner }, path)
    expect(again.body.data.attributes.size_bytes).toBe(LARGE_BYTES)
  })
})

describe('a size that a guest declares', () => {
  it('reserves only received bytes, and nothing once the link has ended', async () => {
    const { ann, token, path, footprint, before } = await linked('editor')
    const guest = t.anonymous()
    const replies = await tryOften(index =>
      guest.upload(
        {
          filename: `${index}.bin`,
          upload_id: randomUUID(),
          offset: 0,
          size: QUOTA_BYTES / 2,
          is_last: false,
          content: 'x',
        },
        path,
      ),
    )
    expect(codesOf(replies)).toEqual(['200 undefined'])
    expect((await footprint()).reserved).toBe(replies.length)
    const own = await ann.upload({ filename: 'own.bin', content: bytes(8_000_000) })
    expect(own.status).toBe(201)
    const { data } = (await ann.send('GET', '/api/user/storage')).body
    expect(data.attributes).toMatchObject({ reserved: '100 B', reserved_bytes: 100 })
    await revoke(ann, token)
    await t.runJobs()
    const after = await footprint()
    expect({ ...after, files: after.files - 1, bytes: after.bytes - 8_000_000 }).toEqual({
      ...before,
      // The owner's own upload is kept for a while.

      used: 8_000_000,
      uploads: before.uploads + 1,
      items: before.items + 1,
      blobs: before.blobs + 1,
    })
  })

  it('is rejected at once when it exceeds the quota', async () => {
    const { path, footprint, before } = await linked('editor')
    const declared = { filename: 'x.bin', upload_id: randomUUID(), offset: 0, is_last: false }
    const reply = await t.anonymous().upload({ ...declared, size: QUOTA_BYTES + 1 }, path)
    expect([reply.status, reply.body.code]).toEqual([423, 'upload.quota_exceeded'])
    expect(await footprint()).toEqual(before)
  })

  it.each([
    [
      'expires',
      (owner: TestClient, token: string) => sharingBy(owner).change(token, { expiration: 1 }),
    ],
    [
      'becomes read-only',
      (owner: TestClient, token: string) =>
        sharingBy(owner).change(token, { permission: 'visitor' }),
    ],
  ])('is released when the link %s', async (_, end) => {
    const { ann, token, path, footprint, before } = await linked('editor')
    const firstChunk = { filename: 'x.bin', upload_id: randomUUID(), offset: 0, is_last: false }
    await t.anonymous().upload({ ...firstChunk, content: bytes(5000) }, path)
    await end(ann, token)
    t.advance(2 * 3_600_000)
    await t.runJobs()
    await clearStaleUploads(t.deps)
    expect(await footprint()).toEqual(before)
  })

  it('applies to team members too and ends with their membership', async () => {
    const owner = await t.signIn()
    const member = await t.signIn()
    const team = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
    await t.limitStorage(owner.userId, QUOTA_BYTES)
    const before = await footprintOf(t, owner.userId)
    const firstChunk = { filename: 'x.bin', upload_id: randomUUID(), offset: 0, is_last: false }
    await member.upload({ ...firstChunk, parent_id: team.id, size: QUOTA_BYTES, content: 'x' })
    expect((await footprintOf(t, owner.userId)).reserved).toBe(1)
    await clearStaleUploads(t.deps)
    expect((await footprintOf(t, owner.userId)).reserved).toBe(1)
    await member.send('DELETE', `/api/teams/folders/${team.id}/leave`)
    await clearStaleUploads(t.deps)
    expect(await footprintOf(t, owner.userId)).toEqual(before)
  })
})

it('an abandoned upload whose store is gone does not keep the others', async () => {
  const ann = await t.signIn()
  const start = { offset: 0, is_last: false, size: 2, content: 'x' }
  for (const filename of ['a.txt', 'b.txt', 'c.txt'])
    await ann.upload({ ...start, filename, upload_id: randomUUID() })
  await t.deps.db.updateTable('uploads').set({ store: 99 }).where('name', '=', 'a.txt').execute()
  t.advance(2 * 86_400_000)
  await expect(clearStaleUploads(t.deps)).rejects.toThrow('storage.unavailable')
  expect(await t.deps.db.selectFrom('uploads').select('name').execute()).toEqual([])
})
