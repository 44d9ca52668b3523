import { account, auth, favourites, items, live, sessions, trash, uploads } from '@coffer/contract'
import { CLIENT_HEADER, CLOSE_SIGNED_OUT, type LiveEvent } from '@coffer/contract/live'
import { describe, expect, it } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { bytes, chunked } from '../../../test/contents.ts'
import { folder } from '../../../test/new-items.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { recordChange } from '../../db/changes.ts'

const t = await openTestApp()

const foldersIn = (events: readonly LiveEvent[]) =>
  events.flatMap(event => (event.type === 'folders.changed' ? event.folder_ids : []))
const typesIn = (events: readonly LiveEvent[]) => [...new Set(events.map(event => event.type))]

it('other devices hear of an upload that began, was given up or became a file, not of its chunks', async () => {
  const ann = await t.signIn()
  const page = await openPage(await t.signInAgain(ann))
  const countOfChanges = () => page.events.filter(({ type }) => type === 'uploads.changed').length
  const given = chunked(ann, bytes(200_000))
  await given.send(0, 100_000)
  await expect.poll(countOfChanges).toBe(1)
  await ann.call(uploads.cancelUpload, { params: { upload_id: given.upload_id } })
  await expect.poll(countOfChanges).toBe(2)
  const film = chunked(ann, bytes(300_000))
  await film.send(0, 100_000)
  await expect.poll(countOfChanges).toBe(3)
  await film.send(100_000, 200_000)
  await film.send(200_000, 300_000)
  await expect.poll(countOfChanges).toBe(4)
  page.close()
})

it('another page hears of settings that were changed', async () => {
  const ann = await t.signIn()
  const page = await openPage(ann)
  await ann.call(account.updateSettings, { body: { theme_mode: 'dark' } })
  await expect.poll(() => typesIn(page.events)).toContain('account.changed')
  page.close()
})

describe('the channel', () => {
  it('is open to who is signed in, from our own pages only', async () => {
    const ann = await t.signIn()
    await expect(openPage(t.anonymous())).rejects.toThrow('401')
    await expect(openPage(ann, { origin: 'https://evil.test' })).rejects.toThrow('403')
    await expect(openPage(ann, { origin: null })).rejects.toThrow('403')
    const page = await openPage(ann)
    page.close()
    await page.closed
  })

  it('takes only so many pages of one person', async () => {
    const ann = await t.signIn()
    const pages = await Promise.all(Array.from({ length: 30 }, () => openPage(ann)))
    await expect(openPage(ann)).rejects.toThrow('429')
    pages[0]?.close()
    await pages[0]?.closed
    await expect.poll(() => openPage(ann).then(() => 'open', String)).toBe('open')
  })

  it('ends at once with its session, however that ends', async () => {
    const ann = await t.signIn()
    const other = await t.signInAgain(ann)
    const own = await openPage(ann)
    const another = await openPage(other)
    await ann.call(sessions.revokeOtherSessions, { body: { password: 'correct horse battery' } })
    expect(await another.closed).toBe(CLOSE_SIGNED_OUT)
    const third = await openPage(await t.signInAgain(ann))
    await ann.call(auth.changePassword, {
      body: { currentPassword: 'correct horse battery', newPassword: 'battery staple' },
    })
    expect([await third.closed, await own.closed]).toEqual([CLOSE_SIGNED_OUT, CLOSE_SIGNED_OUT])
    const last = await openPage(ann)
    await ann.call(auth.signOut, {})
    expect(await last.closed).toBe(CLOSE_SIGNED_OUT)
  })

  it('carries the test of the connection to the administrator who asks for it', async () => {
    const admin = await t.signIn('admin')
    const ann = await t.signIn()
    const his = await openPage(admin)
    const hers = await openPage(ann)
    expect((await admin.call(live.testWebsockets, {})).status).toBe(204)
    await expect.poll(() => his.events).toEqual([{ type: 'connection.tested' }])
    expect((await ann.call(live.testWebsockets, {})).status).toBe(403)
    expect(hers.events).toEqual([])
  })
})

describe('a change', () => {
  it('reaches every other page of its owner, and nobody else', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const first = await openPage(ann)
    const second = await openPage(ann)
    const hers = await openPage(eve)
    const headers = { [CLIENT_HEADER]: first.id }
    await ann.send('POST', '/api/create-folder', { name: 'New', parent_id: null }, { headers })
    await expect.poll(() => foldersIn(second.events)).toEqual([null])
    expect(first.events).toEqual([])
    expect(hers.events).toEqual([])
  })

  it('names both folders of a move, the folder of a removal, and what was renamed', async () => {
    const ann = await t.signIn()
    const from = await folder(ann, 'From')
    const to = await folder(ann, 'To')
    const file = (await ann.upload({ filename: 'a.txt', parent_id: from.id })).body.data
    const page = await openPage(ann)
    await ann.call(items.moveItems, {
      body: { to_id: to.id, items: [{ id: file.id, type: 'file' }] },
    })
    // What happened just before the page was opened may be among it.
    await expect
      .poll(() => foldersIn(page.events))
      .toEqual(expect.arrayContaining([from.id, to.id]))
    page.events.length = 0
    await ann.call(items.renameItem, {
      params: { id: file.id },
      body: { name: 'b.txt', type: 'file' },
    })
    await expect
      .poll(() => page.events)
      .toEqual([{ type: 'item.changed', item_id: file.id, parent_id: to.id }])
    page.events.length = 0
    const ref = { id: file.id, type: 'file' as const }
    await ann.call(trash.removeItems, { body: { items: [ref] } })
    await expect.poll(() => page.events).toEqual([{ type: 'folders.changed', folder_ids: [to.id] }])
    page.events.length = 0
    await ann.call(trash.restoreItems, { body: { items: [ref] } })
    await expect.poll(() => foldersIn(page.events)).toEqual([to.id])
    await ann.call(trash.removeItems, { body: { items: [ref] } })
    await ann.call(trash.removeItems, { body: { items: [{ ...ref, force_delete: true }] } })
    await expect.poll(() => typesIn(page.events)).toContain('trash.changed')
    expect(typesIn(page.events)).toContain('account.changed')
  })

  it('of folders alone changes the tree of whoever sees them', async () => {
    const ann = await t.signIn()
    const made = await folder(ann, 'Made')
    const page = await openPage(ann)
    const treeNews = () => page.events.filter(({ type }) => type === 'tree.changed').length
    await ann.upload({ filename: 'a.txt', parent_id: made.id })
    await expect.poll(() => foldersIn(page.events)).toContain(made.id)
    // Its own making may be among it.
    page.events.length = 0
    await ann.upload({ filename: 'b.txt', parent_id: made.id })
    await expect.poll(() => foldersIn(page.events)).toContain(made.id)
    const ref = { id: made.id, type: 'folder' as const }
    const name = { name: 'Renamed', type: 'folder' as const }
    const steps = [
      () => folder(ann, 'Inner', made.id),
      () => ann.call(items.renameItem, { params: ref, body: name }),
      () => ann.call(trash.removeItems, { body: { items: [ref] } }),
      () => ann.call(trash.restoreItems, { body: { items: [ref] } }),
    ]
    for (const step of steps) {
      await step()
      await expect.poll(treeNews).toBe(1)
      page.events.length = 0
    }
  })

  it('is told of a file that arrives and of one that is replaced', async () => {
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

  it('of favourites is told to the other pages of whoever marked them', async () => {
    const ann = await t.signIn()
    const { id } = await folder(ann, 'Letters')
    const page = await openPage(ann)
    await ann.call(favourites.addFavourites, { body: { ids: [id] } })
    await expect.poll(() => typesIn(page.events)).toContain('account.changed')
    page.close()
  })

  it('that fails is not told', async () => {
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

  it('is a few events a second, however many there are', async () => {
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
    const most = 2 + (Date.now() - started) / 250
    expect(foldersIn(page.events).filter(id => id === null).length).toBeLessThanOrEqual(most)
  })
})

it('is told on every process of an installation', async () => {
  const other = await anotherProcess(t)
  if (!other) return
  const ann = await t.signIn()
  const there = await openPage(other.from(ann))
  // Until the other process listens.
  await expect
    .poll(async () => {
      t.deps.live.publish([ann.userId], { type: 'connection.tested' })
      return there.events.length
    })
    .toBeGreaterThan(0)
  there.events.length = 0
  await folder(ann, 'Here')
  await expect.poll(() => foldersIn(there.events)).toEqual([null])
  await ann.call(auth.signOut, {})
  expect(await there.closed).toBe(CLOSE_SIGNED_OUT)
  await other.close()
})
