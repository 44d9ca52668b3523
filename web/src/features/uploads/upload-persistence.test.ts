import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ResumableUploads } from './resumable-uploads.ts'
import { TaskStore } from './task-store.ts'
import { UploadPersistence } from './upload-persistence.ts'
import { HEARTBEAT_MS } from './upload-store.ts'
import type { UploadTask } from './uploads.types.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const task = {
  id: 'u1',
  file: new File(['film'], 'film.mp4'),
  name: 'film.mp4',
  path: '',
  parentId: null,
  handles: new Map(),
  size: 4,
  sent: 0,
  state: 'waiting',
  onConflict: 'rename',
} as unknown as UploadTask

test('saves again and again while uploads are unfinished', async () => {
  const tasks = new TaskStore()
  const resumable = new ResumableUploads({ resume: () => {}, discard: () => {} })
  const persistence = new UploadPersistence(tasks, resumable)
  const save = vi.fn(async () => {})
  persistence.setStore({ save, inherit: async () => {} })
  tasks.add([task])
  await vi.advanceTimersByTimeAsync(2000)
  expect(save).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS)
  expect(save).toHaveBeenCalledTimes(4)
  tasks.remove([task.id])
  await vi.advanceTimersByTimeAsync(2000)
  expect(save).toHaveBeenLastCalledWith([])
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS)
  expect(save).toHaveBeenCalledTimes(5)
})
