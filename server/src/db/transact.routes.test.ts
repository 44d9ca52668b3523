import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

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
