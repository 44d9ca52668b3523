import { expect, it } from 'vitest'
import { MEGABYTE, measureMemory } from './memory.ts'

it('transfers a large file without filling the server’s memory', async () => {
  const { idle, uploadPeak, downloadPeak, isSame } = await measureMemory(100 * MEGABYTE)
  expect(isSame).toBe(true)
  expect(uploadPeak - idle).toBeLessThan(120 * MEGABYTE)
  expect(downloadPeak - idle).toBeLessThan(120 * MEGABYTE)
})
