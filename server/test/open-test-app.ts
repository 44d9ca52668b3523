import { afterAll } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

/** The server of a file of tests, which ends with them. */
export async function openTestApp(options?: Parameters<typeof createTestApp>[0]): Promise<TestApp> {
  const t = await createTestApp(options)
  afterAll(t.close)
  return t
}
