import { expect, test } from 'vitest'
import { guardSignOut, maySignOut } from './sign-out-guard.ts'

test('signing out is asked about while something is unfinished, and only then', async () => {
  expect(await maySignOut()).toBe(true)
  let agrees = false
  const stop = guardSignOut(async () => agrees)
  expect(await maySignOut()).toBe(false)
  agrees = true
  expect(await maySignOut()).toBe(true)
  agrees = false
  stop()
  expect(await maySignOut()).toBe(true)
})
