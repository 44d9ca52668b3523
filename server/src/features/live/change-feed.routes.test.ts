import type { KyselyPlugin } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { recordChange } from '../../db/changes.ts'
import { ConnectionHub } from '../../realtime/hub.ts'
import { ChangeFeed } from './index.ts'

const t = await openTestApp()

/** Fails the first statements, as when the connection to the database is lost. */
function failingFirst(count: number): KyselyPlugin {
  let failures = 0
  return {
    transformQuery({ node }) {
      failures += 1
      if (failures <= count) throw new Error('The connection is lost')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** A feed of changes, and the types of the events that a user's page gets. */
function feedFor(userId: string, failures = 0) {
  const hub = new ConnectionHub()
  const types: string[] = []
  hub.connect({
    id: 'page',
    userId,
    send: text => types.push(JSON.parse(text).type),
    revalidate: () => undefined,
  })
  const db = t.deps.db.withPlugin(failingFirst(failures))
  return { types, feed: new ChangeFeed({ db, hub, log: t.deps.log }) }
}

it('publishes a change later when its recipients are not found at first', async () => {
  const { userId } = await t.signIn()
  const { types, feed } = feedFor(userId, 1)
  const ids = new Set([userId])
  feed.add(
    new Map([
      ['account', ids],
      ['folder', ids],
    ]),
    undefined,
  )
  await expect.poll(() => types).toEqual(['account.changed', 'folders.changed'])
})

it('refreshes all pages when too many changes wait for their recipients', async () => {
  const { userId } = await t.signIn()
  const { types, feed } = feedFor(userId, 1)
  const ids = Array.from({ length: 1_001 }, () => t.deps.newId())
  feed.add(new Map([['folder', new Set(ids)]]), undefined)
  await expect.poll(() => types).toEqual(['refresh'])
  feed.add(new Map([['folder', new Set([userId])]]), undefined)
  await expect.poll(() => types).toEqual(['refresh', 'folders.changed'])
})

it('refreshes all pages at most once in 30 seconds, and before a process stops', async () => {
  const { userId } = await t.signIn()
  const { types, feed } = feedFor(userId, Number.POSITIVE_INFINITY)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const overflow = async () => {
    const ids = Array.from({ length: 1_001 }, () => t.deps.newId())
    feed.add(new Map([['folder', new Set(ids)]]), undefined)
    await vi.advanceTimersByTimeAsync(2_000)
  }
  for (let count = 0; count < 5; count += 1) await overflow()
  expect(types).toEqual(['refresh'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(types).toEqual(['refresh', 'refresh'])
  await overflow()
  expect(types).toHaveLength(2)
  await feed.flush()
  expect(types).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(types).toHaveLength(3)
})

it('publishes what is pending before a process stops', async () => {
  const { userId } = await t.signIn()
  const { types, feed } = feedFor(userId)
  feed.add(new Map([['folder', new Set([userId])]]), undefined)
  await feed.flush()
  expect(types).toEqual(['folders.changed'])
})

it('a stopping process notifies the others of its last changes', async () => {
  const other = await anotherProcess(t)
  if (!other) return
  const ann = await t.signIn()
  const page = await openPage(ann)
  const types = () => page.events.map(({ type }) => type)
  // Wait until this process listens.
  t.deps.hub.start()
  await expect
    .poll(async () => {
      other.deps.live.publish([ann.userId], { type: 'connection.tested' })
      return types()
    })
    .toContain('connection.tested')
  await other.deps.transact(async tx => recordChange(tx, 'account', [ann.userId]))
  await other.close()
  await expect.poll(types).toContain('account.changed')
})
