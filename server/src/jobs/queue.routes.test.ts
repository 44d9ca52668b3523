import { HOUR_MS } from '@coffer/contract/durations'
import { CompiledQuery, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { anotherProcess } from '../../test/another-process.ts'
import { openTestApp } from '../../test/open-test-app.ts'
import { createTestApp } from '../../test/test-app.ts'
import { job } from './job.ts'
import { DEAD_RETENTION_MS, type JobStore, LEASE_MS, WORKER_LOST } from './queue.ts'

const Payload = z.object({ word: z.string() })
const ran: string[] = []
let onSlow: (signal: AbortSignal) => Promise<void> = async () => undefined

const say = job({
  name: 'test.say',
  payload: Payload,
  attempts: 3,
  timeoutMs: 60_000,
  run: async (_, { word }) => void ran.push(word),
})
const poison = job({
  name: 'test.poison',
  payload: Payload,
  attempts: 3,
  timeoutMs: 60_000,
  run: async (_, { word }) => {
    ran.push(word)
    throw new Error('This can never work.')
  },
})
const slow = job({
  name: 'test.slow',
  payload: Payload,
  lane: 'bulk',
  attempts: 2,
  timeoutMs: 60_000,
  run: async (_, { word }, { signal }) => {
    ran.push(`${word} begins`)
    await onSlow(signal)
    ran.push(`${word} ends`)
  },
})
const endless = job({
  name: 'test.endless',
  payload: Payload,
  attempts: 1,
  timeoutMs: 20,
  run: () => new Promise(() => undefined),
})

const t = await openTestApp({ jobs: [say, poison, slow, endless] })
const store = t.deps.jobs as JobStore
beforeEach(() => {
  ran.length = 0
  onSlow = async () => undefined
})

const add = (
  kind: typeof say,
  word: string,
  options?: { key?: string; delayMs?: number },
): Promise<void> => t.deps.transact(tx => t.deps.jobs.add(tx, kind, { word }, options))

it('runs a queued job once', async () => {
  await add(say, 'hello')
  expect(ran).toEqual([])
  await t.runJobs()
  await t.runJobs()
  expect(ran).toEqual(['hello'])
})

it('queues nothing if the transaction fails', async () => {
  const work = t.deps.transact(async tx => {
    await t.deps.jobs.add(tx, say, { word: 'never' })
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  await t.runJobs()
  expect(ran).toEqual([])
})

it('queues one job per payload, and none if the transaction fails', async () => {
  const addAll = (words: string[]) =>
    t.deps.transact(async tx => {
      const payloads = words.map(word => ({ word }))
      await t.deps.jobs.addAll(tx, say, payloads)
      if (words.includes('never')) throw new Error('no')
    })
  await addAll([])
  await expect(addAll(['one', 'never'])).rejects.toThrow('no')
  await addAll(['one', 'two', 'two'])
  await t.runJobs()
  expect(ran.toSorted()).toEqual(['one', 'two', 'two'])
})

it('keeps one waiting job per key, and every job without a key', async () => {
  for (const key of ['a', 'a', 'b']) await add(say, key, { key })
  await add(say, 'c')
  await add(say, 'c')
  await t.runJobs()
  expect(ran.sort()).toEqual(['a', 'b', 'c', 'c'])
  await add(say, 'a', { key: 'a' })
  await t.runJobs()
  expect(ran).toHaveLength(5)
})

it('waits until a job is due, and moves it up when one with the same key is due earlier', async () => {
  await add(say, 'later', { delayMs: HOUR_MS })
  await add(say, 'sooner', { key: 'k', delayMs: HOUR_MS })
  await add(say, 'sooner', { key: 'k' })
  await t.runJobs()
  expect(ran).toEqual(['sooner'])
  await t.jobsLater(HOUR_MS)
  await t.runJobs()
  expect(ran).toEqual(['sooner', 'later'])
})

it('retries a failing job after a pause, then stores it as dead with its reason, without blocking others', async () => {
  await add(poison, 'bad')
  await add(say, 'good')
  await t.runJobs()
  expect(ran.sort()).toEqual(['bad', 'good'])
  for (const times of [2, 3, 3]) {
    await t.jobsLater(HOUR_MS)
    await t.runJobs()
    expect(ran.filter(word => word === 'bad')).toHaveLength(times)
  }
  expect(await store.dead()).toContainEqual({
    name: 'test.poison',
    payload: { word: 'bad' },
    reason: 'This can never work.',
  })
})

it('deletes dead jobs after a month, and none earlier', async () => {
  // Sorted, because the databases return them in any order.
  const deadPayloads = async () =>
    (await store.dead())
      .filter(({ name }) => name === poison.name)
      .map(({ payload }) => Payload.parse(payload).word)
      .sort()
  const addUntilDead = async (word: string) => {
    await add(poison, word)
    for (let tries = 0; tries < 3; tries += 1) {
      await t.jobsLater(HOUR_MS)
      await t.runJobs()
    }
  }
  await t.jobsLater(2 * DEAD_RETENTION_MS)
  await store.recover([])
  await addUntilDead('first')
  await t.jobsLater(DEAD_RETENTION_MS / 2)
  await addUntilDead('second')
  await store.recover([])
  expect(await deadPayloads()).toEqual(['first', 'second'])
  await t.jobsLater(DEAD_RETENTION_MS / 2)
  await store.recover([])
  expect(await deadPayloads()).toEqual(['second'])
})

it('runs a job of a killed worker again, and stores it as dead if that repeats', async () => {
  await add(slow, 'killed')
  // A worker that claims the job and then disappears, twice.
  expect(await store.claim([slow.name], 1)).toHaveLength(1)
  await store.recover([])
  expect(await store.claim([slow.name], 1)).toEqual([])
  await t.jobsLater(LEASE_MS + 1000)
  await store.recover([])
  await t.jobsLater(HOUR_MS)
  expect(await store.claim([slow.name], 1)).toMatchObject([{ attempt: 2 }])
  await t.jobsLater(LEASE_MS + 1000)
  await store.recover([])
  await t.jobsLater(HOUR_MS)
  await t.runJobs()
  expect(ran).toEqual([])
  const reasons = (await store.dead()).filter(({ name }) => name === slow.name)
  expect(reasons).toHaveLength(1)
  expect(reasons[0]?.reason).toMatch(
    t.deps.databaseKind === 'sqlite' ? WORKER_LOST : 'heartbeat timeout',
  )
})

it('leaves a job that its worker could not renew in time to it, if that still runs', async () => {
  await add(say, 'late')
  const claimed = await store.claim([say.name], 1)
  await t.jobsLater(LEASE_MS + 1000)
  await store.recover(claimed)
  await t.jobsLater(HOUR_MS)
  expect(await store.claim([say.name], 1)).toEqual([])
  for (const each of claimed) await store.finish(each)
})

it.each(['finish', 'fail', 'release'] as const)(
  'a worker that lost a job cannot %s the attempt of another one',
  async end => {
    await add(slow, 'lost')
    const [lost] = await store.claim([slow.name], 1)
    await t.jobsLater(LEASE_MS + 1000)
    await store.recover([])
    await t.jobsLater(HOUR_MS)
    const [current] = await store.claim([slow.name], 1)
    if (!lost || !current) throw new Error('nothing was claimed')
    await store[end](lost, 'late' as never)
    expect((await store.list('running', { offset: 0, limit: 9 })).map(({ id }) => id)).toEqual([
      current.id,
    ])
    await store.finish(current)
    expect((await store.summarize()).counts).toMatchObject({ running: 0, waiting: 0 })
  },
)

it('leaves a job with a renewed lease to its worker', async () => {
  await add(say, 'long')
  const [claimed] = await store.claim([say.name], 1)
  if (!claimed) throw new Error('nothing was claimed')
  await t.jobsLater(LEASE_MS - 5_000)
  await store.keepAlive([claimed])
  await t.jobsLater(LEASE_MS - 5_000)
  await store.recover([])
  expect(await store.claim([say.name], 1)).toEqual([])
  await store.finish(claimed)
})

it('stops waiting for a job after its timeout', async () => {
  await add(endless, 'for ever')
  await t.runJobs()
  expect(await store.dead()).toContainEqual(
    expect.objectContaining({ name: 'test.endless', reason: 'It took longer than 0.02 s.' }),
  )
})

it('runs a serial lane in the order of queueing', async () => {
  const words = Array.from({ length: 12 }, (_, number) => `number ${number}`)
  for (const word of words) await add(slow, word)
  await t.runJobs()
  expect(ran).toEqual(words.flatMap(word => [`${word} begins`, `${word} ends`]))
})

it('does not delay quick jobs behind slow ones', async () => {
  const gate = Promise.withResolvers<void>()
  onSlow = () => gate.promise
  await add(slow, 'first')
  await add(slow, 'second')
  const drained = t.runJobs()
  await expect.poll(() => ran).toEqual(['first begins'])
  await add(say, 'quick')
  t.deps.worker.wake()
  await expect.poll(() => ran).toEqual(['first begins', 'quick'])
  gate.resolve()
  await drained
  expect(ran.slice(2)).toEqual(['first ends', 'second begins', 'second ends'])
})

it('aborts running jobs at shutdown and runs them again in the next process', async () => {
  const own = await createTestApp({ jobs: [slow] })
  onSlow = signal =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  own.deps.worker.start()
  const queue = own.deps.jobs as JobStore
  await own.deps.transact(tx => queue.add(tx, slow, { word: 'cut off' }))
  await expect.poll(() => ran).toEqual(['cut off begins'])
  await own.deps.worker.stop()
  expect(await queue.claim([slow.name], 1)).toMatchObject([{ attempt: 1 }])
  await queue.close()
  await own.close()
})

it('a queued job makes the worker ask for the jobs of its lane alone', async () => {
  const other = await createTestApp({ jobs: [say, slow] })
  const { worker, jobs, transact } = other.deps
  const queue = jobs as JobStore
  const claim = queue.claim.bind(queue)
  const asked: string[] = []
  queue.claim = (names, limit) => {
    asked.push(...names)
    return claim(names, limit)
  }
  worker.start()
  // The start asks for everything.
  await expect.poll(() => new Set(asked)).toEqual(new Set(['test.say', 'test.slow']))
  await worker.drain()
  asked.length = 0
  await transact(tx => jobs.add(tx, say, { word: 'awake' }))
  await expect.poll(() => ran).toEqual(['awake'])
  expect(new Set(asked)).toEqual(new Set(['test.say']))
  await other.close()
})

it.runIf(t.database.url)('accepts its first jobs while every connection waits for it', async () => {
  const other = await anotherProcess(t, { poolSize: 2, jobs: [say] })
  onTestFinished(async () => other?.close())
  if (!other) return
  const { transact, jobs } = other.deps
  let open = 0
  const both = Promise.withResolvers<void>()
  const queued = Array.from({ length: 2 }, (_, number) =>
    transact(async tx => {
      await sql`select 1`.execute(tx)
      open += 1
      if (open === 2) both.resolve()
      await both.promise
      await jobs.add(tx, say, { word: `first ${number}` })
    }),
  )
  await expect(Promise.all(queued)).resolves.toHaveLength(2)
})

it.runIf(t.database.url)('another process starts a job at once, without polling', async () => {
  const jobs = [say, poison, slow, endless]
  const other = await anotherProcess(t, { pollMs: HOUR_MS, jobs })
  onTestFinished(async () => other?.close())
  t.deps.hub.start()
  other?.deps.worker.start()
  // It listens once an announcement arrives; each is for a job.
  await expect
    .poll(async () => {
      await add(say, 'from the first')
      return ran
    })
    .toContain('from the first')
  await other?.deps.worker.drain()
  ran.length = 0
  await add(say, 'at once')
  await expect.poll(() => ran).toEqual(['at once'])
})

it('a job of a newer version is left to its processes for a day', async () => {
  const newer = { ...say, payload: z.object({ words: z.array(z.string()) }) }
  await t.deps.transact(tx => t.deps.jobs.add(tx, newer, { words: ['new'] }))
  const isDead = async () =>
    (await store.dead()).some(({ payload }) => newer.payload.safeParse(payload).success)
  for (let tries = 0; tries < newer.attempts + 1; tries += 1) {
    await t.runJobs()
    await t.jobsLater(HOUR_MS)
  }
  expect(await isDead()).toBe(false)
  await t.jobsLater(24 * HOUR_MS)
  for (let tries = 0; tries < newer.attempts; tries += 1) {
    await t.runJobs()
    await t.jobsLater(HOUR_MS)
  }
  expect(await isDead()).toBe(true)
})

it.runIf(t.database.url)('runs what waits in a queue of its own, from before lanes', async () => {
  const boss = new PgBoss({ connectionString: t.database.url ?? '', supervise: false })
  await boss.start()
  await boss.createQueue(say.name, { policy: 'short' })
  await boss.insert(say.name, [{ data: { word: 'old' }, singletonKey: 'one:old' }])
  await boss.stop({ graceful: false })
  await t.runJobs()
  expect(ran).toEqual(['old'])
})

it.runIf(t.database.url)('finds a waiting job by its key in a long queue by an index', async () => {
  await sql`insert into pgboss.job_common (name, singleton_key, policy)
    select 'lane-quick', 'waiting:' || n, 'short' from generate_series(1, 20000) as n`.execute(
    t.deps.db,
  )
  await sql`analyze pgboss.job_common`.execute(t.deps.db)
  const { rows } = await sql<Record<'QUERY PLAN', string>>`explain select id from pgboss.job
    where name = 'lane-quick' and state < 'active' and singleton_key = 'waiting:7'`.execute(
    t.deps.db,
  )
  await sql`delete from pgboss.job where singleton_key like 'waiting:%'`.execute(t.deps.db)
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).toContain('job_waiting_by_key')
})

interface PlanNode {
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Rows that a plan has read at most; unlike pages read, they don't include those deleted earlier. */
const rowsReadBy = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) + 1 + (node['Rows Removed by Filter'] ?? 0)) *
    (node['Actual Loops'] ?? 0) +
  (node.Plans ?? []).reduce((sum, each) => sum + rowsReadBy(each), 0)

it.runIf(t.database.url)('finds due jobs without reading the queues they wait in', async () => {
  await sql`insert into pgboss.job_common (name, singleton_key, policy)
    select 'lane-quick', 'waiting:' || n, 'short' from generate_series(1, 20000) as n`.execute(
    t.deps.db,
  )
  await sql`analyze pgboss.job_common`.execute(t.deps.db)
  const [statement] = await t.countQueries(async () => void (await store.claim([say.name], 0)))
  const explained = CompiledQuery.raw(`explain (analyze, format json) ${statement}`, [
    [say.name, 'lane-quick', 'lane-bulk'],
  ])
  const { rows } = await t.deps.db.executeQuery(explained)
  await sql`delete from pgboss.job where singleton_key like 'waiting:%'`.execute(t.deps.db)
  const [{ Plan: plan }] = (rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[])[0]?.[
    'QUERY PLAN'
  ] ?? [{ Plan: {} }]
  expect(plan['Actual Loops']).toBe(1)
  expect(rowsReadBy(plan)).toBeLessThan(50)
})
