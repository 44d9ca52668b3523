import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytes } from '../../../test/contents.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { uploadRequestApi } from '../../../test/upload-request-api.ts'
import { clearStaleUploads } from './index.ts'

const t = await openTestApp()

/** Sends the same upload again, by itself and in a batch. */
async function uploadAgain(client: TestClient, upload_id: string, token?: string) {
  const [path, batchPath] = token
    ? [`/api/sharing/upload/${token}`, `/api/sharing/upload/batch/${token}`]
    : ['/api/upload', '/api/upload/batch']
  const single = await client.upload({ upload_id }, path)
  const form = new FormData()
  form.set('manifest', JSON.stringify([{ filename: 'file.txt', size: 7, upload_id }]))
  form.append('file', new Blob(['content']), 'blob')
  const batch = await client.send('POST', batchPath, form)
  const [{ item, problem }] = batch.body.data
  return [single.body.data?.id ?? single.body.code, item?.id ?? problem.code]
}

describe('a finished upload that is sent again', () => {
  it('returns its item to members, and nothing once the member was removed', async () => {
    const owner = await t.signIn()
    const member = await t.signIn()
    const team = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
    const upload_id = randomUUID()
    const { id } = (await member.upload({ upload_id, parent_id: team.id })).body.data
    const again = () => uploadAgain(member, upload_id)
    expect(await again()).toEqual([id, id])
    await member.send('DELETE', `/api/teams/folders/${team.id}/leave`)
    await owner.send('PATCH', `/api/rename/${id}`, { name: 'secret.txt', type: 'file' })
    expect(await again()).toEqual(['upload.not_found', 'upload.not_found'])
  })

  it('returns nothing to a guest once the item lies outside the shared folder', async () => {
    const owner = await t.signIn()
    const { folder, share } = sharingBy(owner)
    const token = await share(await folder('Shared'), { permission: 'editor' })
    const guest = t.anonymous()
    const upload_id = randomUUID()
    const { id } = (await guest.upload({ upload_id }, `/api/sharing/upload/${token}`)).body.data
    expect(await uploadAgain(guest, upload_id, token)).toEqual([id, id])
    await owner.send('POST', '/api/move', { to_id: null, items: [{ id, type: 'file' }] })
    expect(await uploadAgain(guest, upload_id, token)).toEqual([
      'upload.not_found',
      'upload.not_found',
    ])
  })
})

it('the rows of finished uploads are deleted together after a day', async () => {
  const ann = await t.signIn()
  const before = await t.deps.db.selectFrom('uploads').select('id').execute()
  const clear = async (count: number) => {
    for (let index = 0; index < count; index += 1) await ann.upload({ upload_id: randomUUID() })
    t.advance(2 * 86_400_000)
    let transactions = 0
    const transact: typeof t.deps.transact = work => {
      transactions += 1
      return t.deps.transact(work)
    }
    expect(await clearStaleUploads({ ...t.deps, transact })).toBe(count)
    return transactions
  }
  t.advance(2 * 86_400_000)
  expect(await clearStaleUploads(t.deps)).toBe(before.length)
  expect([await clear(5), await clear(1)]).toEqual([1, 1])
})

describe('two guests of one link', () => {
  async function guests() {
    const owner = await t.signIn()
    const { folder, share } = sharingBy(owner)
    const top = await folder('Shared')
    const token = await share(top, { permission: 'editor' })
    const opened = async () => {
      const guest = t.anonymous()
      await guest.send('GET', `/api/sharing/${token}`)
      return guest
    }
    const path = `/api/sharing/upload/${token}`
    return { owner, top, token, path, firstGuest: await opened(), other: await opened() }
  }

  it('can send one name in several chunks without ids, which are never mixed', async () => {
    const { owner, path, firstGuest, other } = await guests()
    const send = (guest: TestClient, content: string, is_last = false) =>
      guest.upload({ filename: 'same.txt', content, is_last }, path)
    await send(firstGuest, 'one ')
    await send(other, 'three ')
    const replies = [await send(firstGuest, 'two', true), await send(other, 'four', true)]
    const texts = replies.map(async reply =>
      Buffer.from(await owner.download(reply.body.data)).toString(),
    )
    expect(await Promise.all(texts)).toEqual(['one two', 'three four'])
  })

  it('need an id to send a file in several chunks when they send no cookie', async () => {
    const { owner, top, path } = await guests()
    const reply = await t.anonymous().upload({ filename: 'same.txt', is_last: false }, path)
    expect([reply.status, reply.body.code]).toEqual([422, 'request.invalid'])
    expect(reply.body.errors.upload_id).toBeDefined()
    expect(await owner.names(top)).toEqual([])
  })

  it('of a request need an id only without a cookie', async () => {
    const owner = await t.signIn()
    const requests = uploadRequestApi(t, owner)
    const { token } = (await requests.ask()).attributes
    const guest = await requests.requestGuestId(token)
    const fields = { filename: 'parts.txt', content: 'one ', is_last: false }
    expect((await requests.send(t.anonymous(), token, fields)).status).toBe(422)
    expect((await requests.send(guest, token, fields)).status).toBe(200)
    const last = await requests.send(guest, token, { filename: 'parts.txt', content: 'two' })
    expect(Buffer.from(await guest.download(last.body.data)).toString()).toBe('one two')
  })

  it('create two files when sending one name concurrently', async () => {
    const { owner, path, firstGuest, other } = await guests()
    const contents = [bytes(1_500_000), bytes(1_500_000)]
    const replies = await Promise.all(
      [firstGuest, other].map((guest, index) =>
        guest.upload({ filename: 'same.bin', content: contents[index] as never }, path),
      ),
    )
    for (const [index, reply] of replies.entries())
      expect(
        Buffer.from(await owner.download(reply.body.data)).equals(contents[index] as Uint8Array),
      ).toBe(true)
  })

  it('cannot see each other’s uploads', async () => {
    const { token, path, firstGuest, other } = await guests()
    const firstChunk = { filename: 'same.txt', upload_id: randomUUID(), offset: 0, size: 9 }
    await firstGuest.upload({ ...firstChunk, is_last: false, content: 'abc' }, path)
    const getUpload = (guest: TestClient) =>
      guest.send('GET', `/api/sharing/upload/${firstChunk.upload_id}/${token}`)
    expect((await getUpload(firstGuest)).body.data.attributes.received_bytes).toBe(3)
    expect((await getUpload(other)).body.code).toBe('upload.not_found')
    const last = { ...firstChunk, offset: 3, content: 'defghi' }
    expect((await other.upload(last, path)).body.code).toBe('upload.offset_conflict')
    expect((await firstGuest.upload(last, path)).status).toBe(201)
  })
})
