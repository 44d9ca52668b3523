import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'

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
