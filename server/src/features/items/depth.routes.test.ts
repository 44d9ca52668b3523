import { randomUUID } from 'node:crypto'
import { items, MAX_FOLDER_DEPTH, trash } from '@coffer/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { nestedPath, nestFolders } from '../../../test/nested-folders.ts'
import { file, folder, type Ref } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { findWithAncestors } from './items.repository.ts'

const t = await openTestApp()
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

const TOO_DEEP = [422, 'item.too_deep']
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]

/** Creates nested folders and returns the outermost; `levels` includes it. */
async function tree(client: TestClient, levels: number, parentId?: string): Promise<Ref> {
  const top = await folder(client, `tree-${randomUUID()}`, parentId ?? null)
  if (levels > 1) await nestFolders(client, levels - 1, { parentId: top.id })
  return { id: top.id, type: 'folder' }
}

const all = (folder_id: string) => ({ folder_id, except: [] })
const move = (client: TestClient, refs: Ref[], to_id: string | null) =>
  client.call(items.moveItems, { body: { to_id, items: refs } })
const copy = (client: TestClient, refs: Ref[], to_id: string, on_conflict = 'rename' as const) =>
  client.call(items.copyItems, { body: { to_id, items: refs, on_conflict } })

describe('a folder at the depth limit', () => {
  it('accepts files but no folders, and explains that in both languages', async () => {
    const ann = await t.signIn()
    const { deepest } = await nestFolders(ann, MAX_FOLDER_DEPTH)
    expect((await file(ann, 'a.txt', deepest)).attributes.name).toBe('a.txt')
    const create = (language: string) =>
      ann.send(
        'POST',
        '/api/create-folder',
        { name: 'one too many', parent_id: deepest },
        { headers: { 'accept-language': language } },
      )
    const inEnglish = await create('en')
    expect(answerOf(inEnglish)).toEqual(TOO_DEEP)
    expect(inEnglish.body.detail).toContain('up to 100 levels deep')
    expect((await create('es')).body.detail).toContain('hasta 100 niveles')
  })

  it('counts from the owner’s root also for a guest who sees only the last folder', async () => {
    const ann = await t.signIn()
    const { deepest } = await nestFolders(ann, MAX_FOLDER_DEPTH)
    const token = await sharingBy(ann).share(deepest, { permission: 'editor' })
    const guest = t.anonymous()
    await guest.fetch(`/api/share/${token}`)
    const reply = await guest.upload(
      { filename: 'a.txt', path: 'below/a.txt', parent_id: deepest },
      `/api/sharing/upload/${token}`,
    )
    expect(answerOf(reply)).toEqual(TOO_DEEP)
  })
})

describe('an upload whose path is too deep', () => {
  const path = `${nestedPath(MAX_FOLDER_DEPTH + 1)}/a.txt`

  it('is rejected before a byte is stored, in one request or in chunks', async () => {
    const ann = await t.signIn()
    const singleRequest = await ann.upload({ filename: 'a.txt', path })
    const chunk = await ann.upload({ filename: 'a.txt', path, is_last: false, size: 100 })
    expect([singleRequest, chunk].map(answerOf)).toEqual([TOO_DEEP, TOO_DEEP])
    const { used_bytes, reserved_bytes } = await t.storage(ann.userId)
    expect([used_bytes, reserved_bytes]).toEqual([0, 0])
    expect(await ann.names()).toEqual([])
  })

  it('is rejected for a path of thousands of segments', async () => {
    const ann = await t.signIn()
    const reply = await ann.upload({ filename: 'a.txt', path: `${'a/'.repeat(4000)}a.txt` })
    expect(answerOf(reply)).toEqual(TOO_DEEP)
  })

  it('counts the folder that the path starts in', async () => {
    const ann = await t.signIn()
    const { deepest } = await nestFolders(ann, MAX_FOLDER_DEPTH - 1)
    const into = (levels: number) =>
      ann.upload({
        filename: 'a.txt',
        path: `${nestedPath(levels, 'more')}/a.txt`,
        parent_id: deepest,
      })
    expect(answerOf(await into(2))).toEqual(TOO_DEEP)
    expect((await into(1)).status).toBe(201)
  })

  it('is rejected on its own in a batch and in the preflight', async () => {
    const ann = await t.signIn()
    const entries = [
      { filename: 'a.txt', path, size: 7 },
      { filename: 'b.txt', path: 'b.txt', size: 7 },
    ]
    const preflight = await ann.send('POST', '/api/upload/preflight', { entries })
    expect(preflight.body.data.refused).toMatchObject([
      { index: 0, problem: { code: 'item.too_deep' } },
    ])
    const form = new FormData()
    form.set('manifest', JSON.stringify(entries))
    for (const _ of entries) form.append('file', new Blob(['content']), 'blob')
    const batch = await ann.send('POST', '/api/upload/batch', form)
    expect(batch.body.data).toMatchObject([
      { item: null, problem: { code: 'item.too_deep' } },
      { problem: null },
    ])
  })

  it('is cancelled when its folder is moved too deep while it is running', async () => {
    const ann = await t.signIn()
    const [from, { deepest }] = [await folder(ann, 'from'), await nestFolders(ann, 98)]
    const fields = { filename: 'a.txt', path: 'x/y/a.txt', upload_id: randomUUID(), size: 14 }
    await ann.upload({ ...fields, parent_id: from.id, is_last: false })
    expect((await move(ann, [from], deepest)).body.meta.changed).toBe(1)
    const last = await ann.upload({ ...fields, parent_id: from.id, offset: 7 })
    expect(answerOf(last)).toEqual(TOO_DEEP)
    expect((await t.storage(ann.userId)).reserved_bytes).toBe(0)
  })
})

describe('moving and copying', () => {
  it('counts the levels below a folder', async () => {
    const ann = await t.signIn()
    const { deepest } = await nestFolders(ann, MAX_FOLDER_DEPTH - 2)
    const three = await tree(ann, 3)
    const two = await tree(ann, 2)
    expect(answerOf(await move(ann, [two, three], deepest))).toEqual(TOO_DEEP)
    expect(answerOf(await copy(ann, [three], deepest))).toEqual(TOO_DEEP)
    expect((await copy(ann, [two], deepest)).body.meta.changed).toBe(1)
    expect((await move(ann, [two], deepest)).body.meta.changed).toBe(1)
  })

  it('counts them for a bulk selection', async () => {
    const ann = await t.signIn()
    const { deepest } = await nestFolders(ann, MAX_FOLDER_DEPTH - 1)
    const from = await folder(ann, 'from')
    await tree(ann, 2, from.id)
    const bulkSelection = { body: { to_id: deepest, select_all_in: all(from.id) } }
    expect(answerOf(await ann.call(items.moveItems, bulkSelection))).toEqual(TOO_DEEP)
    expect(answerOf(await ann.call(items.copyItems, bulkSelection))).toEqual(TOO_DEEP)
  })

  it('counts them when folders are merged', async () => {
    const ann = await t.signIn()
    const { deepest } = await nestFolders(ann, MAX_FOLDER_DEPTH - 1)
    await folder(ann, 'merged', deepest)
    const merged = await folder(ann, 'merged')
    await folder(ann, 'inner', merged.id)
    const body = { to_id: deepest, items: [merged], on_conflict: 'replace' as const }
    expect(answerOf(await ann.call(items.moveItems, { body }))).toEqual(TOO_DEEP)
    expect(answerOf(await ann.call(items.copyItems, { body }))).toEqual(TOO_DEEP)
  })

  it('counts them in a team folder of another owner', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ann, 'Crew', [[ben, 'can_edit']])
    const top = await tree(ben, MAX_FOLDER_DEPTH)
    expect(answerOf(await move(ben, [top], team.id))).toEqual(TOO_DEEP)
    expect(answerOf(await copy(ben, [top], team.id))).toEqual(TOO_DEEP)
  })

  it('allows a tree that is already too deep to move closer to the root', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    const inner = await folder(ann, 'inner', top.id)
    const { deepest } = await nestFolders(ann, MAX_FOLDER_DEPTH - 2, { parentId: inner.id })
    const extra = await folder(ann, 'extra')
    await t.deps.db
      .updateTable('items')
      .set({ parent_id: deepest })
      .where('id', '=', extra.id)
      .execute()
    await t.deps.db
      .updateTable('items')
      .set(eb => ({ folder_count: eb('folder_count', '+', 1) }))
      .where('id', '=', deepest)
      .execute()
    await t.deps.db
      .updateTable('items')
      .set(eb => ({ folder_count: eb('folder_count', '-', 1) }))
      .where('id', '=', ann.userId)
      .execute()
    expect((await move(ann, [inner], null)).body.meta.changed).toBe(1)
  })
})

describe('restoring', () => {
  /** Trashes a folder of two levels whose original folder is then moved to the given depth. */
  async function removedFrom(depth: number) {
    const ann = await t.signIn()
    const originalFolder = await folder(ann, 'place')
    const removed = await tree(ann, 2, originalFolder.id)
    await ann.call(trash.removeItems, { body: { items: [removed] } })
    const { deepest } = await nestFolders(ann, depth - 1)
    await move(ann, [originalFolder], deepest)
    return { ann, removed }
  }
  const restore = (client: TestClient, body: object) =>
    client.send('POST', '/api/trash/restore', body)

  it('is rejected when the original folder is too deep, but allowed to the root', async () => {
    const { ann, removed } = await removedFrom(MAX_FOLDER_DEPTH - 1)
    expect(answerOf(await restore(ann, { items: [removed] }))).toEqual(TOO_DEEP)
    expect(answerOf(await restore(ann, { select_all_in: {} }))).toEqual(TOO_DEEP)
    const home = await restore(ann, { items: [removed], to_home: true })
    expect(home.body.meta.changed).toBe(1)
  })

  it('is allowed up to the limit, for single items and in bulk', async () => {
    const one = await removedFrom(MAX_FOLDER_DEPTH - 2)
    expect((await restore(one.ann, { items: [one.removed] })).body.meta.changed).toBe(1)
    const atLimit = await removedFrom(MAX_FOLDER_DEPTH - 2)
    expect((await restore(atLimit.ann, { select_all_in: {} })).body.meta.changed).toBe(1)
  })
})

it('reads each folder above a thousand items once, with one statement', async () => {
  const ann = await t.signIn()
  const { deepest } = await nestFolders(ann, MAX_FOLDER_DEPTH)
  await seedFiles(t.deps, ann.userId, 999, deepest)
  await t.deps.db
    .updateTable('items')
    .set({ size_bytes: 0 })
    .where('parent_id', '=', deepest)
    .execute()
  await t.deps.db
    .updateTable('user_quotas')
    .set({ used_bytes: 0 })
    .where('user_id', '=', ann.userId)
    .execute()
  const rows = await t.deps.db
    .selectFrom('items')
    .select('id')
    .where('parent_id', '=', deepest)
    .execute()
  const ancestorsById = await findWithAncestors(
    t.deps.db,
    rows.map(({ id }) => id),
    ann.userId,
  )
  const folders = new Set([...ancestorsById.values()].flatMap(([, ...above]) => above))
  expect([ancestorsById.size, folders.size]).toEqual([1000, MAX_FOLDER_DEPTH + 1])
  const zip = await t.countQueries(() =>
    ann.send('POST', '/api/zip/selections', {
      items: rows.map(({ id }) => ({ id, type: 'file' })),
    }),
  )
  const few = await t.countQueries(() =>
    ann.send('POST', '/api/zip/selections', { items: [{ id: rows[0]?.id, type: 'file' }] }),
  )
  expect(zip.length).toBe(few.length)
})
