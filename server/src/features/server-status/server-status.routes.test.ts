import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestApp } from '../../../test/open-test-app.ts'
import { storesInBucket } from '../../../test/s3-bucket.ts'
import { job } from '../../jobs/job.ts'
import { storeReport } from './processes.service.ts'

const failing = job({
  name: 'test.failing',
  payload: z.object({ secret: z.string() }),
  attempts: 1,
  timeoutMs: 60_000,
  run: async () => {
    throw new Error("ENOENT: no such file, open '/data/blobs/Salaries.xlsx'")
  },
})

const t = await openTestApp({ jobs: [failing] })
const admin = await t.signIn('admin')

const status = async () => (await admin.send('GET', '/api/admin/status')).body.data
const jobsOf = async (state: string) =>
  (await admin.send('GET', `/api/admin/jobs?state=${state}`)).body
const add = (delayMs = 0, key?: string) =>
  t.deps.transact(tx =>
    t.deps.jobs.add(tx, failing, { secret: 'hidden word' }, { delayMs, ...(key && { key }) }),
  )
/** Calls an action on jobs. @returns its status and the number of changed jobs */
const act = (action: 'retry' | 'discard') => async (selection: object) => {
  const { status, body } = await admin.send('POST', `/api/admin/jobs/${action}`, { selection })
  return [status, body.data?.count]
}
const retry = act('retry')
const discard = act('discard')

it('reports checks, sizes, versions and recurring tasks', async () => {
  const report = await status()
  const states = new Map(
    report.checks.map(({ check, state }: { check: string; state: string }) => [check, state]),
  )
  expect(states.get('database')).toBe('ok')
  expect(states.get('mail')).toBe('warning')
  expect(report.database.size_bytes).toBeGreaterThan(0)
  expect(report.storage.capacity_bytes).toBeGreaterThan(report.storage.free_bytes)
  expect(report.storage.bucket !== null).toBe(storesInBucket())
  expect(report.storage.used_bytes).toBe(0)
  const task = report.tasks.find(({ name }: { name: string }) => name === 'purge-trash')
  expect(Date.parse(task.next_run_at)).toBeGreaterThan(Date.now())
  expect(task.last_run_at).toBeNull()
})

it('shows the stored sum of the storage of all users, which is not added up at each view', async () => {
  await status()
  // Totals that took long to compute are kept for long.
  const totals = { users: 1, recentDays: [], usedBytes: 4321, durationMs: 60_000 }
  await t.deps.db
    .updateTable('statistics')
    .set({ value: JSON.stringify(totals) })
    .execute()
  let report: Awaited<ReturnType<typeof status>>
  const statements = await t.countQueries(async () => {
    report = await status()
  })
  expect(report.storage.used_bytes).toBe(4321)
  expect(statements.filter(text => text.includes('user_quotas'))).toEqual([])
})

it('lists each running process once, and no longer when it stops reporting', async () => {
  t.deps.report.recordTask('purge-trash', { at: Date.now(), durationMs: 12, error: null })
  await storeReport(t.deps)
  await storeReport(t.deps)
  const report = await status()
  expect(report.processes).toMatchObject([{ pid: process.pid, version: '0.1.0' }])
  const task = report.tasks.find(({ name }: { name: string }) => name === 'purge-trash')
  expect(task).toMatchObject({ last_duration_ms: 12, last_error: null })
  t.advance(120_000)
  expect((await status()).processes).toEqual([])
})

it('shows the last run of a recurring task after a restart', async () => {
  const run = { ran_at: Date.now(), duration_ms: 7, error: 'full' }
  const slot = run.ran_at
  await t.deps.db
    .insertInto('clock')
    .values({ name: 'purge-trash', slot, ...run })
    .execute()
  const { tasks } = await status()
  expect(tasks.find(({ name }: { name: string }) => name === 'purge-trash')).toMatchObject({
    last_run_at: new Date(run.ran_at).toISOString(),
    last_duration_ms: 7,
    last_error: 'full',
  })
})

it('works while the file store is broken', async () => {
  const { blobs } = t.deps
  const check = blobs.check
  blobs.check = () => Promise.reject(new Error("EIO: i/o error, open '/data/blobs/Salaries.xlsx'"))
  const report = await status()
  blobs.check = check
  expect(report.checks).toContainEqual({
    check: 'storage',
    state: 'failing',
    detail: 'EIO: i/o error, open <text>',
  })
  expect(report.database).not.toBeNull()
})

it('lists failed jobs without payload and private parts of the reason', async () => {
  await add()
  await t.runJobs()
  const { data, meta } = await jobsOf('failed')
  expect(meta.counts.failed).toBe(1)
  expect(data[0].attributes).toMatchObject({
    name: 'test.failing',
    reason: 'ENOENT: no such file, open <text>',
  })
  expect(JSON.stringify(data)).not.toContain('hidden word')
  expect(await discard({ ids: [data[0].id] })).toEqual([200, 1])
  expect((await jobsOf('failed')).data).toEqual([])
})

it('retries a failed job', async () => {
  await add()
  await t.runJobs()
  const [failed] = (await jobsOf('failed')).data
  expect(await retry({ ids: [failed.id] })).toEqual([200, 1])
  await t.runJobs()
  const { data } = await jobsOf('failed')
  expect(data).toHaveLength(1)
  expect(await discard({ ids: [data[0].id] })).toEqual([200, 1])
})

it('discards a waiting job, and neither retries it nor finds it again', async () => {
  await add(3_600_000)
  const { data, meta } = await jobsOf('waiting')
  expect(meta.counts.waiting).toBe(1)
  const selection = { ids: [data[0].id] }
  expect(await retry(selection)).toEqual([404, undefined])
  expect(await discard(selection)).toEqual([200, 1])
  expect(await discard(selection)).toEqual([404, undefined])
})

describe('several jobs at once', () => {
  const idsOf = async (state: string): Promise<string[]> =>
    (await jobsOf(state)).data.map(({ id }: { id: string }) => id)
  const failSeveral = async (count: number, key?: string) => {
    for (let added = 0; added < count; added += 1) {
      await add(0, key)
      await t.runJobs()
    }
    return idsOf('failed')
  }
  const audited = async (action: string) => {
    const rows = await t.deps.db
      .selectFrom('audit_entries')
      .select('target_id')
      .where('action', '=', action)
      .execute()
    return rows.map(({ target_id }) => target_id)
  }

  it('retries those that have failed, each with an entry of its own', async () => {
    const failed = await failSeveral(3)
    await add(3_600_000)
    const [waiting] = await idsOf('waiting')
    const selection = { ids: [failed[0], failed[1], waiting, t.deps.newId()] }
    expect(await retry(selection)).toEqual([200, 2])
    expect(await idsOf('failed')).toEqual([failed[2]])
    expect(await idsOf('waiting')).toHaveLength(3)
    expect(await audited('job.retried')).toEqual(expect.arrayContaining(failed.slice(0, 2)))
    expect(await discard({ state: 'waiting' })).toEqual([200, 3])
    expect(await discard({ state: 'failed' })).toEqual([200, 1])
  })

  it('changes all of a state except some', async () => {
    const failed = await failSeveral(3)
    await add(3_600_000)
    expect(await discard({ state: 'failed', except: [failed[1]] })).toEqual([200, 2])
    expect(await idsOf('failed')).toEqual([failed[1]])
    expect(await idsOf('waiting')).toHaveLength(1)
    expect(await retry({ state: 'failed' })).toEqual([200, 1])
    await t.runJobs()
    expect(await discard({ state: 'failed' })).toEqual([200, 1])
    expect(await discard({ state: 'waiting' })).toEqual([200, 1])
    expect(await discard({ state: 'failed' })).toEqual([404, undefined])
  })

  it('retries jobs with the same key', async () => {
    const failed = await failSeveral(2, 'same')
    expect(failed).toHaveLength(2)
    expect(await retry({ state: 'failed' })).toEqual([200, 2])
    expect(await idsOf('failed')).toEqual([])
    expect((await idsOf('waiting')).length).toBeGreaterThan(0)
    await discard({ state: 'waiting' })
  })

  it('does not accept running jobs', async () => {
    expect(await discard({ state: 'running' })).toEqual([422, undefined])
  })
})
