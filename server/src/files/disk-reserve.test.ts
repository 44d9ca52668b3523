import { expect, it } from 'vitest'
import { createDiskReserve } from './disk-reserve.ts'

const MB = 1024 * 1024

function createReserve(disk: { totalBytes: number; freeBytes: number }, reserveBytes?: number) {
  let readings = 0
  const reserve = createDiskReserve('/nowhere', {
    reserveBytes,
    read: async () => {
      readings += 1
      return { ...disk }
    },
  })
  return { reserve, readings: () => readings }
}

it.each([
  ['256 MB of a large disk', 1_000_000 * MB, undefined, 256 * MB],
  ['2 % of a small disk', 1000 * MB, undefined, 20 * MB],
  ['the configured reserve', 1_000_000 * MB, 10 * MB, 10 * MB],
  ['nothing with a reserve of 0', 1000 * MB, 0, 0],
])('keeps free: %s', async (_, totalBytes, setting, expectedReserve) => {
  const { reserve } = createReserve({ totalBytes, freeBytes: expectedReserve + 5 * MB }, setting)
  await reserve.require(5 * MB)
  await expect(reserve.require(5 * MB + 1)).rejects.toMatchObject({ code: 'storage.full' })
})

it('counts writes between two readings, and reads again before it rejects', async () => {
  const disk = { totalBytes: 1000 * MB, freeBytes: 30 * MB }
  const { reserve, readings } = createReserve(disk, 20 * MB)
  await reserve.take(4 * MB)
  await reserve.take(4 * MB)
  expect(readings()).toBe(1)
  disk.freeBytes = 22 * MB
  await expect(reserve.take(4 * MB)).rejects.toMatchObject({ code: 'storage.full' })
  disk.freeBytes = 60 * MB
  await reserve.take(4 * MB)
})

it('rejects nothing if the file system does not report its size', async () => {
  const { reserve } = createReserve({ totalBytes: 0, freeBytes: 0 })
  await reserve.take(1000 * MB)
})
