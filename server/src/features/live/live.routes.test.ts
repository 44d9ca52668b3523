import { randomUUID } from 'node:crypto'
import { account, auth, favourites, items, live, sessions, trash, uploads } from '@coffer/contract'
import { CLIENT_HEADER } from '@coffer/contract/constants'
import { CLOSE_SIGNED_OUT, type LiveEvent } from '@coffer/contract/live'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { bytes, chunked } from '../../../test/contents.ts'
import { folder } from '../../../test/new-items.ts'
import { type OpenPage, openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { makeFolder, makeTeamWith } from '../../../test/teams.ts'
import { recordChange } from '../../db/changes.ts'

const t = await openTestApp()

/** Runs a step of a user and returns their page's events of it, without those of earlier changes. */
async function eventsOf(page: OpenPage, userId: string, step: () => Promise<unknown>) {
  await takeEvents(page, userId)
  await step()
  return takeEvents(page, userId)
}

/** Waits for the events of all changes so far. @returns them; the page no longer has them */
async function takeEvents({ events }: OpenPage, userId: string): Promise<LiveEvent[]> {
  const countMarkers = () => events.filter(({ type }) => type === 'notifications.changed').length
  // The first marker may be published before other changes of its batch, the second follows them.
  for (const count of [1, 2]) {
    await t.deps.transact(async tx => recordChange(tx, 'notification', [userId]))
    await expect.poll(countMarkers).toBe(count)
  }
  return events.splice(0).filter(({ type }) => type !== 'notifications.changed')
}

const foldersIn = (events: readonly LiveEvent[]) =>
  events.flatMap(event => (event.type === 'folders.changed' ? event.folder_ids : []))
const typesIn = (events: readonly LiveEvent[]) => [...new Set(events.map(event => event.type))]

it('other devices get events when an upload starts, is cancelled or completes, but not per chunk', async () => {
  const ann = await t.signIn()
  const page = await openPage(await t.signInAgain(ann))
  const countChanges = () => page.events.filter(({ type }) => type === 'uploads.changed').length
  const cancelled = chunked(ann, bytes(200_000))
  await cancelled.send(0, 100_000)
  await expect.poll(countChanges).toBe(1)
  await ann.call(uploads.cancelUpload, { params: { upload_id: cancelled.upload_id } })
  await expect.poll(countChanges).toBe(2)
  const completed = chunked(ann, bytes(300_000))
  await completed.send(0, 100_000)
  await expect.poll(countChanges).toBe(3)
  await completed.send(100_000, 200_000)
  await completed.send(200_000, 300_000)
  await expect.poll(countChanges).toBe(4)
  page.close()
})

it('another page gets an event when settings change', async () => {
  const ann = await t.signIn()
  const page = await openPage(ann)
  await ann.call(account.updateSettings, { body: { theme_mode: 'dark' } })
  await expect.poll(() => typesIn(page.events)).toContain('account.changed')
  page.close()
})

it('a page learns of what changed after it began to load and before it connected', async () => {
  const ann = await t.signIn()
  const startedAt = performance.now()
  await makeFolder(ann, 'Not in the list that the page has loaded')
  const age = Math.ceil(performance.now() - startedAt)
  const loading = await openPage(ann, { age })
  // Published before or after it connected.
  const learns = (types: readonly string[]) =>
    types.includes('refresh') || types.includes('folders.changed')
  await expect.poll(() => typesIn(loading.events)).toSatisfy(learns)
  loading.close()
})

describe('the channel', () => {
  it('requires a session and our own origin', async () => {
    const ann = await t.signIn()
    await expect(openPage(t.anonymous())).rejects.toThrow('401')
    await expect(openPage(ann, { origin: 'https://evil.test' })).rejects.toThrow('403')
    await expect(openPage(ann, { origin: null })).rejects.toThrow('403')
    const page = await openPage(ann)
    page.close()
    await page.closed
  })

  it('limits the connections of one user', async () => {
    const ann = await t.signIn()
    const pages = await Promise.all(Array.from({ length: 30 }, () => openPage(ann)))
    await expect(openPage(ann)).rejects.toThrow('429')
    pages[0]?.close()
    await pages[0]?.closed
    await expect.poll(() => openPage(ann).then(() => 'open', String)).toBe('open')
  })

  it('closes at once when its session ends in any way', async () => {
    const ann = await t.signIn()
    const other = await t.signInAgain(ann)
    const own = await openPage(ann)
    const another = await openPage(other)
    await ann.call(sessions.revokeOtherSessions, { body: { password: 'correct horse battery' } })
    expect(await another.closed).toBe(CLOSE_SIGNED_OUT)
    const thirdPage = await openPage(await t.signInAgain(ann))
    await ann.call(auth.changePassword, {
      body: { currentPassword: 'correct horse battery', newPassword: 'battery staple' },
    })
    expect([await thirdPage.closed, await own.closed]).toEqual([CLOSE_SIGNED_OUT, CLOSE_SIGNED_OUT])
    const last = await openPage(ann)
    await ann.call(auth.signOut, {})
    expect(await last.closed).toBe(CLOSE_SIGNED_OUT)
  })

  it('sends the test event to the administrator who requested it', async () => {
    const admin = await t.signIn('admin')
    const ann = await t.signIn()
    const adminPage = await openPage(admin)
    const annPage = await openPage(ann)
    expect((await admin.call(live.testWebsockets, {})).status).toBe(204)
    await expect.poll(() => adminPage.events).toEqual([{ type: 'connection.tested' }])
    expect((await ann.call(live.testWebsockets, {})).status).toBe(403)
    expect(annPage.events).toEqual([])
  })
})

describe('a change', () => {
  it('reaches every other page of the owner, and no other user', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const first = await openPage(ann)
    const second = await openPage(ann)
    const evePage = await openPage(eve)
    const headers = { [CLIENT_HEADER]: first.id }
    await ann.send('POST', '/api/create-folder', { name: 'New', parent_id: null }, { headers })
    await expect.poll(() => foldersIn(second.events)).toEqual([null])
    expect(first.events).toEqual([])
    expect(evePage.events).toEqual([])
  })

  it('names both folders of a move, the folder of a removal, and the renamed item', async () => {
    const ann = await t.signIn()
    const from = await folder(ann, 'From')
    const to = await folder(ann, 'To')
    const file = (await ann.upload({ filename: 'a.txt', parent_id: from.id })).body.data
    const page = await openPage(ann)
    const ref = { id: file.id, type: 'file' as const }
    const eventsOfCall = (step: () => Promise<unknown>) => eventsOf(page, ann.userId, step)

    const moved = await eventsOfCall(() =>
      ann.call(items.moveItems, { body: { to_id: to.id, items: [ref] } }),
    )
    expect(foldersIn(moved).sort()).toEqual([from.id, to.id].sort())
    const renamed = await eventsOfCall(() =>
      ann.call(items.renameItem, { params: ref, body: { name: 'b.txt', type: 'file' } }),
    )
    expect(renamed).toEqual([{ type: 'item.changed', item_id: file.id, parent_id: to.id }])
    const removed = await eventsOfCall(() =>
      ann.call(trash.removeItems, { body: { items: [ref] } }),
    )
    expect(removed).toEqual([{ type: 'folders.changed', folder_ids: [to.id] }])
    const restored = await eventsOfCall(() =>
      ann.call(trash.restoreItems, { body: { items: [ref] } }),
    )
    expect(foldersIn(restored)).toEqual([to.id])
    await ann.call(trash.removeItems, { body: { items: [ref] } })
    const deleted = await eventsOfCall(() =>
      ann.call(trash.removeItems, { body: { items: [{ ...ref, force_delete: true }] } }),
    )
    expect(typesIn(deleted)).toEqual(expect.arrayContaining(['trash.changed', 'account.changed']))
  })

  it('of folders, but not of files, changes the folder tree', async () => {
    const ann = await t.signIn()
    const made = await folder(ann, 'Made')
    const page = await openPage(ann)
    const eventsOfCall = (step: () => Promise<unknown>) => eventsOf(page, ann.userId, step)
    const treeChangesIn = (events: readonly LiveEvent[]) =>
      events.filter(({ type }) => type === 'tree.changed')
    for (const filename of ['a.txt', 'b.txt']) {
      const uploaded = await eventsOfCall(() => ann.upload({ filename, parent_id: made.id }))
      expect(foldersIn(uploaded)).toContain(made.id)
      expect(treeChangesIn(uploaded)).toEqual([])
    }
    const ref = { id: made.id, type: 'folder' as const }
    const name = { name: 'Renamed', type: 'folder' as const }
    const steps = [
      () => folder(ann, 'Inner', made.id),
      () => ann.call(items.renameItem, { params: ref, body: name }),
      () => ann.call(trash.removeItems, { body: { items: [ref] } }),
      () => ann.call(trash.restoreItems, { body: { items: [ref] } }),
    ]
    for (const step of steps) expect(treeChangesIn(await eventsOfCall(step))).toHaveLength(1)
  })

  it('is published for a new file and for a replaced one', async () => {
    const ann = await t.signIn()
    const page = await openPage(ann)
    const file = (await ann.upload({ filename: 'a.txt' })).body.data
    await expect
      .poll(() => typesIn(page.events).sort())
      .toEqual(['account.changed', 'folders.changed'])
    page.events.length = 0
    await ann.upload({ filename: 'a.txt', on_conflict: 'replace', content: 'more' })
    await expect
      .poll(() => page.events)
      .toContainEqual({ type: 'item.changed', item_id: file.id, parent_id: null })
  })

  it('of favourites reaches the user’s other pages', async () => {
    const ann = await t.signIn()
    const { id } = await folder(ann, 'Letters')
    const page = await openPage(ann)
    await ann.call(favourites.addFavourites, { body: { ids: [id] } })
    await expect.poll(() => typesIn(page.events)).toContain('account.changed')
    page.close()
  })

  it('of an item is one event for its owner and all members', async () => {
    const [ann, ben, cem] = [await t.signIn(), await t.signIn(), await t.signIn()]
    const team = await makeTeamWith(ann, 'Crew', [
      [ben, 'can_view'],
      [cem, 'can_view'],
    ])
    const made = await makeFolder(ann, 'Made', team.id)
    const pages = [await openPage(ann), await openPage(ben)] as const
    await takeEvents(pages[0], ann.userId)
    await takeEvents(pages[1], ben.userId)
    const publish = vi.spyOn(t.deps.live, 'publish')
    onTestFinished(() => publish.mockRestore())
    const rename = (id: string, name: string) =>
      ann.call(items.renameItem, { params: { id }, body: { name, type: 'folder' } })
    const changesOf = (events: readonly LiveEvent[]) =>
      events.filter(event => event.type === 'item.changed')
    const published = () =>
      publish.mock.calls.filter(([, event]) => event.type === 'item.changed').map(([ids]) => ids)

    await rename(made.id, 'Named')
    const named = { type: 'item.changed', item_id: made.id, parent_id: team.id }
    expect(changesOf(await takeEvents(pages[0], ann.userId))).toEqual([named])
    expect(changesOf(await takeEvents(pages[1], ben.userId))).toEqual([named])
    expect(published()).toEqual([expect.arrayContaining([ann.userId, ben.userId, cem.userId])])

    // Only the owner's home is null.
    await rename(team.id, 'Crew 2')
    const changed = { type: 'item.changed', item_id: team.id }
    const toOwner = changesOf(await takeEvents(pages[0], ann.userId))
    expect(toOwner).toEqual([{ ...changed, parent_id: null }])
    const toMember = changesOf(await takeEvents(pages[1], ben.userId))
    expect(toMember).toEqual([{ ...changed, parent_id: ann.userId }])
  })

  it('of the activity of a share reaches its owner only', async () => {
    const [ann, ben] = [await t.signIn(), await t.signIn()]
    const team = await makeTeamWith(ann, 'Crew', [[ben, 'can_view']])
    const made = await makeFolder(ann, 'Made', team.id)
    const { share, change } = sharingBy(ann)
    const page = await openPage(ann)
    const benPage = await openPage(ben)
    const bothSee = async (step: () => Promise<unknown>) => {
      await takeEvents(benPage, ben.userId)
      const seen = await eventsOf(page, ann.userId, step)
      return [typesIn(seen), typesIn(await takeEvents(benPage, ben.userId))]
    }
    const token = await share(made.id)
    expect(await bothSee(() => change(token, { permission: 'editor' }))).toEqual([
      ['item.changed'],
      [],
    ])
    const guest = t.anonymous()
    const visit = () => guest.send('GET', `/api/sharing/${token}`)
    expect(await bothSee(visit)).toEqual([['item.changed'], []])
  })

  it('that is rolled back is not published', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Outer')
    const page = await openPage(ann)
    const failed = t.deps.transact(async tx => {
      recordChange(tx, 'folder', [outer.id])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await folder(ann, 'Inside', (await folder(ann, 'Last')).id)
    await expect.poll(() => foldersIn(page.events).length).toBeGreaterThanOrEqual(2)
    expect(foldersIn(page.events)).not.toContain(outer.id)
  })

  it('is batched into a few events per second', async () => {
    const ann = await t.signIn()
    const page = await openPage(ann)
    const started = Date.now()
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        Array.from({ length: 20 }, (_, at) => ann.upload({ filename: `${round}-${at}.txt` })),
      )
    const last = await folder(ann, 'Last')
    await folder(ann, 'Inside', last.id)
    await expect.poll(() => foldersIn(page.events)).toContain(last.id)
    const maxEvents = 2 + (Date.now() - started) / 250
    expect(foldersIn(page.events).filter(id => id === null).length).toBeLessThanOrEqual(maxEvents)
  })
})

it('M17: one event for 10,000 users reaches exactly them on every process', async () => {
  const other = await anotherProcess(t)
  if (!other) return
  onTestFinished(other.close)
  const ann = await t.signIn()
  const eve = await t.signIn()
  const annPage = await openPage(other.from(ann))
  const evePage = await openPage(other.from(eve))
  const userIds = [...Array.from({ length: 9_999 }, () => randomUUID()), ann.userId]
  // Repeated until the other process listens.
  await expect
    .poll(() => {
      t.deps.live.publish(userIds, { type: 'teams.changed' })
      return annPage.events.length
    })
    .toBeGreaterThan(0)
  expect(typesIn(annPage.events)).toEqual(['teams.changed'])
  expect(evePage.events).toEqual([])
})

it('M17: a member of a team of 10,000 is notified of a change on another process, and no one else', async () => {
  const other = await anotherProcess(t)
  if (!other) return
  onTestFinished(other.close)
  const [owner, member, stranger] = [await t.signIn(), await t.signIn(), await t.signIn()]
  const team = await makeTeamWith(owner, 'Everyone', [[member, 'can_view']])
  await sql`insert into users (id, name, email, role, created_at, updated_at)
    select 'crowd-' || number, 'Crowd', number || '@crowd.test', 'user', now(), now()
    from generate_series(1, 9998) as number`.execute(t.deps.db)
  await sql`insert into team_members (folder_id, user_id, permission, created_at)
    select ${team.id}, 'crowd-' || number, 'can_view', 0
    from generate_series(1, 9998) as number`.execute(t.deps.db)
  const memberPage = await openPage(other.from(member))
  const strangerPage = await openPage(other.from(stranger))
  // Wait until the other process listens.
  await expect
    .poll(async () => {
      t.deps.live.publish([member.userId], { type: 'connection.tested' })
      return memberPage.events.length
    })
    .toBeGreaterThan(0)
  memberPage.events.length = 0
  await makeFolder(owner, 'Plans', team.id)
  await expect.poll(() => foldersIn(memberPage.events)).toEqual([team.id])
  expect(strangerPage.events).toEqual([])
})

it('a change is published on every process of an installation', async () => {
  const other = await anotherProcess(t)
  if (!other) return
  const ann = await t.signIn()
  const otherPage = await openPage(other.from(ann))
  // Wait until the other process listens.
  await expect
    .poll(async () => {
      t.deps.live.publish([ann.userId], { type: 'connection.tested' })
      return otherPage.events.length
    })
    .toBeGreaterThan(0)
  otherPage.events.length = 0
  await folder(ann, 'Here')
  await expect.poll(() => foldersIn(otherPage.events)).toEqual([null])
  await ann.call(auth.signOut, {})
  expect(await otherPage.closed).toBe(CLOSE_SIGNED_OUT)
  await other.close()
})
