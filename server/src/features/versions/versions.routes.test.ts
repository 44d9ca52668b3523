import { randomUUID } from 'node:crypto'
import { items, trash, versions } from '@coffer/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { deleteReleasedBlobs } from '../blobs/index.ts'

const t = await openTestApp()
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

/** Uploads each content in turn as the same file; the last one is current. */
async function fileOf(client: TestClient, ...contents: string[]) {
  let item: { id: string; attributes: { file_url: string; versions: number } } | undefined
  for (const content of contents)
    item = (await client.upload({ filename: 'note.txt', content, on_conflict: 'replace' })).body
      .data
  if (!item) throw new Error('no content')
  return item
}
const listed = async (client: TestClient, id: string) =>
  (await client.call(versions.listVersions, { params: { id } })).body.data
const textAt = async (client: TestClient, url: string) => (await client.fetch(url)).text()
const textsOf = async (client: TestClient, id: string) => {
  const all = await listed(client, id)
  return Promise.all(
    all.map((version: versions.Version) => textAt(client, version.attributes.file_url)),
  )
}
const restore = (client: TestClient, id: string, version: string) =>
  client.call(versions.restoreVersion, { params: { id, version } })

describe('the versions of a file', () => {
  it('are listed newest first after the current content, and each can be downloaded', async () => {
    const ann = await t.signIn()
    const item = await fileOf(ann, 'one', 'two!', 'three')
    expect(item.attributes.versions).toBe(2)
    const [current, ...earlier] = await listed(ann, item.id)
    expect(current).toMatchObject({ id: item.id, attributes: { is_current: true, size_bytes: 5 } })
    expect(earlier.map((version: versions.Version) => version.attributes.size_bytes)).toEqual([
      4, 3,
    ])
    expect(earlier[0]?.relationships.creator.data?.id).toBe(ann.userId)
    expect(await textsOf(ann, item.id)).toEqual(['three', 'two!', 'one'])
  })

  it('have the creation time of their content, not the time of replacement', async () => {
    const ann = await t.signIn()
    const before = await fileOf(ann, 'one')
    const first = (await listed(ann, before.id))[0]?.attributes.created_at
    t.advance(60_000)
    await fileOf(ann, 'two')
    const [current, earlier] = await listed(ann, before.id)
    expect(earlier?.attributes.created_at).toBe(first)
    expect(current?.attributes.created_at).not.toBe(first)
  })

  // W5
  // W4
  it('are downloaded with the headers and ranges of any file', async () => {
    const ann = await t.signIn()
    const item = await fileOf(ann, '0123456789', 'now')
    const url = (await listed(ann, item.id))[1]?.attributes.file_url ?? ''
    const piece = await ann.fetch(`${url}&download=1`, { headers: { range: 'bytes=2-4' } })
    expect([piece.status, await piece.text()]).toEqual([206, '234'])
    expect(piece.headers.get('content-disposition')).toContain('attachment; filename=note.txt')
    expect(piece.headers.get('content-security-policy')).toContain('sandbox')
    const current = await ann.fetch(url)
    expect(current.headers.get('etag')).not.toBe(
      (await ann.fetch(item.attributes.file_url)).headers.get('etag'),
    )
  })

  it('are limited by the setting, and off with 0', async () => {
    const ann = await t.signIn()
    await t.settings({ versions_kept: 2 })
    const item = await fileOf(ann, 'a', 'b', 'c', 'd')
    expect(await textsOf(ann, item.id)).toEqual(['d', 'c', 'b'])
    expect((await t.storage(ann.userId)).used_bytes).toBe(3)
    await t.settings({ versions_kept: 0 })
    await fileOf(ann, 'e')
    expect(await textsOf(ann, item.id)).toEqual(['e'])
    expect((await t.storage(ann.userId)).used_bytes).toBe(1)
    await t.settings({ versions_kept: 10 })
  })

  it('are kept when one is restored while versions are off', async () => {
    const ann = await t.signIn()
    const item = await fileOf(ann, 'a', 'b', 'c')
    await t.settings({ versions_kept: 0 })
    const [, , oldest] = await listed(ann, item.id)
    await restore(ann, item.id, oldest?.id ?? '')
    await t.settings({ versions_kept: 10 })
    expect(await textsOf(ann, item.id)).toEqual(['a', 'c', 'b'])
    expect((await t.storage(ann.userId)).used_bytes).toBe(3)
  })

  it('are not found for folders and for files of other users', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const item = await fileOf(ann, 'one', 'two')
    const [, earlier] = await listed(ann, item.id)
    const version = earlier?.id ?? ''
    const own = await fileOf(eve, 'hers')
    for (const id of [item.id, own.id, randomUUID()]) {
      const params = { id, version }
      expect((await eve.call(versions.restoreVersion, { params })).status).toBe(404)
      expect((await eve.call(versions.deleteVersion, { params })).status).toBe(404)
      expect((await eve.fetch(`/file/${id}?version=${version}`)).status).toBe(404)
    }
    const folder = await ann.send('POST', '/api/create-folder', { name: 'Folder' })
    expect((await ann.send('GET', `/api/items/${folder.body.data.id}/versions`)).status).toBe(422)
  })
})

describe('restoring a version', () => {
  it('turns the current content into a version and can be undone', async () => {
    const ann = await t.signIn()
    const item = await fileOf(ann, 'one', 'two', 'three')
    const stored = await t.storedFiles()
    const [, , first] = await listed(ann, item.id)
    const reply = await restore(ann, item.id, first?.id ?? '')
    expect(reply.body.data.attributes).toMatchObject({ size_bytes: 3, versions: 2 })
    expect(await textsOf(ann, item.id)).toEqual(['one', 'three', 'two'])
    expect(await t.storedFiles()).toBe(stored)
    await restore(ann, item.id, reply.body.meta.version_id ?? '')
    expect(await textsOf(ann, item.id)).toEqual(['three', 'one', 'two'])
  })

  it('is rejected while the file is in the trash', async () => {
    const ann = await t.signIn()
    const item = await fileOf(ann, 'one', 'two')
    const [, earlier] = await listed(ann, item.id)
    await ann.call(trash.removeItems, { body: { items: [{ id: item.id, type: 'file' }] } })
    expect((await restore(ann, item.id, earlier?.id ?? '')).status).toBe(403)
  })

  // C5
  it('happens once when called twice concurrently', async () => {
    const ann = await t.signIn()
    const again = await t.signInAgain(ann)
    const item = await fileOf(ann, 'one', 'two')
    const [, earlier] = await listed(ann, item.id)
    const replies = await Promise.all(
      [ann, again].map(client => restore(client, item.id, earlier?.id ?? '')),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 404])
    expect(await textsOf(ann, item.id)).toEqual(['one', 'two'])
  })
})

describe('deleting a version', () => {
  it('frees its quota, and its bytes when no other item uses them', async () => {
    const ann = await t.signIn()
    await deleteReleasedBlobs(t.deps)
    const stored = await t.storedFiles()
    const item = await fileOf(ann, 'one', 'two!')
    const [, earlier] = await listed(ann, item.id)
    const reply = await ann.call(versions.deleteVersion, {
      params: { id: item.id, version: earlier?.id ?? '' },
    })
    expect(reply.body.data.attributes.versions).toBe(0)
    expect((await t.storage(ann.userId)).used_bytes).toBe(4)
    await deleteReleasedBlobs(t.deps)
    expect(await t.storedFiles()).toBe(stored + 1)
    expect(await textsOf(ann, item.id)).toEqual(['two!'])
  })

  it('keeps the bytes while a copy uses them', async () => {
    const ann = await t.signIn()
    const item = await fileOf(ann, 'shared')
    await ann.send('POST', '/api/copy', { to_id: null, items: [{ id: item.id, type: 'file' }] })
    await fileOf(ann, 'newer')
    const [, earlier] = await listed(ann, item.id)
    await ann.call(versions.deleteVersion, { params: { id: item.id, version: earlier?.id ?? '' } })
    await deleteReleasedBlobs(t.deps)
    const { body } = await ann.send('GET', '/api/browse/folders/all?sort=name&direction=ASC')
    expect(await textAt(ann, body.data[0].attributes.file_url)).toBe('shared')
  })
})

describe('replacing by others', () => {
  /**
   * Creates a file of one user in a team folder that others may edit, and a share of that folder.
   */
  async function sharedFile() {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ann, 'Crew', [[ben, 'can_edit']])
    const token = await sharingBy(ann).share(team.id, { permission: 'editor' })
    const replaceBy = async (client: TestClient, content: string, path?: string) => {
      const fields = { filename: 'note.txt', parent_id: team.id, on_conflict: 'replace' }
      return (await client.upload({ ...fields, content }, path)).body.data
    }
    const byGuest = (content: string) =>
      replaceBy(t.anonymous(), content, `/api/sharing/upload/${token}`)
    const item = await replaceBy(ann, 'original')
    return { ann, ben, team, item, replaceBy, byGuest }
  }

  it('never removes a content that the owner uploaded', async () => {
    const { ann, ben, item, replaceBy, byGuest } = await sharedFile()
    for (let count = 0; count < 12; count += 1) await byGuest(`guest ${count}`)
    for (let count = 0; count < 12; count += 1) await replaceBy(ben, `ben ${count}`)
    const texts = await textsOf(ann, item.id)
    expect(texts).toHaveLength(12)
    expect(texts.at(-1)).toBe('original')
    await replaceBy(ann, 'mine again')
    expect((await textsOf(ann, item.id)).at(-1)).toBe('original')
  })

  it('surplus versions are removed when the owner replaces the content', async () => {
    const { ann, item, replaceBy, byGuest } = await sharedFile()
    await t.settings({ versions_kept: 2 })
    for (const content of ['a', 'b']) await replaceBy(ann, content)
    for (const content of ['x', 'y', 'z']) await byGuest(content)
    expect(await textsOf(ann, item.id)).toEqual(['z', 'y', 'x', 'b', 'a', 'original'])
    await replaceBy(ann, 'c')
    expect(await textsOf(ann, item.id)).toEqual(['c', 'z', 'y', 'b', 'a'])
    await t.settings({ versions_kept: 10 })
  })

  it('keeps what the owner uploaded until they replace it while versions are off', async () => {
    const { ann, ben, team, item, replaceBy, byGuest } = await sharedFile()
    await t.settings({ versions_kept: 0 })
    await byGuest('guest')
    await replaceBy(ben, 'ben')
    expect(await textsOf(ann, item.id)).toEqual(['ben', 'original'])
    await ben.upload({ filename: 'other.txt', parent_id: team.id, content: 'other' })
    const body = { name: 'other.txt', type: 'file', on_conflict: 'replace' } as const
    const moved = await ben.call(items.renameItem, { params: { id: item.id }, body })
    const id = moved.body.data.id
    expect(await textsOf(ann, id)).toEqual(['ben', 'original'])
    expect((await t.storage(ann.userId)).used_bytes).toBe('ben'.length + 'original'.length)
    await ann.upload({
      filename: 'other.txt',
      parent_id: team.id,
      content: 'mine',
      on_conflict: 'replace',
    })
    expect(await textsOf(ann, id)).toEqual(['mine'])
    expect((await t.storage(ann.userId)).used_bytes).toBe('mine'.length)
    await t.settings({ versions_kept: 10 })
  })

  it('keeps the creator of a restored or moved content', async () => {
    const { ann, ben, team, item, byGuest } = await sharedFile()
    await t.settings({ versions_kept: 1 })
    await byGuest('guest')
    const [, original] = await listed(ben, item.id)
    await restore(ben, item.id, original?.id ?? '')
    const [restored] = await listed(ann, item.id)
    expect(restored?.relationships.creator.data?.id).toBe(ann.userId)
    const bait = await ben.upload({ filename: 'bait.txt', parent_id: team.id, content: 'bait' })
    const body = { name: 'bait.txt', type: 'file', on_conflict: 'replace' } as const
    expect((await ben.call(items.renameItem, { params: { id: item.id }, body })).status).toBe(200)
    for (const content of ['1', '2', '3'])
      await ben.upload({
        filename: 'bait.txt',
        parent_id: team.id,
        content,
        on_conflict: 'replace',
      })
    expect(await textsOf(ann, bait.body.data.id)).toEqual(['3', '2', 'original'])
    await t.settings({ versions_kept: 10 })
  })

  it('only the owner can delete versions one by one', async () => {
    const { ann, ben, item, replaceBy } = await sharedFile()
    await replaceBy(ben, 'newer')
    const [, original] = await listed(ben, item.id)
    const params = { id: item.id, version: original?.id ?? '' }
    expect((await ben.call(versions.deleteVersion, { params })).status).toBe(403)
    expect((await ann.call(versions.deleteVersion, { params })).status).toBe(200)
  })
})

it('keeps the newest versions after the clock was set back', async () => {
  const ann = await t.signIn()
  await t.settings({ versions_kept: 2 })
  t.advance(3_600_000)
  await fileOf(ann, 'a', 'b', 'c')
  t.advance(-3_600_000)
  const item = await fileOf(ann, 'd', 'e')
  expect(await textsOf(ann, item.id)).toEqual(['e', 'd', 'c'])
  await t.settings({ versions_kept: 10 })
})
