import { BATCH_FILE_BYTES } from '@coffer/contract/upload-batches'
import { expect, test, vi } from 'vitest'
import { type DropHandlingDeps, queueDrop } from './drop-handling.ts'
import { NO_HANDLES } from './file-handles.ts'
import type { Rejection } from './rejections.ts'
import type { UploadTask } from './uploads.types.ts'
import type { DropEntry } from './walk.ts'

const HOME = { parentId: null, handles: NO_HANDLES }

function deps(change: Partial<DropHandlingDeps> = {}) {
  const tasks: UploadTask[] = []
  const rejected: Rejection[] = []
  const all: DropHandlingDeps = {
    limits: () => ({ uploadLimit: 100, mimetypesBlacklist: 'exe' }),
    accept: added => void tasks.push(...added),
    reject: added => void rejected.push(...added),
    check: async () => null,
    ask: async () => new Map(),
    waitingBytes: () => 0,
    takeResumable: () => null,
    yieldToBrowser: async () => {},
    ...change,
  }
  return { tasks, rejected, all }
}

const fileEntry = (name: string, content = 'x', path = ''): DropEntry => ({
  kind: 'file',
  file: new File([content], name),
  path,
})

test('rejected files never stop the others', async () => {
  const { tasks, rejected, all } = deps()
  const batch = [
    fileEntry('a.txt'),
    fileEntry('empty.txt', ''),
    fileEntry('.DS_Store'),
    fileEntry('setup.exe'),
    fileEntry('large.bin', 'x'.repeat(101)),
    { kind: 'unreadable', name: 'locked' } as const,
    fileEntry('b.txt', 'x', 'photos/b.txt'),
  ]
  const returned = await queueDrop([batch], { ...HOME, parentId: 'folder' }, all)
  expect(tasks.map(({ name, path, parentId }) => [name, path, parentId])).toEqual([
    ['a.txt', '', 'folder'],
    ['b.txt', 'photos/b.txt', 'folder'],
  ])
  expect(rejected.map(({ name, reason }) => [name, reason])).toEqual([
    ['empty.txt', 'empty'],
    ['setup.exe', 'type'],
    ['large.bin', 'size'],
    ['locked', 'unreadable'],
  ])
  expect(returned).toEqual(rejected)
})

test('an empty folder is queued by its path', async () => {
  const { tasks, all } = deps()
  await queueDrop([[{ kind: 'folder', path: 'photos/empty' }]], HOME, all)
  expect(tasks).toMatchObject([{ name: 'empty', path: 'photos/empty', file: null, size: 0 }])
})

test('a resumable file continues under its id, in its original folder', async () => {
  const stored = {
    id: 'known',
    path: 'old/a.txt',
    parentId: 'old',
    at: 0,
    name: 'a.txt',
    size: 1,
    lastModified: 0,
    onConflict: 'replace',
  } as const
  const check = vi.fn(async () => null)
  const { tasks, all } = deps({ takeResumable: () => stored, check })
  await queueDrop([[fileEntry('a.txt')]], { ...HOME, parentId: 'new' }, all)
  expect(tasks).toMatchObject([
    { id: 'known', path: 'old/a.txt', parentId: 'old', onConflict: 'replace', begun: false },
  ])
  expect(check, 'no preflight for a resumed upload').not.toHaveBeenCalled()
})

test('a large resumable file counts as begun, so that the server is asked for its offset', async () => {
  const file = new File([new Uint8Array(BATCH_FILE_BYTES + 1)], 'film.mp4')
  const stored = { id: 'u', path: '', parentId: null, at: 0 }
  const takeResumable = () => ({ ...stored, name: 'film.mp4', size: file.size, lastModified: 0 })
  const { tasks, all } = deps({
    takeResumable,
    limits: () => ({ uploadLimit: 0, mimetypesBlacklist: '' }),
  })
  await queueDrop([[{ kind: 'file', file, path: '' }]], HOME, all)
  expect(tasks).toMatchObject([{ id: 'u', begun: true }])
})

test('yields to the browser regularly while queueing ten thousand files', async () => {
  const yieldToBrowser = vi.fn(async () => {})
  const now = vi.spyOn(performance, 'now')
  // Each batch takes longer than a slice.
  for (let call = 0; call < 500; call += 1) now.mockReturnValueOnce(call * 13)
  const { tasks, all } = deps({ yieldToBrowser })
  const file = new File(['x'], 'a.txt')
  const batches = Array.from({ length: 100 }, () =>
    Array.from({ length: 100 }, (): DropEntry => ({ kind: 'file', file, path: '' })),
  )
  await queueDrop(batches, HOME, all)
  now.mockRestore()
  expect(new Set(tasks.map(task => task.id)).size).toBe(10_000)
  expect(yieldToBrowser.mock.calls.length).toBeGreaterThan(40)
})
