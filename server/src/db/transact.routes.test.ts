import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'

const t = await openTestApp()

const ENOUGH = 5_000

it('who commits again and again keeps nobody waiting until he is done', async () => {
  let isAnswered = false
  const answer = t
    .anonymous()
    .fetch('/api/ping')
    .then(() => {
      isAnswered = true
    })
  let commits = 0
  while (!isAnswered && commits < ENOUGH) {
    await t.deps.transact(async () => undefined)
    commits += 1
  }
  await answer
  expect(commits).toBeLessThan(ENOUGH)
})
