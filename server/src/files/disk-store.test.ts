import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDiskStore } from './disk-store.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('checks of several processes on one folder do not disturb each other', async () => {
  const folder = await createFolder()
  const stores = [await openDiskStore(folder), await openDiskStore(folder)]
  const checks = Array.from({ length: 20 }, () => stores.map(store => store.check())).flat()
  const outcomes = await Promise.allSettled(checks)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled']))
})

it('lists its keys although a crash left a probe file', async () => {
  const folder = await createFolder()
  const store = await openDiskStore(folder)
  const key = '01a20c2a-f49e-7624-8974-08296b401617'
  await store.put(key, Buffer.from('content'))
  await writeFile(join(folder, '.probe-left'), 'probe')
  const tomorrow = new Date(Date.now() + 86_400_000)
  const keys: string[] = []
  for await (const storedKey of store.keysBefore(tomorrow)) keys.push(storedKey)
  expect(keys).toEqual([key])
})
