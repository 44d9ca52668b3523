import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { findMiscounts } from '../../../test/miscounts.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { findMark } from '../../jobs/marks.ts'
import { checkQuotas } from './index.ts'
import { free, type Miscount } from './quotas.repository.ts'

const t = await openTestApp()

/** Returns the event loop turns of others while work runs. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const others = (async () => {
    for (; !isDone; turns += 1) await nextTick()
  })()
  await work()
  isDone = true
  await others
  return turns
}

it('finds wrong usage in pages of owners, with other work in between', async () => {
  const owners: TestClient[] = []
  for (let index = 0; index < 50; index += 1) owners.push(await t.signIn())
  for (const owner of owners.filter((_, index) => index % 10 === 0)) {
    await owner.upload({ filename: 'a.txt', content: 'one' })
    await owner.upload({ filename: 'a.txt', content: 'seven', on_conflict: 'replace' })
  }
  expect(await findMiscounts(t.deps.db)).toEqual([])
  const wrong = [owners[0], owners[20], owners[40]].map(owner => owner?.userId ?? '')
  for (const id of wrong) await free(t.deps.db, id, 2)

  let miscounts: Miscount[] = []
  let statements: string[] = []
  const turns = await countTurns(async () => {
    statements = await t.countQueries(async () => {
      miscounts = await findMiscounts(t.deps.db)
    })
  })
  expect(miscounts).toEqual(
    wrong.toSorted().map(user_id => ({ user_id, kept_bytes: 6, counted_bytes: 8 })),
  )
  expect(statements).toHaveLength(3)
  expect(turns).toBeGreaterThanOrEqual(3)
})

it('checks a limited number of owners per run, and all of them in several runs', async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, () => t.signIn()))
  for (const owner of owners) await free(t.deps.db, owner.userId, -2)
  const expected = (await findMiscounts(t.deps.db)).map(({ user_id }) => user_id)
  const error = vi.spyOn(t.deps.log, 'error')
  const reported = (): string[] =>
    error.mock.calls.flatMap(([logged]) =>
      (logged as unknown as { miscounts: Miscount[] }).miscounts.map(({ user_id }) => user_id),
    )
  let runs = 0
  do {
    const run = await t.countQueries(() => checkQuotas(t.deps, { limit: 4, runMs: 0 }))
    expect(run.filter(statement => statement.includes('item_versions'))).toHaveLength(1)
    runs += 1
  } while (await findMark(t.deps.db, 'check-quotas'))
  expect(runs).toBeGreaterThan(10)
  expect(reported()).toEqual(expected)
  await checkQuotas(t.deps)
  expect(reported()).toEqual([...expected, ...expected])
  error.mockRestore()
})
