import { items, trash } from '@coffer/contract'
import { expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { file, folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

const removeAll = (client: TestClient, folder_id: string | null, except: string[] = []) =>
  client.call(trash.removeItems, { body: { select_all_in: { folder_id, except } } })
const restoreAll = (client: TestClient, removed_at?: string, except: string[] = []) =>
  client.call(trash.restoreItems, { body: { select_all_in: { except, removed_at } } })
const total = async (client: TestClient, location: string) =>
  (await client.send('GET', `/api/browse/${location}`)).body.meta.paginate.total

it('trashes everything in a folder except the excluded items, and undo restores exactly that', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  const excluded = await folder(ann, 'kept')
  const inner = await folder(ann, 'inner', top.id)
  await file(ann, 'a.txt', inner.id)
  await file(ann, 'b.txt', top.id)
  const early = await file(ann, 'early.txt', top.id)
  await ann.call(trash.removeItems, { body: { items: [early] } })
  const stays = await file(ann, 'stays.txt', top.id)
  const removed = await removeAll(ann, top.id, [stays.id])
  expect(removed.body.meta).toMatchObject({ changed: 2, skipped: 0 })
  expect(await ann.names(top.id)).toEqual(['stays.txt'])
  // Another removal at the same time is not included.
  await removeAll(ann, excluded.id)
  await ann.call(trash.removeItems, { body: { items: [stays] } })
  const restored = await restoreAll(ann, removed.body.meta.removed_at)
  expect(restored.body.meta.changed).toBe(2)
  expect(await ann.names(top.id)).toEqual(['inner', 'b.txt'])
  expect(await ann.names(inner.id)).toEqual(['a.txt'])
  expect(await total(ann, 'trash/all')).toBe(2)
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

it('lets an editor of a team folder restore what they removed from it, and nothing else', async () => {
  const [ann, bea, mia] = [await t.signIn(), await t.signIn(), await t.signIn()]
  const team = await makeTeamWith(ann, 'crew', [
    [bea, 'can_edit'],
    [mia, 'can_view'],
  ])
  const early = await file(ann, 'early.txt', team.id)
  await ann.call(trash.removeItems, { body: { items: [early] } })
  const secret = await file(ann, 'secret.txt')
  await ann.call(trash.removeItems, { body: { items: [secret] } })
  for (const name of ['a.txt', 'b.txt']) await file(ann, name, team.id)
  const { removed_at, removed_from } = (await removeAll(bea, team.id)).body.meta
  expect(removed_from).toBe(team.id)

  const restore = (client: TestClient, to_home = false) =>
    client.call(trash.restoreItems, {
      body: { select_all_in: { removed_at: removed_at ?? undefined, removed_from }, to_home },
    })
  expect((await restore(mia)).body.code).toBe('auth.forbidden')
  expect((await restore(await t.signIn())).status).toBe(404)
  expect((await restore(bea, true)).body.code).toBe('team.move_out')
  expect((await restore(bea)).body.meta.changed).toBe(2)
  expect(await ann.names(team.id)).toEqual(['a.txt', 'b.txt'])
  expect(await total(ann, 'trash/all')).toBe(2)
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

it('keeps the modification time of files that are restored together', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  const kept = await file(ann, 'a.txt', top.id)
  const timeOf = async () =>
    (await ann.call(items.getItem, { params: { id: kept.id } })).body.data.attributes.updated_at
  const before = await timeOf()
  const removed = await removeAll(ann, top.id)
  t.advance(60_000)
  await restoreAll(ann, removed.body.meta.removed_at)
  expect(await timeOf()).toBe(before)
})

it('records what a guest of a link removes in the activity of the link', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  const names = ['one.txt', 'two.txt']
  const kept = await file(ann, 'kept.txt', top.id)
  for (const name of names) await file(ann, name, top.id)
  const token = await sharingBy(ann).share(top.id, { permission: 'editor' })
  const removed = await t.anonymous().send('POST', `/api/sharing/remove/${token}`, {
    select_all_in: { folder_id: top.id, except: [kept.id] },
  })
  expect(removed.body.meta.changed).toBe(2)
  const { body } = await ann.send('GET', `/api/share/${token}/events`)
  const events: { attributes: { kind: string; name: string } }[] = body.data
  expect(events.map(({ attributes: { kind, name } }) => [kind, name]).toSorted()).toEqual(
    names.map(name => ['removed', name]),
  )
})

it('distinguishes two removals at the same time', async () => {
  const ann = await t.signIn()
  const one = await folder(ann, 'one')
  const other = await folder(ann, 'other')
  await file(ann, '1.txt', one.id)
  await file(ann, '2.txt', other.id)
  const [first, second] = await Promise.all([removeAll(ann, one.id), removeAll(ann, other.id)])
  expect(first.body.meta.removed_at).not.toBe(second.body.meta.removed_at)
  await restoreAll(ann, first.body.meta.removed_at)
  expect([await ann.names(one.id), await ann.names(other.id)]).toEqual([['1.txt'], []])
})

it('numbers names that were taken meanwhile, also many of them', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  await seedFiles(t.deps, ann.userId, 350, top.id)
  const { body } = await removeAll(ann, top.id)
  await seedFiles(t.deps, ann.userId, 350, top.id)
  const again = await removeAll(ann, top.id)
  await restoreAll(ann, body.meta.removed_at)
  await restoreAll(ann, again.body.meta.removed_at)
  expect(await total(ann, `folders/${top.id}`)).toBe(700)
  const names = await t.deps.db
    .selectFrom('items')
    .select('name')
    .where('parent_id', '=', top.id)
    .where('name', 'like', '%(2)%')
    .execute()
  expect(names).toHaveLength(350)
  // Seeded items do not count toward the quota.
  expect(
    (await findIntegrityErrors(t.deps.db)).filter(fault => !fault.startsWith('quota')),
  ).toEqual([])
})

it('reads the taken names once, however many there are', async () => {
  const ann = await t.signIn()
  const countReads = async (files: number) => {
    const top = await folder(ann, `top of ${files}`)
    await seedFiles(t.deps, ann.userId, files, top.id)
    const { body } = await removeAll(ann, top.id)
    await seedFiles(t.deps, ann.userId, files, top.id)
    const queries = await t.countQueries(() => restoreAll(ann, body.meta.removed_at))
    expect(await total(ann, `folders/${top.id}`)).toBe(2 * files)
    return queries.filter(sql => sql.includes('restorable')).length
  }
  expect(await countReads(250)).toBe(await countReads(50))
})

it('numbers equal names in each folder past the taken numbers', async () => {
  const ann = await t.signIn()
  const parents = [await folder(ann, 'one'), await folder(ann, 'other')]
  for (const { id } of parents) {
    for (let count = 0; count < 3; count += 1)
      await ann.call(trash.removeItems, { body: { items: [await folder(ann, 'A', id)] } })
    for (const name of ['a', 'a (3)']) await folder(ann, name, id)
  }
  await restoreAll(ann)
  for (const { id } of parents)
    expect((await ann.names(id)).toSorted()).toEqual(['A (2)', 'A (4)', 'A (5)', 'a', 'a (3)'])
  expect(
    (await findIntegrityErrors(t.deps.db)).filter(fault => !fault.startsWith('quota')),
  ).toEqual([])
})

it('takes a few statements per 500 items', async () => {
  const ann = await t.signIn()
  const small = await folder(ann, 'small')
  const large = await folder(ann, 'large')
  await seedFiles(t.deps, ann.userId, 5, small.id)
  await seedFiles(t.deps, ann.userId, 5000, large.id)
  const counted = async (id: string) => {
    let at: string | undefined
    // Finding the users to notify happens after the answer.
    const ofItems = (queries: string[]) => queries.filter(sql => sql.includes('update')).length
    const removing = await t.countQueries(async () => {
      at = (await removeAll(ann, id)).body.meta.removed_at
    })
    return [ofItems(removing), ofItems(await t.countQueries(() => restoreAll(ann, at)))]
  }
  const forFew = await counted(small.id)
  const forMany = await counted(large.id)
  for (const [index, count] of forMany.entries())
    expect(count - (forFew[index] ?? 0)).toBeLessThan((3 * 5000) / 500)
  expect(await total(ann, `folders/${large.id}`)).toBe(5000)
})

it('deletes the whole trash except the excluded items', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  await file(ann, 'a.txt', top.id)
  const excluded = await file(ann, 'kept.txt')
  await removeAll(ann, null)
  const body = { select_all_in: { folder_id: null, except: [excluded.id], force_delete: true } }
  expect((await ann.call(trash.removeItems, { body })).body.meta.changed).toBe(1)
  expect(await total(ann, 'trash/all')).toBe(1)
  expect((await t.storage(ann.userId)).used_bytes).toBe('kept.txt'.length)
})

it('deletes everything inside a trashed folder except the excluded items', async () => {
  const ann = await t.signIn()
  const eve = await t.signIn()
  const top = await folder(ann, 'top')
  const early = await file(ann, 'early.txt', top.id)
  const inner = await folder(ann, 'inner', top.id)
  await file(ann, 'deep.txt', inner.id)
  await file(ann, 'a.txt', top.id)
  const excluded = await file(ann, 'kept.txt', top.id)
  const purge = (client: TestClient) =>
    client.call(trash.removeItems, {
      body: { select_all_in: { folder_id: top.id, except: [excluded.id], force_delete: true } },
    })
  // Live items are not deleted.
  expect((await purge(ann)).status).toBe(404)
  await ann.call(trash.removeItems, { body: { items: [early] } })
  await ann.call(trash.removeItems, { body: { items: [top] } })
  expect((await purge(eve)).status).toBe(404)
  expect((await purge(ann)).body.meta).toMatchObject({ changed: 2, skipped: 0 })
  expect((await purge(ann)).body.meta.changed).toBe(0)
  expect([await total(ann, `trash/${top.id}`), await total(ann, 'trash/all')]).toEqual([1, 2])
  const expectedBytes = 'kept.txt'.length + 'early.txt'.length
  expect((await t.storage(ann.userId)).used_bytes).toBe(expectedBytes)
  await restoreAll(ann)
  expect(await ann.names(top.id)).toEqual(['early.txt', 'kept.txt'])
  expect(
    (await findIntegrityErrors(t.deps.db)).filter(fault => !fault.startsWith('quota')),
  ).toEqual([])
})

it('answers not found for folders of other users and leaves their trash unchanged', async () => {
  const ann = await t.signIn()
  const eve = await t.signIn()
  const top = await folder(ann, 'top')
  await file(ann, 'a.txt', top.id)
  const evesReply = await removeAll(eve, top.id)
  const none = await removeAll(eve, crypto.randomUUID())
  expect([evesReply.status, { ...evesReply.body, request_id: '' }]).toEqual([
    404,
    { ...none.body, request_id: '' },
  ])
  expect((await removeAll(eve, ann.userId)).status).toBe(404)
  const { body } = await removeAll(ann, top.id)
  expect((await restoreAll(eve, body.meta.removed_at)).body.meta.changed).toBe(0)
  await eve.call(trash.removeItems, {
    body: { select_all_in: { folder_id: null, force_delete: true } },
  })
  expect(await total(ann, 'trash/all')).toBe(1)
})

it('requires either items or a bulk selection', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  const both = { items: [top], select_all_in: { folder_id: top.id } }
  for (const body of [both, {}])
    expect((await ann.send('POST', '/api/remove', body)).status).toBe(422)
  expect((await ann.call(items.getItem, { params: { id: top.id } })).status).toBe(200)
})
