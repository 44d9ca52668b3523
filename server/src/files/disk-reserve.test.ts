import { expect, it } from 'vitest'
import { createDiskReserve } from './disk-reserve.ts'

const MB = 1024 * 1024

function roomOn(disk: { totalBytes: number; freeBytes: number }, reserveBytes?: number) {
  let readings = 0
  const room = createDiskReserve('/nowhere', {
    reserveBytes,
    read: async () => {
      readings += 1
      return { ...disk }
    },
  })
  return { room, readings: () => readings }
}

it.each([
  ['256 MB of a large disk', 1_000_000 * MB, undefined, 256 * MB],
  ['2 % of a small disk', 1000 * MB, undefined, 20 * MB],
  ['what the operator sets', 1_000_000 * MB, 10 * MB, 10 * MB],
  ['nothing if the operator wants that', 1000 * MB, 0, 0],
])('keeps free: %s', async (_, totalBytes, setting, reserve) => {
  const { room } = roomOn({ totalBytes, freeBytes: reserve + 5 * MB }, setting)
  await room.require(5 * MB)
  await expect(room.require(5 * MB + 1)).rejects.toMatchObject({ code: 'storage.full' })
})

it('counts what is written between two readings, and reads again before it refuses', async () => {
  const disk = { totalBytes: 1000 * MB, freeBytes: 30 * MB }
  const { room, readings } = roomOn(disk, 20 * MB)
  await room.take(4 * MB)
  await room.take(4 * MB)
  expect(readings()).toBe(1)
  disk.freeBytes = 22 * MB
  await expect(room.take(4 * MB)).rejects.toMatchObject({ code: 'storage.full' })
  disk.freeBytes = 60 * MB
  await room.take(4 * MB)
})

it('refuses nothing where the file system does not tell its size', async () => {
  const { room } = roomOn({ totalBytes: 0, freeBytes: 0 })
  await room.take(1000 * MB)
})
