import { afterAll, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { rowsOf } from '../../../test/snapshot.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

const file = async (client: TestClient, filename: string, parent_id: string | null, size = 1) =>
  (await client.upload({ filename, parent_id, content: 'x'.repeat(size), on_conflict: 'replace' }))
    .body.data
type Ref = { id: string; type: 'file' | 'folder' }
const ref = ({ id, type }: Ref) => ({ id, type })
type Rule = 'rename' | 'skip' | 'replace'
const transfer = (client: TestClient, way: 'move' | 'copy') => {
  const send = (to_id: string | null, which: Ref[], on_conflict: Rule = 'rename') =>
    client.send('POST', `/api/${way}`, { to_id, items: which.map(ref), on_conflict })
  const all = (to_id: string | null, folder_id: string | null, on_conflict: Rule = 'rename') =>
    client.send('POST', `/api/${way}`, { to_id, select_all_in: { folder_id }, on_conflict })
  return { send, all }
}
const used = async (client: TestClient) => Number((await t.storage(client.userId)).used_bytes)
const ownershipOf = async (client: TestClient, id: string) => {
  const { body } = await client.send('GET', `/api/items/${id}`)
  return [body.data?.relationships.owner.data.id, body.data?.attributes.team_id]
}

async function shared(permission: 'can_edit' | 'can_view' = 'can_edit') {
  const ann = await t.signIn()
  const ben = await t.signIn()
  const team = await makeTeamWith(ann, 'Team', [[ben, permission]])
  return { ann, ben, team }
}

describe('moving into a team folder', () => {
  it('gives items and versions to the owner, charges their quota, and ends shares', async () => {
    const { ann, ben, team } = await shared()
    const mine = await folder(ben, 'Mine')
    const inner = await folder(ben, 'Inner', mine.id)
    await file(ben, 'a.txt', inner.id, 5)
    const twice = await file(ben, 'a.txt', inner.id, 7)
    const removedFile = await file(ben, 'gone.txt', inner.id, 3)
    await ben.send('POST', '/api/remove', { items: [ref(removedFile)] })
    await linkTo(ben, twice.id)

    expect((await transfer(ben, 'move').send(team.id, [mine])).status).toBe(200)
    expect([await used(ann), await used(ben)]).toEqual([12, 3])
    expect(await ownershipOf(ben, twice.id)).toEqual([ann.userId, team.id])
    expect(await t.deps.db.selectFrom('shares').select('id').execute()).toEqual([])
    const trash = await ben.send('GET', '/api/browse/trash/all')
    expect(trash.body.data.map((item: Ref) => item.id)).toEqual([removedFile.id])
    await ben.send('POST', '/api/trash/restore', { items: [ref(removedFile)] })
    expect(await ben.names()).toEqual(['gone.txt'])
  })

  it('is rejected when the owner’s quota is too small, and the item stays', async () => {
    const { ann, ben, team } = await shared()
    const mine = await folder(ben, 'Mine')
    await file(ben, 'a.txt', mine.id, 9)
    await t.limitStorage(ann.userId, 8)
    const before = await rowsOf(t.deps.db, ben.userId)
    for (const rejected of [
      await transfer(ben, 'move').send(team.id, [mine]),
      await transfer(ben, 'move').all(team.id, null),
      await transfer(ben, 'copy').send(team.id, [mine]),
    ])
      expect([rejected.status, rejected.body.code]).toEqual([423, 'upload.quota_exceeded'])
    expect(await rowsOf(t.deps.db, ben.userId)).toEqual(before)
  })

  it('transfers ownership also in bulk and when items are replaced', async () => {
    const { ann, ben, team } = await shared()
    const existingFolder = await folder(ann, 'Same', team.id)
    await file(ann, 'a.txt', existingFolder.id, 4)
    const same = await folder(ben, 'Same')
    await file(ben, 'a.txt', same.id, 5)
    const other = await file(ben, 'b.txt', same.id, 6)
    const plain = await file(ben, 'plain.txt', null, 7)
    const all = await transfer(ben, 'move').all(team.id, null, 'replace')
    expect(all.body.meta).toMatchObject({ changed: 2, skipped: 0 })
    expect([await used(ann), await used(ben)]).toEqual([4 + 5 + 6 + 7, 0])
    for (const { id } of [other, plain])
      expect(await ownershipOf(ann, id)).toEqual([ann.userId, team.id])
    expect(await ann.names(existingFolder.id)).toEqual(['a.txt', 'b.txt'])
  })
})

describe('moving a bulk selection to where names are taken', () => {
  it('transfers ownership under new names', async () => {
    const { ann, ben, team } = await shared()
    await file(ann, 'a.txt', team.id, 2)
    const taken = await file(ben, 'a.txt', null, 3)
    const free = await file(ben, 'b.txt', null, 4)
    const moved = await transfer(ben, 'move').all(team.id, null)
    expect(moved.body.meta).toMatchObject({ changed: 2, skipped: 0 })
    expect([await used(ann), await used(ben)]).toEqual([9, 0])
    for (const { id } of [taken, free])
      expect(await ownershipOf(ben, id)).toEqual([ann.userId, team.id])
    expect(await ben.names(team.id)).toEqual(['a (2).txt', 'a.txt', 'b.txt'])
  })
})

describe('items in a team folder', () => {
  it('can be moved back by the owner only, so others are offered no undo', async () => {
    const { ann, ben, team } = await shared()
    const own = await file(ben, 'own.txt', null, 1)
    const more = await file(ben, 'more.txt', null, 1)
    expect((await transfer(ben, 'move').send(team.id, [own])).body.meta.placed_at).toBeNull()
    expect((await transfer(ben, 'move').all(team.id, null)).body.meta.placed_at).toBeNull()

    const moveByOwner = await transfer(ann, 'move').send(null, [own])
    expect(moveByOwner.body.meta.placed_at).toBeUndefined()
    const inner = await folder(ben, 'Inner', team.id)
    const within = await transfer(ben, 'move').send(inner.id, [more])
    expect(within.body.meta.placed_at).toBeUndefined()
  })

  // P6
  it('are moved out by the owner only; members can copy them and own the copies', async () => {
    const { ann, ben, team } = await shared()
    const otherTeam = await makeTeamWith(ann, 'Other', [[ben, 'can_edit']])
    const inner = await folder(ben, 'Inner', team.id)
    const plan = await file(ben, 'plan.txt', inner.id, 5)
    const before = await rowsOf(t.deps.db, ann.userId)
    for (const rejected of [
      await transfer(ben, 'move').send(null, [inner]),
      await transfer(ben, 'move').send(otherTeam.id, [plan]),
      await transfer(ben, 'move').all(null, team.id),
    ])
      expect([rejected.status, rejected.body.code]).toEqual([403, 'team.move_out'])
    expect(await rowsOf(t.deps.db, ann.userId)).toEqual(before)

    const copied = await transfer(ben, 'copy').send(null, [inner])
    expect(copied.body.meta.changed).toBe(1)
    expect([await used(ann), await used(ben)]).toEqual([5, 5])
    expect(await ownershipOf(ben, copied.body.meta.created[0].id)).toEqual([ben.userId, null])

    await transfer(ann, 'move').send(otherTeam.id, [plan])
    expect(await ownershipOf(ben, plan.id)).toEqual([ann.userId, otherTeam.id])
    await transfer(ann, 'move').all(null, team.id)
    expect(await ownershipOf(ann, inner.id)).toEqual([ann.userId, null])
    expect((await ben.send('GET', `/api/items/${inner.id}`)).status).toBe(404)
  })

  it('count toward the owner’s quota and traffic, and concurrent uploads of one name are both kept', async () => {
    const { ann, ben, team } = await shared()
    // U19
    const both = await Promise.all(
      [ann, ben].map(client => client.upload({ filename: 'a.txt', parent_id: team.id })),
    )
    expect(both.map(item => item.status)).toEqual([201, 201])
    expect(await ann.names(team.id)).toEqual(['a (2).txt', 'a.txt'])
    expect([await used(ann), await used(ben)]).toEqual([14, 0])
    const creators = both.map(item => item.body.data.relationships.creator.data.id)
    expect(creators).toEqual([ann.userId, ben.userId])
    const traffic = await t.deps.db.selectFrom('traffic').selectAll().execute()
    expect(traffic.find(row => row.user_id === ben.userId)).toBeUndefined()
  })

  it('are restored into the folder, and out of it by the owner only', async () => {
    const { ann, ben, team } = await shared()
    const inner = await folder(ben, 'Inner', team.id)
    const plan = await file(ben, 'plan.txt', inner.id)
    await ben.send('POST', '/api/remove', { items: [ref(inner)] })
    const restore = (client: TestClient, to_home: boolean) =>
      client.send('POST', '/api/trash/restore', { items: [ref(inner)], to_home })
    expect((await restore(ben, true)).status).toBe(403)
    expect((await restore(ben, false)).status).toBe(200)
    expect(await ownershipOf(ben, plan.id)).toEqual([ann.userId, team.id])
    await ben.send('POST', '/api/remove', { items: [ref(inner)] })
    expect((await restore(ann, true)).status).toBe(200)
    expect(await ownershipOf(ann, plan.id)).toEqual([ann.userId, null])
    expect((await ben.send('GET', `/api/items/${plan.id}`)).status).toBe(404)
  })

  it('are restored to the owner’s root once the team folder is deleted', async () => {
    const { ann, ben, team } = await shared()
    for (const how of ['one by one', 'all at once']) {
      const inner = await folder(ann, how, team.id)
      const plan = await file(ann, 'plan.txt', inner.id)
      await ann.send('POST', '/api/remove', { items: [ref(inner)] })
      await ann.send('POST', '/api/remove', { items: [{ id: team.id, type: 'folder' }] })
      const body =
        how === 'one by one'
          ? { items: [ref(inner)] }
          : { select_all_in: { except: [team.id] }, to_home: true }
      await ann.send('POST', '/api/trash/restore', body)
      expect(await ownershipOf(ann, plan.id)).toEqual([ann.userId, null])
      await ann.send('POST', '/api/trash/restore', { items: [{ id: team.id, type: 'folder' }] })
      expect(await ownershipOf(ben, team.id)).toEqual([ann.userId, team.id])
    }
  })
})

describe('a team folder itself', () => {
  it('cannot be moved, not even in bulk, and is never merged', async () => {
    const { ann, team } = await shared()
    const otherFolder = await folder(ann, 'Place')
    const plain = await folder(ann, 'Plain')
    expect((await transfer(ann, 'move').send(otherFolder.id, [team])).status).toBe(403)
    const all = { folder_id: null, except: [otherFolder.id] }
    const moved = await ann.send('POST', '/api/move', { to_id: otherFolder.id, select_all_in: all })
    expect(moved.body.meta).toMatchObject({ changed: 1, skipped: 1 })
    expect(await ownershipOf(ann, team.id)).toEqual([ann.userId, team.id])
    expect(await ann.names(otherFolder.id)).toEqual(['Plain'])

    const namesake = await folder(ann, 'Team', otherFolder.id)
    await file(ann, 'a.txt', namesake.id)
    await transfer(ann, 'move').send(null, [namesake, plain], 'replace')
    expect(await ann.names()).toEqual(['Place', 'Plain', 'Team', 'Team (2)'])
    expect(await ownershipOf(ann, namesake.id)).toEqual([ann.userId, null])
  })
})

/** A share row as the owner would have created it. */
const linkTo = (client: TestClient, itemId: string) =>
  t.deps.db
    .insertInto('shares')
    .values({
      id: crypto.randomUUID(),
      item_id: itemId,
      owner_id: client.userId,
      token: 'token',
      token_hash: crypto.randomUUID(),
      permission: 'visitor',
      password_hash: null,
      unlock_key: 'key',
      expires_in_hours: null,
      expires_at: null,
      download_limit: null,
      created_at: 1,
      updated_at: 1,
    })
    .execute()
