import type { Upload } from '@coffer/contract/uploads'
import { expect, test, vi } from 'vitest'
import { findOtherDeviceUploads, watchOtherDevices } from './other-devices.ts'
import { matchStoredUpload } from './stored-upload.ts'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')

const upload = (id: string, change: Partial<Upload['attributes']> = {}): Upload => ({
  id,
  type: 'upload',
  attributes: {
    ...{ received_bytes: 5, size_bytes: 200, name: 'My-film.mp4', filename: 'My film.mp4' },
    ...{ path: '', parent_id: 'folder', modified_at: 7, device: 'Firefox, Android' },
    ...{ created_at: '2026-11-21T08:00:00.000Z', updated_at: '2026-11-21T08:30:00.000Z' },
    ...change,
  },
})

test('what another device began is offered, with where it was begun', () => {
  const [found] = findOtherDeviceUploads([upload('a')], new Set(), NOW)
  expect(found).toMatchObject({ id: 'a', name: 'My film.mp4', device: 'Firefox, Android' })
  const file = { name: 'My film.mp4', size: 200, lastModified: 7 }
  expect(matchStoredUpload(found ? [found] : [], file, '', undefined)?.id).toBe('a')
  expect(
    matchStoredUpload(found ? [found] : [], { ...file, lastModified: 8 }, '', undefined),
  ).toBeNull()
})

test('what is known here, is on its way, or has no size is left out', () => {
  const moving = upload('b', { updated_at: '2026-11-21T09:59:00.000Z' })
  const sizeless = upload('c', { size_bytes: null })
  expect(findOtherDeviceUploads([upload('a'), moving, sizeless], new Set(['a']), NOW)).toEqual([])
})

test('a file whose date was not told is known by name and size', () => {
  const found = findOtherDeviceUploads([upload('a', { modified_at: null })], new Set(), NOW)
  const file = { name: 'My film.mp4', size: 200, lastModified: 8 }
  expect(matchStoredUpload(found, file, '', undefined)?.id).toBe('a')
  expect(matchStoredUpload(found, { ...file, size: 201 }, '', undefined)).toBeNull()
})

test('what stops on another device is shown once it is quiet, and no more once it went on', async () => {
  vi.useFakeTimers({ now: NOW })
  let all = [upload('a'), upload('b', { updated_at: '2026-11-21T09:59:00.000Z' })]
  const list = vi.fn(async () => all)
  const shown: string[][] = []
  const look = watchOtherDevices({
    list,
    known: () => new Set(),
    show: found => shown.push(found.map(({ id }) => id)),
  })
  for (let call = 0; call < 10; call += 1) look()
  await vi.advanceTimersByTimeAsync(1000)
  expect(list, 'many changes are looked at once').toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(61_000)
  all = []
  look()
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  expect(shown).toEqual([['a'], ['a', 'b'], []])
})
