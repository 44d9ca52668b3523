import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { recordChange } from './changes.ts'
import { databaseError } from './database-errors.ts'
import type { Db } from './open.ts'

const t = await openTestApp()

const MAX_COMMITS = 5_000

it('repeated commits do not block other requests', async () => {
  let isAnswered = false
  const answer = t
    .anonymous()
    .fetch('/api/ping')
    .then(() => {
      isAnswered = true
    })
  let commits = 0
  while (!isAnswered && commits < MAX_COMMITS) {
    await t.deps.transact(async () => undefined)
    commits += 1
  }
  await answer
  expect(commits).toBeLessThan(MAX_COMMITS)
})

it.runIf(t.database.url)('M14: a deadlock is resolved unseen, and counted', async () => {
  const names = ['first', 'second']
  for (const name of names)
    await t.deps.db.insertInto('settings').values({ name, value: '""' }).execute()
  const both = Promise.withResolvers<void>()
  let waiting = 0
  async function write(tx: Db, name: string): Promise<void> {
    await tx.updateTable('settings').set({ value: '"x"' }).where('name', '=', name).execute()
  }
  /** Locks one row and then, once the other transaction has its own, the other row. */
  const crossing = (order: readonly string[]) =>
    t.deps.transact(async tx => {
      await write(tx, order[0] ?? '')
      waiting += 1
      if (waiting === 2) both.resolve()
      await both.promise
      await write(tx, order[1] ?? '')
      recordChange(tx, 'settings', order)
      return order
    })
  const retried = t.deps.report.retriedTransactions
  const results = await Promise.all([crossing(names), crossing(names.toReversed())])
  expect(results).toEqual([names, names.toReversed()])
  // The transaction that is run again may cross the other one again on a busy machine.
  expect(t.deps.report.retriedTransactions).toBeGreaterThan(retried)
})

it.runIf(t.database.url)('a transaction that always conflicts answers as unavailable', async () => {
  let runs = 0
  const failing = t.deps.transact(async tx => {
    runs += 1
    await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(tx)
  })
  const error = await failing.catch(cause => databaseError(cause))
  expect(error).toMatchObject({ code: 'storage.unavailable' })
  expect(runs).toBe(4)
})
