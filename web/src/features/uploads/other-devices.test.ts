import type { Upload } from '@coffer/contract/uploads'
import { expect, test, vi } from 'vitest'
import { findOtherDeviceUploads, watchOtherDevices } from './other-devices.ts'
import { matchStoredUpload } from './stored-upload.ts'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')

const upload = (id: string, change: Partial<Upload['attributes']> = {}): Upload => ({
  id,
  type: 'upload',
  attributes: {
    received_bytes: 5,
    size_bytes: 200,
    name: 'My-film.mp4',
    filename: 'My film.mp4',
    path: '',
    parent_id: 'folder',
    modified_at: 7,
    device: 'Firefox, Android',
    created_at: '2026-11-21T08:00:00.000Z',
    updated_at: '2026-11-21T08:30:00.000Z',
    ...change,
  },
})

test("offers an upload that another device began, with the device's name", () => {
  const [offered] = findOtherDeviceUploads([upload('a')], new Set(), NOW)
  expect(offered).toMatchObject({ id: 'a', name: 'My film.mp4', device: 'Firefox, Android' })
  const file = { name: 'My film.mp4', size: 200, lastModified: 7 }
  expect(matchStoredUpload(offered ? [offered] : [], file, '', undefined)?.id).toBe('a')
  expect(
    matchStoredUpload(offered ? [offered] : [], { ...file, lastModified: 8 }, '', undefined),
  ).toBeNull()
})

test('leaves out uploads that are known here, still active or without a size', () => {
  const active = upload('b', { updated_at: '2026-11-21T09:59:00.000Z' })
  const sizeless = upload('c', { size_bytes: null })
  expect(findOtherDeviceUploads([upload('a'), active, sizeless], new Set(['a']), NOW)).toEqual([])
})

test('matches a file without a known date by name and size', () => {
  const offered = findOtherDeviceUploads([upload('a', { modified_at: null })], new Set(), NOW)
  const file = { name: 'My film.mp4', size: 200, lastModified: 8 }
  expect(matchStoredUpload(offered, file, '', undefined)?.id).toBe('a')
  expect(matchStoredUpload(offered, { ...file, size: 201 }, '', undefined)).toBeNull()
})

test('compares also a date before 1970', () => {
  const offered = findOtherDeviceUploads([upload('a', { modified_at: -1 })], new Set(), NOW)
  const file = { name: 'My film.mp4', size: 200, lastModified: -1 }
  expect(matchStoredUpload(offered, file, '', undefined)?.id).toBe('a')
  expect(matchStoredUpload(offered, { ...file, lastModified: 8 }, '', undefined)).toBeNull()
})

test('shows an upload of another device once it stops, and removes it once it continues', async () => {
  vi.useFakeTimers({ now: NOW })
  let all = [upload('a'), upload('b', { updated_at: '2026-11-21T09:59:00.000Z' })]
  const list = vi.fn(async () => all)
  const shown: string[][] = []
  const checkSoon = watchOtherDevices({
    list,
    known: () => new Set(),
    show: uploads => shown.push(uploads.map(({ id }) => id)),
  })
  for (let call = 0; call < 10; call += 1) checkSoon()
  await vi.advanceTimersByTimeAsync(1000)
  expect(list, 'many changes cause one request').toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(61_000)
  all = []
  checkSoon()
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  expect(shown).toEqual([['a'], ['a', 'b'], []])
})
