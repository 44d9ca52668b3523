import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { HOUR_MS } from '@coffer/contract/durations'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'
import { folderOf, requestPath, uploadRequestApi } from '../../../test/upload-request-api.ts'
import type { Mail } from '../../mail-transport/mailer.ts'
import { deleteReleasedBlobs, verifyContents } from '../blobs/index.ts'
import { endOverdue } from './index.ts'

const t = await openTestApp()
const ann = await t.signIn()
const asking = uploadRequestApi(t, ann)
const emails: Mail[] = []
t.deps.mailer.send = async mail => void emails.push(mail)

describe('the end of a request', () => {
  const expectExpired = async (token: string, guest: TestClient) => {
    for (const reply of [
      await asking.send(guest, token),
      await guest.send('GET', `${requestPath(token)}/browse/all`),
      await guest.send('DELETE', requestPath(token)),
    ])
      expect([reply.status, reply.body.code]).toEqual([410, 'upload_request.gone'])
  }
  const latestNotification = async (client: TestClient) => {
    const { data } = (await client.send('GET', '/api/notifications')).body
    return data.map((item: { attributes: { title: string } }) => item.attributes.title)
  }

  it('happens when a guest finishes: they get a receipt with names, sizes and hashes, and the owner is notified', async () => {
    const bob = await t.signIn()
    const request = await asking.ask({ name: 'Thesis' }, bob)
    const { token } = request.attributes
    const firstGuest = await asking.requestGuestId(token)
    const secondGuest = await asking.requestGuestId(token)
    await asking.send(firstGuest, token, { filename: 'a.txt', content: 'content of a' })
    await asking.send(secondGuest, token, { filename: 'b.txt' })
    const done = await firstGuest.send('DELETE', requestPath(token), { email: 'one@example.test' })
    expect(done.body).toMatchObject({ data: { attributes: { status: 'filled', sent_files: 1 } } })
    await t.runJobs()
    const receipt = (await firstGuest.send('GET', `${requestPath(token)}/receipt`)).body
    expect(receipt.meta).toMatchObject({ total_bytes: 12, is_complete: true })
    expect(receipt.data.map((file: { attributes: object }) => file.attributes)).toMatchObject([
      {
        name: 'a.txt',
        size_bytes: 12,
        sha256: createHash('sha256').update('content of a').digest('hex'),
      },
    ])
    expect(await latestNotification(bob)).toEqual(['Files received for Thesis'])
    await expectExpired(token, firstGuest)
    await expectExpired(token, secondGuest)
    expect(await bob.names(folderOf(request))).toEqual(['a.txt', 'b.txt'])
  })

  it('notifies the owner when a guest closes a request without files', async () => {
    const bob = await t.signIn()
    const { token } = (await asking.ask({ name: 'Unused' }, bob)).attributes
    const guest = await asking.requestGuestId(token)
    expect((await guest.send('DELETE', requestPath(token))).body).toMatchObject({
      data: { attributes: { status: 'filled' } },
    })
    await t.runJobs()
    expect(await latestNotification(bob)).toEqual(['Unused was closed without files'])
    expect(emails.at(-1)?.subject).toBe('Unused was closed without files')
    expect(emails.at(-1)?.text).toContain('sent no files')
  })

  it('completes the receipt although the owner has deleted a file before', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    await asking.send(guest, token, { filename: 'a.txt' })
    await asking.send(guest, token, { filename: 'b.txt' })
    const { data } = (await ann.send('GET', `/api/browse/folders/${folderOf(request)}`)).body
    const [{ id, type }] = data
    for (const force_delete of [false, true])
      await ann.send('POST', '/api/remove', { items: [{ id, type, force_delete }] })
    await t.runJobs()
    await deleteReleasedBlobs(t.deps)
    await guest.send('DELETE', requestPath(token))
    await t.runJobs()
    const receipt = (await guest.send('GET', `${requestPath(token)}/receipt`)).body
    expect(receipt.meta).toMatchObject({ is_complete: true, paginate: { total: 2 } })
  })

  it('is answered as one by a server that takes its time', async () => {
    const { token } = (await asking.ask()).attributes
    const guest = await asking.requestGuestId(token)
    await asking.send(guest, token)
    const { transact } = t.deps
    t.deps.transact = async work => {
      const result = await transact(work)
      await setTimeout(3 * t.deps.transferCheckMs)
      return result
    }
    const done = await guest.send('DELETE', requestPath(token))
    t.deps.transact = transact
    expect(done.body).toMatchObject({ data: { attributes: { status: 'filled' } } })
    await t.runJobs()
  })

  it('sends no more receipts than the owner may send links', async () => {
    const bob = await t.signIn()
    const { token } = (await asking.ask({}, bob)).attributes
    const guest = await asking.requestGuestId(token)
    await asking.send(guest, token)
    await t.deps.db
      .insertInto('rate_limits')
      .values({
        key: `link-email by user|${bob.userId}`,
        count: 200,
        resets_at: t.deps.now().getTime() + HOUR_MS,
      })
      .execute()
    const finish = (email: string | null) => guest.send('DELETE', requestPath(token), { email })
    expect((await finish('many@example.test')).body.code).toBe('request.too_many')
    expect((await finish(null)).status).toBe(200)
    await t.runJobs()
  })

  it('reports missing documents to the owner, in the notification and the email', async () => {
    const admin = await t.signIn('admin')
    const bob = await t.signIn()
    const typeOf = async (name: string) =>
      (await admin.send('POST', '/api/admin/documents', { name, fields: [] })).body.data.id
    const passport = await typeOf('Passport of Bob')
    const bill = await typeOf('Bill of Bob')
    const documents = [{ tipo_id: passport }, { tipo_id: bill }]
    const { token } = (await asking.ask({ name: 'Lease', documents }, bob)).attributes
    const guest = await asking.requestGuestId(token)
    await asking.send(guest, token, { tipo_id: passport })
    await guest.send('DELETE', requestPath(token))
    await t.runJobs()
    expect(await latestNotification(bob)).toEqual(['Files received for Lease, documents missing'])
    const { data } = (await bob.send('GET', '/api/notifications')).body
    expect(data[0].attributes.description).toBe(
      'Your request received 1 file. Still missing: Bill of Bob.',
    )
    expect(emails.at(-1)?.text).toContain('Still missing: Bill of Bob.')
  })

  it('does not change the receipt when the owner changes the files', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    const { id } = (await asking.send(guest, token, { filename: 'cv.txt' })).body.data
    await guest.send('DELETE', requestPath(token))
    await ann.send('PATCH', `/api/rename/${id}`, { name: 'rejected.txt', type: 'file' })
    const receipt = (await guest.send('GET', `${requestPath(token)}/receipt`)).body
    expect(receipt.data[0].attributes.name).toBe('cv.txt')
  })

  it('happens when its owner closes it: filled, even if nothing was received', async () => {
    const bob = await t.signIn()
    const used = await asking.ask({}, bob)
    const unused = await asking.ask({}, bob)
    await asking.send(t.anonymous(), used.attributes.token)
    for (const request of [used, unused]) {
      const closed = await bob.send('POST', `/api/upload-requests/${request.id}`, {
        _method: 'delete',
      })
      expect(closed.body.data.attributes).toMatchObject({ status: 'filled', is_open: false })
      expect((await asking.detail(request.attributes.token)).status).toBe('filled')
      await expectExpired(request.attributes.token, t.anonymous())
    }
    expect(await latestNotification(bob)).toEqual([])
  })

  it('is not notified to an owner who ends it by its link with an access token', async () => {
    const bob = await t.signIn()
    const { token: accessToken } = await makeToken(bob, { scopes: ['read', 'write'] })
    const { token } = (await asking.ask({}, bob)).attributes
    await asking.send(t.anonymous(), token)
    const end = { email: null }
    const done = await t.anonymous().send('DELETE', requestPath(token), end, bearing(accessToken))
    expect(done.status).toBe(200)
    await t.runJobs()
    expect(await latestNotification(bob)).not.toContain('Files received for Papers')
  })

  // S9
  it('happens exactly at its expiry and is saved by the job once', async () => {
    const bob = await t.signIn()
    const used = await asking.ask({ name: 'Used', expiration: 1 }, bob)
    const unused = await asking.ask({ expiration: 1 }, bob)
    await asking.send(t.anonymous(), used.attributes.token)
    t.advance(HOUR_MS)
    expect((await asking.detail(used.attributes.token)).status).toBe('filled')
    expect((await asking.detail(unused.attributes.token)).status).toBe('expired')
    await expectExpired(used.attributes.token, t.anonymous())
    expect(await latestNotification(bob)).toEqual([])
    await endOverdue(t.deps)
    await endOverdue(t.deps)
    expect(await latestNotification(bob)).toEqual(['Files received for Used'])
    expect((await asking.detail(unused.attributes.token)).status).toBe('expired')
  })

  it('happens when its folder is permanently deleted, without a notification', async () => {
    const bob = await t.signIn()
    const used = await asking.ask({ expiration: null }, bob)
    const unused = await asking.ask({ expiration: null }, bob)
    const guest = await asking.requestGuestId(used.attributes.token)
    await asking.send(guest, used.attributes.token)
    const unfinished = { filename: 'big.bin', upload_id: randomUUID(), size: 1000, is_last: false }
    await asking.send(guest, used.attributes.token, unfinished)
    const items = [used, unused].map(request => ({
      id: folderOf(request),
      type: 'folder',
      force_delete: true,
    }))
    for (let removal = 0; removal < 2; removal += 1)
      await bob.send('POST', '/api/remove', { items })
    const statuses = async () =>
      Promise.all(
        [used, unused].map(async ({ id }) => {
          const { body } = await bob.send('GET', `/api/file-requests/${id}`)
          return body.data.attributes.status
        }),
      )
    expect(await statuses()).toEqual(['filled', 'expired'])
    await endOverdue(t.deps)
    await t.runJobs()
    const saved = await t.deps.db
      .selectFrom('upload_requests')
      .select('status')
      .where('owner_id', '=', bob.userId)
      .orderBy('status')
      .execute()
    expect(saved.map(({ status }) => status)).toEqual(['expired', 'filled'])
    expect(await statuses()).toEqual(['filled', 'expired'])
    const receipt = await guest.send('GET', `${requestPath(used.attributes.token)}/receipt`)
    expect(receipt.body.meta).toMatchObject({ is_complete: true, paginate: { total: 1 } })
    const ended = await t.deps.db
      .selectFrom('audit_entries')
      .select('target_id')
      .where('action', '=', 'upload_request.ended')
      .where('target_id', 'in', [used.id, unused.id])
      .execute()
    expect(ended).toHaveLength(2)
    const uploads = await t.deps.db
      .selectFrom('uploads')
      .select('id')
      .where('link_id', '=', used.id)
      .where('item_id', 'is', null)
      .execute()
    expect(uploads).toEqual([])
    expect(await latestNotification(bob)).toEqual([])
  })

  // S10
  it('applies while its folder is in the trash', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const items = [{ id: folderOf(request), type: 'folder' }]
    await ann.send('POST', '/api/remove', { items })
    await expectExpired(token, t.anonymous())
    expect((await asking.detail(token)).status).toBe('expired')
    await ann.send('POST', '/api/trash/restore', { items })
    expect((await asking.send(t.anonymous(), token)).status).toBe(201)
  })

  it('leads its owner to their files while its folder is in the trash', async () => {
    const bob = await t.signIn()
    const request = await asking.ask({ name: 'Tax', expiration: 1 }, bob)
    await asking.send(t.anonymous(), request.attributes.token)
    await bob.send('POST', '/api/remove', { items: [{ id: folderOf(request), type: 'folder' }] })
    t.advance(HOUR_MS)
    await endOverdue(t.deps)
    await t.runJobs()
    const { data } = (await bob.send('GET', '/api/notifications')).body
    expect(data[0].attributes).toMatchObject({
      title: 'Files received for Tax',
      action: { type: 'route', params: { route: 'Files' } },
    })
    expect(data[0].attributes.action.params).not.toHaveProperty('id')
    expect(emails.at(-1)?.text).toMatch(/\/platform\/files\s/)
  })

  // U20
  it('rejects a chunk in progress and keeps complete files', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    await asking.send(guest, token, { filename: 'whole.txt' })
    const boundary = 'x'
    const field = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const head = `${field('filename', 'slow.bin')}${field('is_last', 'true')}${field('size', '9000000')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="blob"\r\ncontent-type: application/octet-stream\r\n\r\n`
    let finish = () => {}
    const closed = new Promise<void>(resolve => {
      finish = resolve
    })
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(`${head}some bytes`))
        await closed
        controller.close()
      },
    })
    const sending = guest.fetch(`${requestPath(token)}/upload/chunks`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
      duplex: 'half',
    } as RequestInit)
    await ann.send('DELETE', `/api/file-requests/${request.id}`)
    const reply = await sending
    finish()
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([
      ...[410, 'upload_request.gone'],
    ])
    expect(await ann.names(folderOf(request))).toEqual(['whole.txt'])
  })
})

describe('a receipt', () => {
  it('of a request with a missing content is sent without its hash, which follows once it is back', async () => {
    const { token } = (await asking.ask()).attributes
    const guest = await asking.requestGuestId(token)
    const { id } = (await asking.send(guest, token, { filename: 'a.txt', content: 'a' })).body.data
    await asking.send(guest, token, { filename: 'b.txt', content: 'b' })
    const { storage_key } = await t.deps.db
      .selectFrom('items')
      .innerJoin('blobs', 'blobs.id', 'items.blob_id')
      .select('blobs.storage_key')
      .where('items.id', '=', id)
      .executeTakeFirstOrThrow()
    await t.deps.blobs.remove(storage_key)
    await guest.send('DELETE', requestPath(token), { email: 'missing@example.test' })
    await t.runJobs()
    const receipt = async () => {
      const { data, meta } = (await guest.send('GET', `${requestPath(token)}/receipt`)).body
      const hashes = data.map((file: { attributes: { sha256: string } }) => file.attributes.sha256)
      return [meta.is_complete, ...hashes]
    }
    const [hashOfA, hashOfB] = ['a', 'b'].map(text =>
      createHash('sha256').update(text).digest('hex'),
    )
    expect(await receipt()).toEqual([true, null, hashOfB])
    expect(emails.map(({ to }) => to)).toContain('missing@example.test')
    await t.deps.blobs.put(storage_key, Buffer.from('a'))
    t.advance(25 * HOUR_MS)
    await verifyContents(t.deps)
    expect(await receipt()).toEqual([true, hashOfA, hashOfB])
  })
})
