import { dataExports, shares } from '@coffer/contract'
import { HOUR_MS } from '@coffer/contract/durations'
import { describe, expect, it } from 'vitest'
import { bytes, chunked } from '../../../test/contents.ts'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { addressOf, download, namesIn } from '../../../test/zips.ts'
import { verifyContents } from './index.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const SIZE = 2_000_000

/** Replaces the bytes of a content in its store, and lets the verification read it. */
async function replaceBytes(key: string, content: Uint8Array | null): Promise<void> {
  await t.deps.blobs.remove(key)
  if (content) await t.deps.blobs.put(key, content)
  t.advance(25 * HOUR_MS)
  await verifyContents(t.deps)
}

/** Uploads a file in two chunks into a folder of its own. */
async function sendFile(filename: string) {
  const content = bytes(SIZE)
  const ann = await t.signIn()
  const parent = await folder(ann, 'top')
  const { send } = chunked(ann, content, { filename, parent_id: parent.id })
  await send(0, 1_000_000)
  const file = (await send(1_000_000, SIZE)).body.data
  const { blob_id } = await t.deps.db
    .selectFrom('items')
    .select('blob_id')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  const url: string = file.attributes.file_url
  return { ann, content, parent, id: String(file.id), url, key: String(blob_id) }
}

/** Adds an earlier version with the content to a file. @returns its id */
async function addVersion(itemId: string, blobId: string): Promise<string> {
  const id = t.deps.newId()
  await t.deps.db
    .insertInto('item_versions')
    .values({
      id,
      item_id: itemId,
      blob_id: blobId,
      size_bytes: SIZE,
      mimetype: null,
      creator_id: null,
      created_at: 0,
      number: 1,
    })
    .execute()
  return id
}

async function saveFault(key: string, fault: 'damaged' | null): Promise<void> {
  await t.deps.db.updateTable('blobs').set({ fault }).where('id', '=', key).execute()
}

async function nameOf(userId: string): Promise<string> {
  const query = t.deps.db.selectFrom('users').select('name').where('id', '=', userId)
  return (await query.executeTakeFirstOrThrow()).name
}

const report = async () => (await admin.send('GET', '/api/admin/status')).body.data
const checkOf = async () =>
  (await report()).checks.find(({ check }: { check: string }) => check === 'contents')

// F5
describe('a content that is known as damaged', () => {
  it('is neither downloaded nor previewed nor archived nor shared until it is repaired', async () => {
    const { ann, content, parent, id, url, key } = await sendFile('plan.bin')
    const body = { id, type: 'file', isPassword: false, password: null } as const
    const { token } = (await ann.call(shares.createShare, { body })).body.data.attributes
    const answers = async () => {
      const replies = [
        await ann.fetch(url),
        await ann.fetch(url, { method: 'HEAD' }),
        await ann.fetch(`${url}?download=1`),
        await ann.fetch(url, { headers: { range: 'bytes=0-9' } }),
        await ann.fetch(addressOf([{ id, type: 'file' }])),
        await ann.fetch(addressOf([parent])),
        await t.anonymous().fetch(`/share/${token}/direct`),
      ]
      const bodies = await Promise.all(replies.map(reply => reply.text()))
      return replies.map(({ status }, index) =>
        status < 400 || bodies[index] === '' ? status : JSON.parse(bodies[index] ?? '').code,
      )
    }
    await replaceBytes(key, Buffer.alloc(SIZE))
    const code = 'storage.damaged'
    expect(await answers()).toEqual([code, 500, code, code, code, code, code])
    await replaceBytes(key, content)
    expect(await answers()).toEqual([200, 200, 200, 206, 200, 200, 200])
  })

  it('is also refused as an earlier version of a file, and only that version', async () => {
    const earlier = await sendFile('versions.bin')
    const { ann, id, url, key } = await sendFile('versions.bin')
    const version = await addVersion(id, earlier.key)
    const statuses = async () => [
      (await ann.fetch(url)).status,
      (await ann.fetch(`${url}?version=${version}`)).status,
    ]
    await replaceBytes(earlier.key, Buffer.alloc(SIZE))
    expect(await statuses()).toEqual([200, 500])
    await saveFault(earlier.key, null)
    await saveFault(key, 'damaged')
    expect(await statuses()).toEqual([500, 200])
  })

  it('is recognised without a statement of its own', async () => {
    const { ann, id, url, key } = await sendFile('count.bin')
    const version = await addVersion(id, key)
    const count = async (path: string) =>
      (await t.countQueries(() => ann.fetch(path, { method: 'HEAD' }))).length
    // The session, the item with its ancestors, and the version.
    expect(await count(url)).toBe(2)
    expect(await count(`${url}?version=${version}`)).toBe(3)
  })

  it('shows no thumbnail', async () => {
    const { ann, id, key } = await sendFile('photo.bin')
    await t.deps.db
      .insertInto('previews')
      .values({
        blob_id: key,
        storage_key: t.deps.newId(),
        xs_bytes: 1,
        sm_bytes: 1,
        lg_bytes: 1,
        xl_bytes: 1,
        exif: null,
        failure: null,
        created_at: 0,
      })
      .execute()
    await replaceBytes(key, Buffer.alloc(SIZE))
    const { thumbnail } = (await ann.send('GET', `/api/items/${id}`)).body.data.attributes
    const { status, body } = await ann.send('GET', thumbnail.sm)
    expect([status, body.code]).toEqual([500, 'storage.damaged'])
  })

  it('is left out of a new data export, and ends the download of an earlier one', async () => {
    const { ann, content, key } = await sendFile('export.bin')
    const create = async () => {
      await ann.call(dataExports.createDataExport, { body: { password: 'correct horse battery' } })
      await t.runJobs()
    }
    const path = '/api/user/data-export/download'
    await create()
    await saveFault(key, 'damaged')
    expect((await ann.send('GET', path)).body.code).toBe('storage.damaged')
    await create()
    expect(await namesIn((await download(ann, path)).body)).not.toContain('files/top/export.bin')
    await replaceBytes(key, content)
    await create()
    expect(await namesIn((await download(ann, path)).body)).toContain('files/top/export.bin')
  })
})

it('the server status counts missing and damaged contents and lists their files', async () => {
  await t.deps.db.updateTable('blobs').set({ fault: null }).execute()
  expect(await checkOf()).toEqual({ check: 'contents', state: 'ok', detail: null })
  const damaged = await sendFile('damaged.bin')
  const missing = await sendFile('missing.bin')
  await t.deps.blobs.remove(missing.key)
  await replaceBytes(damaged.key, Buffer.alloc(SIZE))
  expect(await checkOf()).toEqual({ check: 'contents', state: 'failing', detail: '2' })
  const { faulty_files: listed } = await report()
  expect(listed.map(({ owner_name }: { owner_name: string }) => owner_name)).toEqual(
    await Promise.all([damaged, missing].map(({ ann }) => nameOf(ann.userId))),
  )
  expect(listed).toMatchObject([
    { id: damaged.id, name: 'damaged.bin', fault: 'damaged' },
    { id: missing.id, name: 'missing.bin', fault: 'missing' },
  ])
  await replaceBytes(damaged.key, damaged.content)
  await replaceBytes(missing.key, missing.content)
  expect(await checkOf()).toMatchObject({ state: 'ok' })
  expect((await report()).faulty_files).toEqual([])
})

it('the download of a content that is too short breaks, and counts by what was sent', async () => {
  const { ann, content, url, key } = await sendFile('short.bin')
  await replaceBytes(key, content.subarray(0, SIZE - 1_000_000))
  const response = await ann.fetch(url)
  expect(response.headers.get('content-length')).toBe(`${SIZE}`)
  await expect(response.arrayBuffer()).rejects.toThrow()
  const sent = async () => {
    const { download_bytes } = await t.deps.db
      .selectFrom('traffic')
      .select(t.deps.db.fn.sum<number>('download_bytes').as('download_bytes'))
      .where('user_id', '=', ann.userId)
      .executeTakeFirstOrThrow()
    return Number(download_bytes)
  }
  await expect.poll(sent).toBeGreaterThanOrEqual(SIZE - 1_000_000)
  expect(await sent()).toBeLessThan(SIZE)
})
