import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { ProcessReport } from '../process-report.ts'
import { startClock } from './clock.ts'
import { clockClaims, findSlot, readLastRuns } from './clock-claims.ts'

const t = await openTestApp()
const isShared = t.deps.databaseKind === 'postgres'
const HOUR = 3_600_000
const ENDED = { at: 0, durationMs: 1, error: null }

/** Claims of another process, whose clock may differ. */
const processAt = (aheadMs = 0) =>
  clockClaims({
    ...t.deps,
    report: new ProcessReport(),
    now: () => new Date(Date.now() + aheadMs),
  })

/** Lets time pass for claims that are not renewed. */
const expireClaims = () =>
  t.deps.db
    .updateTable('clock')
    .set(eb => ({ held_until: eb('held_until', '-', HOUR) }))
    .execute()

it.runIf(isShared)('M18: processes that start together run each slot once', async () => {
  const processes = Array.from({ length: 6 }, () => processAt())
  const slots = [1000, 2000, 3000]
  for (const slot of slots) {
    const claims = await Promise.all(processes.map(one => one.claim('purge', slot)))
    expect(claims.filter(Boolean)).toEqual([true])
    await Promise.all(processes.map(one => one.release('purge', ENDED)))
    expect(await processes[0]?.claim('purge', slot)).toBe(false)
  }
})

it.runIf(isShared)('a job that still runs in one process is not started in another', async () => {
  const [first, second] = [processAt(), processAt()]
  expect(await first.claim('slow', 1000)).toBe(true)
  expect(await second.claim('slow', 2000)).toBe(false)
  await first.release('slow', ENDED)
  expect(await processAt().claim('slow', 2000)).toBe(true)
})

it.runIf(isShared)('M19: the job of a killed process is taken over by one other', async () => {
  const [killed, first, second] = [processAt(), processAt(), processAt()]
  await killed.claim('meter', 1000)
  expect(await first.renew(['meter'])).toEqual([])
  await expireClaims()
  expect(await first.renew(['another'])).toEqual([])
  const takenOver = await Promise.all([first.renew(['meter']), second.renew(['meter'])])
  expect(takenOver.flat()).toEqual(['meter'])
  // It was only slow: what it held belongs to another process now.
  expect(await killed.renew(['meter'])).toEqual([])
  await killed.release('meter', ENDED)
  expect(await processAt().claim('meter', 2000)).toBe(false)
})

it.runIf(isShared)('M19: a stopping process hands its jobs over at once', async () => {
  const [stopping, next] = [processAt(), processAt()]
  await stopping.claim('index', 1000)
  await stopping.close()
  expect(await next.renew(['index'])).toEqual(['index'])
})

it.runIf(isShared)('M20: slots follow the clock of the database', async () => {
  const [slow, fast] = [processAt(-60_000), processAt(60_000)]
  const slot = Date.now() + 30_000
  // By its own clock the job is due already.
  expect(await fast.claim('remind', slot)).toBe(false)
  await slow.renew([])
  for (const one of [slow, fast]) expect(Math.abs(one.now() - Date.now())).toBeLessThan(30_000)
})

it.runIf(isShared)('a job runs again after the clock of the database was set back', async () => {
  const [before, after] = [processAt(), processAt()]
  expect(await before.claim('set-back', 1000)).toBe(true)
  await before.release('set-back', ENDED)
  await t.deps.db
    .updateTable('clock')
    .set({ slot: Date.now() + HOUR })
    .where('name', '=', 'set-back')
    .execute()
  const claims = await Promise.all([after.claim('set-back', 2000), before.claim('set-back', 2000)])
  expect(claims.filter(Boolean)).toEqual([true])
})

it.runIf(isShared)(
  'case 38: a job reads the clock of the database, not that of its process',
  async () => {
    const times: number[] = []
    const job = {
      name: 'settle',
      at: '* * * * * *',
      run: async (now: () => Date) => void times.push(now().getTime()),
    }
    const monthAhead = () => new Date(Date.now() + 31 * 24 * HOUR)
    onTestFinished(startClock([job], { ...t.deps, report: new ProcessReport(), now: monthAhead }))
    await expect.poll(() => times.length).toBeGreaterThan(0)
    expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(30_000)
  },
)

it('two clocks run a job once per second together', async () => {
  const runs: number[] = []
  const job = {
    name: 'search',
    at: '* * * * * *',
    run: async () => void runs.push(Math.floor(Date.now() / 1000)),
  }
  const stops = [0, 1].map(() => startClock([job], { ...t.deps, report: new ProcessReport() }))
  onTestFinished(async () => void (await Promise.all(stops.map(stop => stop()))))
  await expect.poll(() => runs.length).toBeGreaterThan(isShared ? 2 : 5)
  if (isShared) expect(new Set(runs).size).toBe(runs.length)
})

describe('a job whose run was missed while no process ran', () => {
  /** Twelve hours away from now in both directions. */
  const at = `0 ${(new Date().getUTCHours() + 12) % 24} * * *`

  function open(name: string, jobAt = at) {
    const run = vi.fn(async () => undefined)
    const start = () => {
      const stop = startClock(
        [{ name, at: jobAt, run }],
        { ...t.deps, report: new ProcessReport() },
        50,
      )
      onTestFinished(stop)
      return stop
    }
    return { run, start }
  }
  const ranLast = (name: string, slot: number) =>
    t.deps.db.insertInto('clock').values({ name, slot }).execute()

  it('runs once after the start, of several processes in one', async () => {
    const { run, start } = open('nightly')
    await ranLast('nightly', Date.now() - 72 * HOUR)
    const stops = (isShared ? [1, 2, 3] : [1]).map(start)
    await expect.poll(() => run.mock.calls.length).toBe(1)
    await Promise.all(stops.map(stop => stop()))
    start()
    await sleep(500)
    expect(run).toHaveBeenCalledTimes(1)
    const runs = await readLastRuns(t.deps.db)
    expect(runs.get('nightly')).toMatchObject({ error: null })
  })

  it('runs after a later start if it was missed since the first one', async () => {
    const { run, start } = open('first')
    const stop = start()
    await expect.poll(() => findSlot(t.deps.db, 'first')).toBeDefined()
    await stop()
    const slot = Date.now() - 72 * HOUR
    await t.deps.db.updateTable('clock').set({ slot }).where('name', '=', 'first').execute()
    start()
    await expect.poll(() => run.mock.calls.length).toBe(1)
  })

  it.each([
    ['it never ran', 'new', at, null],
    ['it ran in time', 'in-time', at, Date.now()],
    ['it runs soon anyway', 'soon', '*/5 * * * *', Date.now() - 72 * HOUR],
  ])('does not run when %s', async (_, name, jobAt, slot) => {
    const { run, start } = open(name, jobAt)
    if (slot !== null) await ranLast(name, slot)
    start()
    await sleep(500)
    expect(run).not.toHaveBeenCalled()
  })
})
