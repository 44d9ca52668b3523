import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { UserActor } from '../src/actor.ts'
import type { Deps } from '../src/deps.ts'
import { copyAllIn, moveAllIn } from '../src/features/items/bulk-transfers.service.ts'
import { endTeam, transferLiveItems } from '../src/features/items/index.ts'
import { copyItems, moveItems } from '../src/features/items/transfers.service.ts'
import { restoreAllIn, trashAllIn } from '../src/features/trash/bulk-trash.service.ts'
import { removeItems, restoreItems } from '../src/features/trash/trash.service.ts'
import { clearVersions } from '../src/features/versions/versions.service.ts'
import { findIntegrityErrors } from './integrity.ts'
import { largestWrite } from './largest-write.ts'
import { folder } from './new-items.ts'
import { openTestApp } from './open-test-app.ts'
import { seedFiles } from './seed-files.ts'
import { seedFolders } from './seed-folders.ts'
import { makeTeamWith } from './teams.ts'
import type { TestClient } from './test-client.ts'

const t = await openTestApp()

const MAX_ROWS = 500
const FOLDERS = 600
const FILES = 550

const actorOf = ({ userId }: TestClient) => ({ kind: 'user', userId, role: 'user' }) as UserActor

/** A folder that contains 600 folders, with one folder in each, and 550 empty files. */
async function seedTree() {
  const ann = await t.signIn()
  const source = await folder(ann, 'Source')
  const target = await folder(ann, 'Target')
  const names = Array.from({ length: FOLDERS }, (_, index) => `Folder ${index}`)
  await seedFolders(t.deps, ann.userId, names, source.id)
  await seedFiles(t.deps, ann.userId, FILES, source.id)
  await sql`update items set size_bytes = 0 where owner_id = ${ann.userId}`.execute(t.deps.db)
  return { ann, actor: actorOf(ann), source, target }
}

/** Adds 550 empty files to a folder. */
async function seedEmptyFiles({ userId }: TestClient, folderId: string): Promise<void> {
  await seedFiles(t.deps, userId, FILES, folderId)
  await sql`update items set size_bytes = 0 where parent_id = ${folderId}`.execute(t.deps.db)
}

/** Adds an empty earlier version to each file in a folder. */
async function seedVersions(folderId: string): Promise<void> {
  const { db } = t.deps
  const files = sql`from items where parent_id = ${folderId} and type = 'file'`
  await sql`insert into blobs (id, storage_key, size_bytes, created_at)
    select id, parent_id || '/' || id, 0, 0 ${files}`.execute(db)
  await sql`insert into item_versions (id, item_id, number, blob_id, size_bytes, created_at)
    select id, id, 1, id, 0, 0 ${files}`.execute(db)
  await sql`update items set version_count = 1
    where parent_id = ${folderId} and type = 'file'`.execute(db)
}

/** Counts the trashed items at the root of a home. */
async function countTrashedIn(homeId: string): Promise<number> {
  const { rows } = await sql`select id from items
    where parent_id = ${homeId} and owner_id = ${homeId} and trashed_at is not null`.execute(
    t.deps.db,
  )
  return rows.length
}

interface Below {
  path: string
  owner_id: string
  team_id: string | null
}

/** Everything live below a folder, ordered by path. */
async function findBelow(folderId: string): Promise<Below[]> {
  const { rows } = await sql<Below & { id: string }>`
    with recursive below(id, path, owner_id, team_id) as (
      select id, name, owner_id, team_id from items
      where parent_id = ${folderId} and trashed_at is null
      union all
      select items.id, below.path || '/' || items.name, items.owner_id, items.team_id
      from below join items on items.parent_id = below.id and items.trashed_at is null
    )
    select path, owner_id, team_id from below`.execute(t.deps.db)
  return rows.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

const pathsBelow = async (folderId: string) => (await findBelow(folderId)).map(({ path }) => path)

const isEvery = async (folderId: string, column: 'owner_id' | 'team_id', value: string | null) =>
  (await findBelow(folderId)).every(row => row[column] === value)

/** Runs work and checks that its statements write few rows each. */
async function expectSmallWrites(work: (deps: Deps) => Promise<unknown>): Promise<void> {
  expect(await largestWrite(t.deps, work)).toBeLessThanOrEqual(MAX_ROWS)
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
}

const RENAME = { on_conflict: 'rename' as const }

describe('a statement writes at most 500 rows', () => {
  it('when a folder is copied', async () => {
    const { actor, source, target } = await seedTree()
    const copy = { ...RENAME, items: [source], to_id: target.id }
    await expectSmallWrites(deps => copyItems(deps, actor, copy))
    const originals = await pathsBelow(source.id)
    expect(originals).toHaveLength(2 * FOLDERS + FILES)
    const copies = ['Source', ...originals.map(path => `Source/${path}`)]
    expect(await pathsBelow(target.id)).toEqual(copies)
  })

  it('when everything in a folder is copied and moved', async () => {
    const { ann, actor, source, target } = await seedTree()
    const end = await folder(ann, 'End')
    const originals = await pathsBelow(source.id)
    const select_all_in = { folder_id: source.id, except: [] }
    const transfer = { ...RENAME, select_all_in }
    await expectSmallWrites(deps => copyAllIn(deps, actor, { ...transfer, to_id: target.id }))
    expect(await pathsBelow(target.id)).toEqual(originals)
    await expectSmallWrites(deps => moveAllIn(deps, actor, { ...transfer, to_id: end.id }))
    expect(await pathsBelow(end.id)).toEqual(originals)
    expect(await pathsBelow(source.id)).toEqual([])
  })

  it('when a folder is moved into a team folder, and the team ends', async () => {
    const { ann, actor, source } = await seedTree()
    const { id: teamId } = await makeTeamWith(ann, 'Team', [])
    const move = { ...RENAME, items: [source], to_id: teamId }
    await expectSmallWrites(deps => moveItems(deps, actor, move))
    expect(await isEvery(source.id, 'team_id', teamId)).toBe(true)
    await expectSmallWrites(deps => deps.transact(tx => endTeam(tx, teamId)))
    expect(await isEvery(source.id, 'team_id', null)).toBe(true)
  })

  it('when a folder is moved into the team folder of another owner', async () => {
    const { ann, actor, source } = await seedTree()
    const eve = await t.signIn()
    const { id: teamId } = await makeTeamWith(eve, 'Team', [[ann, 'can_edit']])
    const move = { ...RENAME, items: [source], to_id: teamId }
    await expectSmallWrites(deps => moveItems(deps, actor, move))
    expect(await isEvery(source.id, 'owner_id', eve.userId)).toBe(true)
  })

  it('when a folder with many trashed files is moved to another owner', async () => {
    const { ann, actor, source } = await seedTree()
    await trashAllIn(t.deps, actor, { folder_id: source.id, except: [] })
    const eve = await t.signIn()
    const { id: teamId } = await makeTeamWith(eve, 'Team', [[ann, 'can_edit']])
    const move = { ...RENAME, items: [source], to_id: teamId }
    await expectSmallWrites(deps => moveItems(deps, actor, move))
    expect(await countTrashedIn(ann.userId)).toBe(FOLDERS + FILES)
  })

  it('when all files of a user are transferred to another one', async () => {
    const { ann, actor, source, target } = await seedTree()
    await seedEmptyFiles(ann, target.id)
    await trashAllIn(t.deps, actor, { folder_id: target.id, except: [] })
    await seedEmptyFiles(ann, ann.userId)
    const originals = await pathsBelow(source.id)
    const eve = await t.signIn()
    const transfer = { from: ann.userId, to: eve.userId, folderName: 'Ann' }
    await expectSmallWrites(deps => deps.transact(tx => transferLiveItems(tx, deps, transfer)))
    expect(await isEvery(eve.userId, 'owner_id', eve.userId)).toBe(true)
    expect(await pathsBelow(source.id)).toEqual(originals)
    expect(await pathsBelow(ann.userId)).toEqual([])
    // The new folder at the root of the recipient, Source and Target.
    expect(await pathsBelow(eve.userId)).toHaveLength(3 + originals.length + FILES)
    expect(await countTrashedIn(ann.userId)).toBe(FILES)
  })

  it('when a folder is removed, restored and deleted', async () => {
    const { actor, source, target } = await seedTree()
    const refs = [{ ...source, force_delete: true }]
    const originals = await pathsBelow(source.id)
    await expectSmallWrites(deps => removeItems(deps, actor, refs))
    expect(await pathsBelow(source.id)).toEqual([])
    const restore = { ...RENAME, to_home: false }
    await expectSmallWrites(deps => restoreItems(deps, actor, refs, restore))
    expect(await pathsBelow(source.id)).toEqual(originals)
    await removeItems(t.deps, actor, refs)
    await expectSmallWrites(deps => removeItems(deps, actor, refs))
    const { rows } = await sql`select id from items where owner_id = ${actor.userId}`.execute(
      t.deps.db,
    )
    expect(rows.map(row => (row as { id: string }).id).toSorted()).toEqual(
      [actor.userId, target.id].toSorted(),
    )
  })

  it('when everything in a folder is removed and restored', async () => {
    const { actor, source } = await seedTree()
    const originals = await pathsBelow(source.id)
    const select_all_in = { folder_id: source.id, except: [] }
    await expectSmallWrites(deps => trashAllIn(deps, actor, select_all_in))
    expect(await pathsBelow(source.id)).toEqual([])
    await expectSmallWrites(deps =>
      restoreAllIn(deps, actor, { except: [], removed_from: null }, false),
    )
    expect(await pathsBelow(source.id)).toEqual(originals)
  })

  it('when everything is restored beside items with the same names', async () => {
    const { ann, actor, source } = await seedTree()
    await trashAllIn(t.deps, actor, { folder_id: source.id, except: [] })
    await seedEmptyFiles(ann, source.id)
    const selection = { except: [], removed_from: null }
    await expectSmallWrites(deps => restoreAllIn(deps, actor, selection, false))
    const paths = await pathsBelow(source.id)
    expect(paths).toHaveLength(2 * FOLDERS + 2 * FILES)
    expect(paths.filter(path => path.endsWith(' (2).txt'))).toHaveLength(FILES)
  })

  it('when everything in the trash is restored to the home', async () => {
    const { ann, actor, source, target } = await seedTree()
    const originals = await pathsBelow(source.id)
    await trashAllIn(t.deps, actor, { folder_id: source.id, except: [] })
    const selection = { except: [], removed_from: null }
    await expectSmallWrites(deps => restoreAllIn(deps, actor, selection, true))
    expect(await pathsBelow(source.id)).toEqual([])
    const restored = [...originals, 'Source', 'Target'].toSorted()
    expect(await pathsBelow(ann.userId)).toEqual(restored)
    expect(await pathsBelow(target.id)).toEqual([])
  })

  it('when all versions of the files of a user are deleted', async () => {
    const { ann, actor, source } = await seedTree()
    await seedVersions(source.id)
    await expectSmallWrites(deps => clearVersions(deps, actor))
    const { rows } = await sql`select item_versions.id from item_versions
      join items on items.id = item_versions.item_id
      where items.owner_id = ${ann.userId}`.execute(t.deps.db)
    expect(rows).toEqual([])
    const { rows: blobs } = await sql<{ released_at: number | null }>`
      select released_at from blobs where storage_key like ${`${source.id}/%`}`.execute(t.deps.db)
    expect(blobs).toHaveLength(FILES)
    expect(blobs.every(blob => blob.released_at !== null)).toBe(true)
  })
})

it('copies nothing when the last of many files exceeds the quota', async () => {
  const { ann, actor, source, target } = await seedTree()
  await sql`update items set size_bytes = 1
    where parent_id = ${source.id} and type = 'file'`.execute(t.deps.db)
  await t.limitStorage(ann.userId, FILES - 1)
  const copy = { ...RENAME, items: [source], to_id: target.id }
  await expect(copyItems(t.deps, actor, copy)).rejects.toMatchObject({
    code: 'upload.quota_exceeded',
  })
  expect(await pathsBelow(target.id)).toEqual([])
  expect((await t.storage(ann.userId)).used_bytes).toBe(0)
})
