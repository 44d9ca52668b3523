import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFolders } from '../../../test/seed-folders.ts'
import { sharingBy } from '../../../test/sharing.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { requestPath, uploadRequestApi } from '../../../test/upload-request-api.ts'
import { countShareFolders } from './folder-capacity.repository.ts'

const t = await openTestApp()

/** Sends one small file for each path in one request. */
function sendBatch(client: TestClient, url: string, paths: readonly string[]) {
  const form = new FormData()
  form.set('manifest', JSON.stringify(paths.map(path => ({ filename: 'a.txt', path, size: 1 }))))
  for (const _ of paths) form.append('file', new Blob(['x']), 'a.txt')
  return client.send('POST', url, form)
}

const deepPath = (top: string, levels: number): string =>
  `${[top, ...Array.from({ length: levels - 1 }, (_, index) => index)].join('/')}/a.txt`

async function editable() {
  const ann = await t.signIn()
  const { folder, share } = sharingBy(ann)
  const id = await folder('Shared')
  const token = await share(id, { permission: 'editor' })
  const guest = t.anonymous()
  const create = (name: string) =>
    guest.send('POST', `/api/sharing/create-folder/${token}`, { name })
  const upload = (path: string) =>
    guest.upload({ filename: 'a.txt', path }, `/api/sharing/upload/chunks/${token}`)
  return { ann, id, token, guest, create, upload }
}

describe('the folders that guests create', () => {
  it('through a share are limited, by themselves or as paths of files', async () => {
    const { ann, id, token, guest, create, upload } = await editable()
    const names = Array.from({ length: 4999 }, (_, index) => `${index}`)
    await seedFolders(t.deps, ann.userId, names, id)
    const one = await create('one')
    expect([one.status, (await upload('two/a.txt')).status]).toEqual([201, 201])
    const rejected = [
      await create('three'),
      await upload('three/a.txt'),
      await sendBatch(guest, `/api/sharing/upload/batch/${token}`, ['three/a.txt']),
    ]
    for (const { status, body } of rejected)
      expect([status, body.code]).toEqual([423, 'share.full'])
    // Existing folders still take files, and the owner may create more.
    expect((await upload('two/b.txt')).status).toBe(201)
    const own = { name: 'own', parent_id: id }
    expect((await ann.send('POST', '/api/create-folder', own)).status).toBe(201)
    // Otherwise guests could fill the trash without a limit.
    const items = [{ id: one.body.data.id, type: 'folder', force_delete: false }]
    await guest.send('POST', `/api/sharing/remove/${token}`, { items })
    expect((await create('three')).status).toBe(423)
  })

  it('through an upload request do not count for a share', async () => {
    const { id, create } = await editable()
    await create('one')
    const received = (await create('received')).body.data.id
    await t.deps.db
      .updateTable('items')
      .set({ guest_id: 'guest' })
      .where('id', '=', received)
      .execute()
    expect(await countShareFolders(t.deps.db, id, 10)).toBe(1)
  })

  it('are counted once for all paths of a request', async () => {
    const { ann, token, guest } = await editable()
    const asking = uploadRequestApi(t, ann)
    const request = (await asking.ask()).attributes.token
    const urls = [`/api/sharing/upload/batch/${token}`, `${requestPath(request)}/upload/batch`]
    for (const url of urls) {
      const paths = Array.from({ length: 10 }, (_, index) => deepPath(`${index}`, 3))
      const statements = await t.countQueries(() => sendBatch(guest, url, paths))
      expect(statements.filter(sql => sql.includes('with recursive below'))).toHaveLength(1)
    }
  })
})

describe('the folders of one batch', () => {
  it('are limited for everyone, before a byte is stored', async () => {
    const { ann, token, guest } = await editable()
    const paths = Array.from({ length: 100 }, (_, index) => deepPath(`${index}`, 11))
    const replies = [
      await sendBatch(ann, '/api/upload/batch', paths),
      await sendBatch(guest, `/api/sharing/upload/batch/${token}`, paths),
    ]
    for (const { status, body } of replies) {
      expect([status, body.code]).toEqual([422, 'upload.too_many_folders'])
      expect(body.detail).toContain('1,000')
    }
    expect(await ann.names()).toEqual(['Shared'])
  })

  it('count once when files share them', async () => {
    const { ann } = await editable()
    const path = deepPath('top', 90)
    const paths = Array.from({ length: 100 }, (_, index) => path.replace('a.txt', `${index}.txt`))
    expect((await sendBatch(ann, '/api/upload/batch', paths)).status).toBe(200)
  })
})
