import { expect, test } from 'vitest'
import { canSignOut, guardSignOut } from './sign-out-guard.ts'

test('asks before signing out only while a guard is registered', async () => {
  expect(await canSignOut()).toBe(true)
  let agrees = false
  const stop = guardSignOut(async () => agrees)
  expect(await canSignOut()).toBe(false)
  agrees = true
  expect(await canSignOut()).toBe(true)
  agrees = false
  stop()
  expect(await canSignOut()).toBe(true)
})
