import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import {
  folderOf,
  namesOf,
  requestPath,
  uploadRequestApi,
} from '../../../test/upload-request-api.ts'
import { guestKeyOf } from './guests.service.ts'

const t = await openTestApp()
const ann = await t.signIn()
const asking = uploadRequestApi(t, ann)

describe('a received file', () => {
  it('lies in the request’s folder and counts toward the owner’s quota', async () => {
    const bob = await t.signIn()
    const request = await asking.ask({}, bob)
    const guest = await asking.requestGuestId(request.attributes.token)
    const reply = await asking.send(guest, request.attributes.token, {
      filename: 'a.txt',
      content: '1234',
    })
    expect(reply.status).toBe(201)
    expect(reply.body.data.attributes).toMatchObject({
      name: 'a.txt',
      parent_id: folderOf(request),
    })
    expect(reply.body.data.relationships.creator.data).toBeNull()
    expect(await bob.names(folderOf(request))).toEqual(['a.txt'])
    expect((await t.storage(bob.userId)).used_bytes).toBe(4)
    const { body } = await bob.send('GET', `/api/file-requests/${request.id}`)
    expect(body.data.attributes).toMatchObject({ received_files: 1, received_bytes: 4 })
    await t.limitStorage(bob.userId, 5)
    const more = await asking.send(guest, request.attributes.token, { content: '12' })
    expect([more.status, more.body.code]).toEqual([423, 'upload.quota_exceeded'])
  })

  it('can be sent under either prefix, in chunks or as a batch, and viewed again', async () => {
    const { token } = (await asking.ask()).attributes
    const guest = await asking.requestGuestId(token)
    const upload_id = randomUUID()
    const piece = { filename: 'big.bin', upload_id, size: 6 }
    const path = `/api/upload-request/${token}/upload/chunks`
    await guest.upload({ ...piece, offset: 0, is_last: false, content: 'abc' }, path)
    const uploadReply = await guest.send('GET', `${requestPath(token)}/upload/${upload_id}`)
    expect(uploadReply.body.data.attributes.received_bytes).toBe(3)
    await guest.upload({ ...piece, offset: 3, content: 'def' }, path)
    const manifest = JSON.stringify(
      ['x', 'y'].map(filename => ({ filename: `${filename}.txt`, size: 7 })),
    )
    const form = new FormData()
    form.set('manifest', manifest)
    for (const name of ['x', 'y']) form.append('file', new Blob(['content']), name)
    const batch = await guest.send('POST', `${requestPath(token)}/upload/batch`, form)
    expect(batch.status).toBe(200)
    const shown = (await guest.send('GET', `/api/upload-request/${token}/browse/1?sort=name`)).body
    expect(namesOf(shown).sort()).toEqual(['big.bin', 'x.txt', 'y.txt'])
    const big = shown.data.find((item: { attributes: { name: string } }) =>
      item.attributes.name.startsWith('big'),
    )
    expect(big.attributes.file_url).toBe(`/file/${big.id}/upload-request/${token}`)
    expect(Buffer.from(await guest.download(big)).toString()).toBe('abcdef')
  })

  it('can be renamed, moved and permanently deleted by its sender', async () => {
    const bob = await t.signIn()
    const request = await asking.ask({ max_files: 1 }, bob)
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    const { id } = (await asking.send(guest, token, { filename: 'wrong.txt', content: '1234' }))
      .body.data
    const folder = (
      await guest.send('POST', `${requestPath(token)}/create-folder`, { name: 'Box' })
    ).body.data
    const renamed = await guest.send('POST', `${requestPath(token)}/rename/${id}`, {
      _method: 'patch',
      name: 'right.txt',
      type: 'file',
    })
    expect(renamed.body.data.attributes.name).toBe('right.txt')
    const items = [{ id, type: 'file' }]
    await guest.send('POST', `${requestPath(token)}/move`, { to_id: folder.id, items })
    expect(namesOf(await asking.listed(guest, token, folder.id))).toEqual(['right.txt'])
    const removed = await guest.send('POST', `${requestPath(token)}/remove`, {
      items: [{ id: folder.id, type: 'folder', force_delete: true }],
    })
    expect(removed.body.meta).toEqual({ changed: 1, skipped: 0 })
    expect((await bob.send('GET', '/api/browse/trash/all')).body.data).toEqual([])
    expect((await t.storage(bob.userId)).used_bytes).toBe(0)
    expect((await asking.detail(token, guest)).sent_files).toBe(0)
    // The deleted file has freed the capacity.
    expect((await asking.send(guest, token)).status).toBe(201)
  })

  it('keeps files that others put into a guest’s folder when the guest deletes it', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    const box = (await guest.send('POST', `${requestPath(token)}/create-folder`, { name: 'Box' }))
      .body.data
    await asking.send(guest, token, { filename: 'mine.txt', parent_id: box.id })
    await ann.upload({ filename: 'hers.txt', parent_id: box.id })
    await guest.send('POST', `${requestPath(token)}/remove`, {
      items: [{ id: box.id, type: 'folder' }],
    })
    expect(await ann.names(folderOf(request))).toEqual(['hers.txt'])
    const counted = await ann.send('GET', `/api/items/${folderOf(request)}`)
    expect(counted.body.data.attributes.items).toBe(1)
  })

  const toHome = async (filename: string) => (await ann.upload({ filename })).body.data
  const transfer = (action: 'move' | 'copy', id: string, to_id: string) =>
    ann.send('POST', `/api/${action}`, {
      to_id,
      items: [{ id, type: 'file' }],
      on_conflict: 'replace',
    })

  it.each<[string, (folderId: string, sentId: string) => Promise<unknown>]>([
    [
      'uploads',
      folderId => ann.upload({ filename: 'a.txt', parent_id: folderId, on_conflict: 'replace' }),
    ],
    ['moves', async folderId => transfer('move', (await toHome('a.txt')).id, folderId)],
    ['copies', async folderId => transfer('copy', (await toHome('a.txt')).id, folderId)],
    [
      'restores',
      async (_folderId, sentId) => {
        const path = `/api/items/${sentId}/versions`
        const { body } = await ann.send('GET', path)
        return ann.send('POST', `${path}/${body.data[1].id}/restore`)
      },
    ],
  ])('is no longer its sender’s once the owner %s other content over it', async (_, replace) => {
    const request = await asking.ask()
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    const { id } = (await asking.send(guest, token, { filename: 'a.txt' })).body.data
    await asking.send(guest, token, { filename: 'a.txt', on_conflict: 'replace' })
    await replace(folderOf(request), id)
    expect(namesOf(await asking.listed(guest, token))).toEqual([])
    for (const { status } of [
      await guest.send('GET', `/file/${id}/upload-request/${token}`),
      await guest.send('POST', `${requestPath(token)}/remove`, { items: [{ id, type: 'file' }] }),
    ])
      expect(status).toBe(404)
    expect(await ann.names(folderOf(request))).toEqual(['a.txt'])
    expect(
      (await ann.send('GET', `/api/items/${id}`)).body.data.attributes.versions,
    ).toBeGreaterThan(0)
    expect((await asking.detail(token, guest)).sent_files).toBe(1)
  })

  it('stays its sender’s when they replace it', async () => {
    const { token } = (await asking.ask()).attributes
    const guest = await asking.requestGuestId(token)
    const { id } = (await asking.send(guest, token, { filename: 'a.txt' })).body.data
    const again = { filename: 'a.txt', content: 'again', on_conflict: 'replace' }
    expect((await asking.send(guest, token, again)).body.data.id).toBe(id)
    const [file] = (await asking.listed(guest, token)).data
    expect(Buffer.from(await guest.download(file)).toString()).toBe('again')
  })
})

// S12
describe('two guests of one request', () => {
  it('cannot see, count, read or change each other’s files', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const firstGuest = await asking.requestGuestId(token)
    const secondGuest = await asking.requestGuestId(token)
    const folder = (
      await firstGuest.send('POST', `${requestPath(token)}/create-folder`, { name: 'Ones' })
    ).body.data
    const file = (
      await asking.send(firstGuest, token, { filename: 'secret.txt', parent_id: folder.id })
    ).body.data
    await asking.send(firstGuest, token, { filename: 'top.txt' })
    expect((await asking.listed(secondGuest, token)).meta.paginate.total).toBe(0)
    expect((await asking.listed(secondGuest, token)).meta.root.attributes.items).not.toBe(2)
    expect((await secondGuest.send('GET', `${requestPath(token)}/navigation`)).body.data).toEqual(
      [],
    )
    const top = `${requestPath(token)}/navigation/${folderOf(request)}`
    expect((await secondGuest.send('GET', top)).body.data).toEqual([])
    const below = (await firstGuest.send('GET', top)).body.data as { name: string }[]
    expect(below.map(({ name }) => name)).toEqual(['Ones'])
    expect((await asking.detail(token, secondGuest)).sent_files).toBe(0)
    expect((await secondGuest.send('GET', `${requestPath(token)}/receipt`)).body.data).toEqual([])
    const missing = randomUUID()
    for (const id of [file.id, missing]) {
      const ref = { items: [{ id, type: 'file' }] }
      const replies = [
        await secondGuest.send('GET', `${requestPath(token)}/items/${id}`),
        await secondGuest.send('GET', `/file/${id}/upload-request/${token}`),
        await secondGuest.send('POST', `${requestPath(token)}/remove`, ref),
        await secondGuest.send('POST', `${requestPath(token)}/move`, { to_id: null, ...ref }),
        await secondGuest.send('PATCH', `${requestPath(token)}/rename/${id}`, {
          name: 'x.txt',
          type: 'file',
        }),
        await asking.send(secondGuest, token, { parent_id: folder.id }),
        await secondGuest.send('GET', `${requestPath(token)}/browse/${folder.id}`),
        await secondGuest.send('GET', `${requestPath(token)}/navigation/${folder.id}`),
      ]
      for (const reply of replies)
        expect([reply.status, reply.body.code]).toEqual([404, 'item.not_found'])
    }
    expect(namesOf(await asking.listed(firstGuest, token))).toEqual(['Ones', 'top.txt'])
  })

  it('keep both files of one name with any conflict rule', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const firstGuest = await asking.requestGuestId(token)
    const secondGuest = await asking.requestGuestId(token)
    await asking.send(firstGuest, token, { filename: 'a.txt', content: 'of one' })
    await asking.send(firstGuest, token, {
      filename: 'b.txt',
      path: 'Docs/b.txt',
      content: 'of one',
    })
    for (const on_conflict of ['replace', 'skip', 'rename'])
      expect(
        (await asking.send(secondGuest, token, { filename: 'a.txt', on_conflict })).status,
      ).toBe(201)
    await asking.send(secondGuest, token, { filename: 'b.txt', path: 'Docs/b.txt' })
    expect(namesOf(await asking.listed(firstGuest, token))).toEqual(['Docs', 'a.txt'])
    expect(namesOf(await asking.listed(secondGuest, token))).toEqual([
      'Docs (2)',
      'a (2).txt',
      'a (3).txt',
      'a (4).txt',
    ])
    const preflight = await secondGuest.send('POST', `${requestPath(token)}/upload/preflight`, {
      entries: ['a.txt', 'a (2).txt'].map(filename => ({ filename, size: 1 })),
    })
    expect(preflight.body.data.conflicts).toEqual([])
    const own = (await asking.listed(secondGuest, token)).data[1]
    const renamed = await secondGuest.send('PATCH', `${requestPath(token)}/rename/${own.id}`, {
      name: 'a.txt',
      type: 'file',
    })
    expect([renamed.status, renamed.body.data.attributes.name]).toEqual([200, 'a (5).txt'])
    const [first] = (await asking.listed(firstGuest, token)).data.slice(1)
    expect(Buffer.from(await firstGuest.download(first)).toString()).toBe('of one')
  })

  it('cannot see, read or delete each other’s files without cookies either', async () => {
    const { token } = (await asking.ask()).attributes
    const { id } = (await asking.send(t.anonymous(), token, { filename: 'passport.txt' })).body.data
    const other = t.anonymous()
    expect(namesOf(await asking.listed(other, token))).toEqual([])
    const items = [{ id, type: 'file' }]
    for (const { status } of [
      await other.send('GET', `/file/${id}/upload-request/${token}`),
      await other.send('POST', `${requestPath(token)}/remove`, { items }),
    ])
      expect(status).toBe(404)
    expect((await other.send('GET', `${requestPath(token)}/receipt`)).body.data).toEqual([])
  })

  it('continue an upload without cookies by its id', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const upload_id = randomUUID()
    const chunk = { filename: 'big.txt', upload_id, size: 6 }
    await asking.send(t.anonymous(), token, { ...chunk, content: 'abc', is_last: false })
    const path = `${requestPath(token)}/upload/${upload_id}`
    const state = (await t.anonymous().send('GET', path)).body.data
    expect(state.attributes.received_bytes).toBe(3)
    const rest = { ...chunk, content: 'def', offset: 3 }
    const ids = []
    for (let attempt = 0; attempt < 2; attempt += 1)
      ids.push((await asking.send(t.anonymous(), token, rest)).body.data.id)
    expect(ids[0]).toBe(ids[1])
    expect(await ann.names(folderOf(request))).toEqual(['big.txt'])
  })

  it('cannot forge cookies; a new one replaces them', async () => {
    const { token } = (await asking.ask()).attributes
    const guest = await asking.requestGuestId(token)
    await asking.send(guest, token, { filename: 'a.txt' })
    const [[name, value] = ['', '']] = [...guest.cookies].filter(([key]) =>
      key.includes('request_'),
    )
    const forger = t.anonymous()
    forger.cookies.set(name, `${value.split('.')[0]}.${'A'.repeat(43)}`)
    expect(namesOf(await asking.listed(forger, token))).toEqual([])
    await forger.send('GET', requestPath(token))
    await asking.send(forger, token, { filename: 'b.txt' })
    expect(namesOf(await asking.listed(forger, token))).toEqual(['b.txt'])
  })
})

describe('the cookies of a guest', () => {
  it('are as many for several requests as for one, with a guest for each', async () => {
    const tokens = []
    for (let count = 0; count < 3; count += 1) tokens.push((await asking.ask()).attributes.token)
    const guest = t.anonymous()
    for (const token of tokens) await guest.send('GET', requestPath(token))
    expect([...guest.cookies.keys()].filter(name => name.includes('request'))).toHaveLength(1)
    for (const [index, token] of tokens.entries()) {
      await asking.send(guest, token, { filename: `${index}.txt` })
      expect(namesOf(await asking.listed(guest, token))).toEqual([`${index}.txt`])
    }
    const rows = await t.deps.db
      .selectFrom('items')
      .select('guest_id')
      .distinct()
      .where('name', 'in', ['0.txt', '1.txt', '2.txt'])
      .where('guest_id', 'is not', null)
      .execute()
    expect(rows).toHaveLength(3)
  })

  it('of a single request from earlier versions still show its files', async () => {
    const { id, attributes } = await asking.ask()
    const earlier = (guestId: string) => {
      const client = t.anonymous()
      client.cookies.set(`coffer.request_${id}`, guestKeyOf(t.deps, { id }, guestId))
      return client
    }
    await asking.send(earlier('first'), attributes.token, { filename: 'a.txt' })
    const [again, other] = [earlier('first'), earlier('second')]
    await again.send('GET', requestPath(attributes.token))
    expect(namesOf(await asking.listed(again, attributes.token))).toEqual(['a.txt'])
    expect(namesOf(await asking.listed(other, attributes.token))).toEqual([])
  })
})

describe('anything else', () => {
  // S2
  it('of the owner is not found for a guest', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    const above = (await ann.send('POST', '/api/create-folder', { name: 'Above' })).body.data.id
    const inside = await ann.upload({ filename: 'own.txt', parent_id: folderOf(request) })
    expect(namesOf(await asking.listed(guest, token))).toEqual([])
    for (const id of [above, inside.body.data.id, ann.userId, folderOf(await asking.ask())]) {
      expect((await guest.send('GET', `${requestPath(token)}/items/${id}`)).status).toBe(404)
      expect((await asking.send(guest, token, { parent_id: id })).status).toBe(404)
    }
    const top = { items: [{ id: folderOf(request), type: 'folder' }] }
    expect((await guest.send('POST', `${requestPath(token)}/remove`, top)).status).toBe(403)
  })

  it('such as a custom folder is rejected: those are at the root', async () => {
    const { token } = (await asking.ask()).attributes
    const customer = { socio: '1', identificacion: 'X', nombre: 'Eva', apellido: 'Sol' }
    for (const prefix of ['file-request', 'upload-request']) {
      const reply = await t
        .anonymous()
        .send('POST', `/api/${prefix}/${token}/create-folder-custom`, customer)
      expect([reply.status, reply.body.message]).toEqual([422, 'Solo se permite en carpeta raiz'])
    }
  })
})

// S5
it('answers the same for forged and malformed tokens', async () => {
  for (const token of ['x', 'A'.repeat(22), randomUUID()]) {
    const reply = await t.anonymous().send('GET', requestPath(token))
    expect([reply.status, reply.body.code]).toEqual([404, 'upload_request.not_found'])
  }
})

// S5
it('limits guesses of links, together with those of shares', async () => {
  const { token } = (await asking.ask()).attributes
  const last = { count: 299, resets_at: t.deps.now().getTime() + 60_000 }
  await t.deps.db
    .updateTable('rate_limits')
    .set(last)
    .where('key', 'like', 'unknown-link%')
    .execute()
  const open = async (tokenToOpen: string) =>
    (await t.anonymous().send('GET', requestPath(tokenToOpen))).status
  expect(await open('B'.repeat(22))).toBe(404)
  expect(await open('C'.repeat(22))).toBe(429)
  // A valid link does not count as a guess.
  expect(await open(token)).toBe(200)
})
