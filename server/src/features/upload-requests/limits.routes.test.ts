import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytes } from '../../../test/contents.ts'
import { footprintOf, tryOften } from '../../../test/footprint.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFolders } from '../../../test/seed-folders.ts'
import { folderOf, requestPath, uploadRequestApi } from '../../../test/upload-request-api.ts'
import { endOverdue } from './index.ts'

const t = await openTestApp()
const ann = await t.signIn()
const asking = uploadRequestApi(t, ann)

describe('the limits of a request', () => {
  it('hold while many guests send concurrently', async () => {
    const request = await asking.ask({ max_files: 3, max_bytes: 1000 })
    const { token } = request.attributes
    const guests = await Promise.all(Array.from({ length: 8 }, () => asking.requestGuestId(token)))
    const replies = await Promise.all(
      guests.map(guest => asking.send(guest, token, { content: 'x' })),
    )
    const statuses = replies.map(reply => reply.status).sort()
    expect(statuses).toEqual([201, 201, 201, 423, 423, 423, 423, 423])
    expect(await ann.names(folderOf(request))).toHaveLength(3)
    const { received_files, received_bytes } = (
      await ann.send('GET', `/api/file-requests/${request.id}`)
    ).body.data.attributes
    expect([received_files, received_bytes]).toEqual([3, 3])
  })

  it('accept as many files of a batch as fit', async () => {
    const request = await asking.ask({ max_bytes: 10 })
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    const names = ['a.txt', 'b.txt', 'c.txt']
    const form = new FormData()
    form.set('manifest', JSON.stringify(names.map(filename => ({ filename, size: 4 }))))
    for (const name of names) form.append('file', new Blob(['1234']), name)
    const { body } = await guest.send('POST', `${requestPath(token)}/upload/batch`, form)
    const codes = body.data.map((one: { problem: { code: string } | null }) => one.problem?.code)
    expect(codes).toEqual([undefined, undefined, 'upload_request.full'])
    expect((await asking.detail(token, guest)).bytes_left).toBe(2)
  })

  it('include a thousand folders, by themselves or as paths of files', async () => {
    const bob = await t.signIn()
    const request = await asking.ask({}, bob)
    const { token } = request.attributes
    const names = Array.from({ length: 499 }, (_, index) => `${index}`)
    await seedFolders(t.deps, bob.userId, names, folderOf(request))
    await t.deps.db
      .updateTable('items')
      .set({ guest_id: randomUUID() })
      .where('owner_id', '=', bob.userId)
      .where('id', 'not in', [bob.userId, folderOf(request)])
      .execute()
    const guest = await asking.requestGuestId(token)
    const create = (name: string) =>
      guest.send('POST', `${requestPath(token)}/create-folder`, { name })
    const upload = (folder: string) =>
      asking.send(guest, token, { filename: 'a.txt', path: `${folder}/a.txt` })
    expect([(await create('one')).status, (await upload('two')).status]).toEqual([201, 201])
    for (const { status, body } of [await create('three'), await upload('three')])
      expect([status, body.code]).toEqual([423, 'upload_request.full'])
    // Existing folders still take files.
    expect((await upload('two')).status).toBe(201)
    expect((await bob.send('POST', '/api/create-folder', { name: 'own' })).status).toBe(201)
  })

  describe('that are reached in number of files', () => {
    type Sent = { filename: string; content: string; on_conflict?: string; path?: string }
    const first: Sent = { filename: 'a.txt', content: 'first', path: 'sub/a.txt' }
    const again: Sent = { ...first, content: 'again', on_conflict: 'replace' }

    /** A guest who has sent all the files that a request accepts. */
    async function fullRequest() {
      const { token } = (await asking.ask({ max_files: 1 })).attributes
      const guest = await asking.requestGuestId(token)
      const { id } = (await asking.send(guest, token, first)).body.data
      return { token, guest, id }
    }
    type Full = Awaited<ReturnType<typeof fullRequest>>

    async function sendBatch({ guest, token }: Full, ...files: Sent[]) {
      const form = new FormData()
      const manifest = files.map(({ content, ...file }) => ({ ...file, size: content.length }))
      form.set('manifest', JSON.stringify(manifest))
      for (const { content, filename } of files) form.append('file', new Blob([content]), filename)
      const { body } = await guest.send('POST', `${requestPath(token)}/upload/batch`, form)
      return body.data.map(
        (one: { item: { id: string } | null; problem: { code: string } | null }) =>
          one.item?.id ?? one.problem?.code,
      )
    }
    async function send({ guest, token }: Full, file: Sent) {
      const { body } = await asking.send(guest, token, file)
      return body.data?.id ?? body.code
    }
    async function sendChunks({ guest, token }: Full, { content, ...file }: Sent) {
      const common = { ...file, upload_id: randomUUID(), size: content.length }
      const start = { ...common, offset: 0, is_last: false, content: content.slice(0, 2) }
      const begun = await asking.send(guest, token, start)
      if (begun.status !== 200) return begun.body.code
      const { body } = await asking.send(guest, token, {
        ...common,
        offset: 2,
        content: content.slice(2),
      })
      return body.data?.id ?? body.code
    }

    it.each<[string, (full: Full, file: Sent) => Promise<string>]>([
      ['in one request', send],
      ['in chunks', sendChunks],
      ['in a batch', async (full, file) => (await sendBatch(full, file))[0]],
    ])('let their guest replace a file %s, and add none', async (_, sendFile) => {
      const full = await fullRequest()
      expect(await sendFile(full, again)).toBe(full.id)
      expect((await asking.detail(full.token, full.guest)).sent_files).toBe(1)
      const stranger = { ...full, guest: await asking.requestGuestId(full.token) }
      for (const [sender, file] of [
        [full, { ...again, filename: 'b.txt', path: 'sub/b.txt' }],
        [full, { ...first, on_conflict: 'rename' }],
        [stranger, again],
      ] as const)
        expect(await sendFile(sender, file)).toBe('upload_request.full')
    })

    it('take what replaces a file beside what adds one', async () => {
      const full = await fullRequest()
      const added = { filename: 'b.txt', content: 'b' }
      expect(await sendBatch(full, added, again)).toEqual(['upload_request.full', full.id])
    })

    it('report before the upload which files can only replace others', async () => {
      const { token, guest } = await fullRequest()
      const entries = [
        { filename: 'a.txt', path: 'sub/a.txt', size: 1 },
        { filename: 'b.txt', size: 1 },
      ]
      const path = `${requestPath(token)}/upload/preflight`
      const { data } = (await guest.send('POST', path, { entries })).body
      const indexesOf = (rows: { index: number }[]) => rows.map(({ index }) => index)
      expect(indexesOf(data.conflicts)).toEqual([0])
      expect(indexesOf(data.refused)).toEqual([1])
    })
  })

  it('apply to extensions, also on rename', async () => {
    const { token } = (await asking.ask({ allowed_types: ['pdf', 'jpg'] })).attributes
    const guest = await asking.requestGuestId(token)
    const rejected = await asking.send(guest, token, { filename: 'a.txt' })
    expect([rejected.status, rejected.body.code]).toEqual([422, 'upload_request.type_not_allowed'])
    expect(rejected.body.detail).toContain('.pdf, .jpg')
    const { id } = (await asking.send(guest, token, { filename: 'A.PDF' })).body.data
    const renamed = await guest.send('PATCH', `${requestPath(token)}/rename/${id}`, {
      name: 'a.exe',
      type: 'file',
    })
    expect(renamed.body.code).toBe('upload_request.type_not_allowed')
  })
})

describe('chunks for a request', () => {
  const LIMIT_BYTES = 100_000
  const begin = (content: Uint8Array<ArrayBuffer>, more: object = {}) => ({
    filename: 'x.bin',
    upload_id: randomUUID(),
    offset: 0,
    is_last: false,
    content,
    ...more,
  })
  async function limited(limits: object) {
    const request = await asking.ask(limits)
    const { token } = request.attributes
    const before = await footprintOf(t, ann.userId)
    const footprint = () => footprintOf(t, ann.userId)
    return { request, token, before, footprint, guest: await asking.requestGuestId(token) }
  }
  const close = (id: string) => ann.send('DELETE', `/api/file-requests/${id}`)

  it('are rejected beyond its size, whatever they declare, and leave nothing', async () => {
    const { token, guest, before, footprint } = await limited({ max_bytes: LIMIT_BYTES })
    const replies = await tryOften(index =>
      asking.send(guest, token, begin(bytes(2 * LIMIT_BYTES), index % 2 ? { size: 300_000 } : {})),
    )
    for (const { status, body } of replies)
      expect([status, body.code]).toEqual([423, 'upload_request.full'])
    expect(await footprint()).toEqual(before)
  })

  it('count together with other unfinished uploads', async () => {
    const { token, guest } = await limited({ max_bytes: LIMIT_BYTES })
    const first = begin(bytes(60_000))
    expect((await asking.send(guest, token, first)).status).toBe(200)
    const other = await asking.requestGuestId(token)
    const rejected = await asking.send(other, token, begin(bytes(60_000)))
    expect([rejected.status, rejected.body.code]).toEqual([423, 'upload_request.full'])
    const rest = { ...first, offset: 60_000, content: bytes(40_000), is_last: true }
    expect((await asking.send(guest, token, rest)).status).toBe(201)
    expect((await asking.detail(token, guest)).bytes_left).toBe(0)
  })

  it('are limited in number of files', async () => {
    const { request, token, guest, before, footprint } = await limited({ max_files: 2 })
    const replies = await tryOften(() => asking.send(guest, token, begin(bytes(10))))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect((await footprint()).reserved).toBe(20)
    await close(request.id)
    await t.runJobs()
    expect(await footprint()).toEqual(before)
  })

  it('are not counted as files while they are buffered until their fields arrive', async () => {
    const { token, guest } = await limited({ max_files: 1 })
    const content = bytes(1_200_000)
    const fields = { filename: 'x.bin', upload_id: randomUUID(), size: 2 * content.length }
    const send = (offset: number) => {
      const form = new FormData()
      form.set('file', new Blob([content]), 'blob')
      const is_last = offset > 0
      for (const [name, value] of Object.entries({ ...fields, offset, is_last }))
        form.set(name, String(value))
      return guest.send('POST', `${requestPath(token)}/upload/chunks`, form)
    }
    expect((await send(0)).status).toBe(200)
    expect((await send(content.length)).status).toBe(201)
  })

  it.each([
    ['is closed', (id: string) => close(id)],
    [
      'is finished',
      (_: string, token: string) =>
        t.anonymous().send('DELETE', requestPath(token), { email: null }),
    ],
    ['has expired', async () => t.advance(100 * 3_600_000)],
  ])('are deleted with their reservations once the request %s', async (_, end) => {
    const { request, token, guest, before, footprint } = await limited({})
    await tryOften(() => asking.send(guest, token, begin(bytes(1000))))
    expect((await footprint()).reserved - before.reserved).toBe(100_000)
    await end(request.id, token)
    await endOverdue(t.deps)
    await t.runJobs()
    expect(await footprint()).toEqual(before)
  })
})
