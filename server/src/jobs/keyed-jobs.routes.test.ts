import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { isBlocked } from '../../test/concurrent-statements.ts'
import { openTestApp } from '../../test/open-test-app.ts'
import { job } from './job.ts'
import type { ClaimedJob, JobStore } from './queue.ts'

const ran: string[] = []

const say = job({
  name: 'test.say',
  payload: z.object({ word: z.string() }),
  attempts: 3,
  timeoutMs: 60_000,
  run: async (_, { word }) => void ran.push(word),
})

const t = await openTestApp({ jobs: [say] })
const store = t.deps.jobs as JobStore

/** Claims a job after the second statement that returns no row. */
function claimAfterTwoEmpty(claimed: ClaimedJob[]): KyselyPlugin {
  let empty = 0
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.length === 0) empty += 1
      if (result.rows.length === 0 && empty === 2)
        claimed.push(...(await store.claim([say.name], 1)))
      return result
    },
  }
}

it.runIf(t.database.url)(
  'runs a job again that another transaction queued with the same key, and a worker took',
  async () => {
    const { db, jobs } = t.deps
    const claimed: ClaimedJob[] = []
    // Not in `transact`, which commits several calls together.
    const first = db.transaction().execute(async tx => {
      await jobs.add(tx, say, { word: 'first' }, { key: 'same' })
      const second = db.transaction().execute(async other => {
        const claiming = other.withPlugin(claimAfterTwoEmpty(claimed))
        await jobs.add(claiming as typeof other, say, { word: 'second' }, { key: 'same' })
      })
      await expect.poll(() => isBlocked(db)).toBe(true)
      return { second }
    })
    await (await first).second
    expect(claimed).toMatchObject([{ payload: { word: 'first' } }])
    for (const each of claimed) await store.finish(each)
    await t.runJobs()
    expect(ran).toEqual(['second'])
  },
)
