import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestApp } from '../../test/open-test-app.ts'
import { job } from './job.ts'
import type { JobStore } from './queue.ts'

const ran: string[] = []
const serial = job({
  name: 'test.serial',
  payload: z.object({ word: z.string() }),
  lane: 'bulk',
  attempts: 2,
  timeoutMs: 60_000,
  run: async (_, { word }) => void ran.push(word),
})
const urgent = job({ ...serial, name: 'test.urgent', isUrgent: true })

const t = await openTestApp({ jobs: [serial, urgent] })
const store = t.deps.jobs as JobStore
beforeEach(() => {
  ran.length = 0
})

const HOUR_MS = 3_600_000
const add = (kind: typeof serial, word: string, key?: string): Promise<void> =>
  t.deps.transact(tx => t.deps.jobs.add(tx, kind, { word }, key === undefined ? {} : { key }))
const addMissing = (words: readonly string[]): Promise<void> => {
  const payloads = new Map(words.map(word => [word, { word }]))
  return t.deps.transact(tx => t.deps.jobs.addMissing(tx, serial, payloads))
}

it('queues what is missing: keys without a job that waits, is tried again or runs', async () => {
  await add(serial, 'running', 'running')
  const [running] = await store.claim([serial.name], 1)
  await add(serial, 'tried again', 'tried again')
  const [failed] = await store.claim([serial.name], 1)
  if (failed) await store.fail(failed, 'no luck')
  await add(serial, 'waiting', 'waiting')
  const words = ['running', 'tried again', 'waiting', 'missing']
  for (const missing of [words, words, []]) await addMissing(missing)
  expect((await store.summarize()).counts).toMatchObject({ running: 1, waiting: 3 })
  await t.jobsLater(HOUR_MS)
  if (running) await store.finish(running)
  await t.runJobs()
  expect(ran.sort()).toEqual(['missing', 'tried again', 'waiting'])
})

it('runs urgent jobs of a lane first, also those that were returned to the queue', async () => {
  await add(serial, 'first')
  await add(urgent, 'urgent')
  const [claimed] = await store.claim([serial.name, urgent.name], 1)
  expect(claimed?.name).toBe(urgent.name)
  if (claimed) await store.release(claimed)
  await t.deps.transact(tx => t.deps.jobs.addAll(tx, urgent, [{ word: 'second' }]))
  await add(urgent, 'third', 'third')
  await t.runJobs()
  expect(ran.at(-1)).toBe('first')
  expect(ran.slice(0, -1).sort()).toEqual(['second', 'third', 'urgent'])
})

it('queues a thousand missing jobs with few statements', async () => {
  const words = Array.from({ length: 1_100 }, (_, number) => `number ${number}`)
  expect((await t.countQueries(() => addMissing(words))).length).toBeLessThan(20)
  await addMissing(words)
  expect((await store.summarize()).counts.waiting).toBe(words.length)
})
