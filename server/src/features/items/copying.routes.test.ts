import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { largestStatement } from '../../../test/largest-statement.ts'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { seedFolders } from '../../../test/seed-folders.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { UserActor } from '../../actor.ts'
import { copyAllIn } from './bulk-transfers.service.ts'
import { copyItems } from './transfers.service.ts'

const t = await openTestApp()

const actorOf = ({ userId }: TestClient) => ({ kind: 'user', userId, role: 'user' }) as UserActor

/** A folder with 1,200 folders that contain one folder each, and with 1,100 files. */
async function seedTree() {
  const ann = await t.signIn()
  const source = await folder(ann, 'Source')
  const target = await folder(ann, 'Target')
  await seedFolders(
    t.deps,
    ann.userId,
    Array.from({ length: 1200 }, (_, i) => `F${i}`),
    source.id,
  )
  await seedFiles(t.deps, ann.userId, 1100, source.id)
  await t.deps.db
    .updateTable('items')
    .set({ size_bytes: 0 })
    .where('owner_id', '=', ann.userId)
    .execute()
  return { ann, source, target }
}

/** The paths of everything live below a folder. */
async function pathsBelow(folderId: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    with recursive below(id, path) as (
      select id, name from items where parent_id = ${folderId} and trashed_at is null
      union all
      select items.id, below.path || '/' || items.name
      from below join items on items.parent_id = below.id and items.trashed_at is null
    )
    select path from below`.execute(t.deps.db)
  return rows.map(({ path }) => path).toSorted()
}

describe('copying a large tree', () => {
  it('copies everything with statements of at most 500 rows', async () => {
    const { ann, source, target } = await seedTree()
    const copy = { items: [source], to_id: target.id, on_conflict: 'rename' as const }
    const largest = await largestStatement(t.deps, deps => copyItems(deps, actorOf(ann), copy))
    expect(largest).toBeLessThanOrEqual(500)
    const originals = await pathsBelow(source.id)
    expect(originals).toHaveLength(3500)
    expect(await pathsBelow(target.id)).toEqual(
      ['Source', ...originals.map(path => `Source/${path}`)].toSorted(),
    )
    expect(await findIntegrityErrors(t.deps.db)).toEqual([])
  })

  it('copies everything in a folder with statements of at most 500 rows', async () => {
    const { ann, source, target } = await seedTree()
    const select_all_in = { folder_id: source.id, except: [] }
    const copy = { select_all_in, to_id: target.id, on_conflict: 'rename' as const }
    const largest = await largestStatement(t.deps, deps => copyAllIn(deps, actorOf(ann), copy))
    expect(largest).toBeLessThanOrEqual(500)
    expect(await pathsBelow(target.id)).toEqual(await pathsBelow(source.id))
    expect(await findIntegrityErrors(t.deps.db)).toEqual([])
  })

  it('copies nothing when the quota is exceeded by the last of many files', async () => {
    const { ann, source, target } = await seedTree()
    await sql`update items set size_bytes = 1 where parent_id = ${source.id}`.execute(t.deps.db)
    await t.limitStorage(ann.userId, 1099)
    const copy = { items: [source], to_id: target.id, on_conflict: 'rename' as const }
    await expect(copyItems(t.deps, actorOf(ann), copy)).rejects.toMatchObject({
      code: 'upload.quota_exceeded',
    })
    expect(await pathsBelow(target.id)).toEqual([])
    expect((await t.storage(ann.userId)).used_bytes).toBe(0)
  })
})
