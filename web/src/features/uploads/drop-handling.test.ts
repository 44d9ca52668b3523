import { BATCH_FILE_BYTES } from '@coffer/contract/upload-batches'
import { expect, test, vi } from 'vitest'
import { type DropHandlingDeps, takeIn } from './drop-handling.ts'
import { NO_HANDLES } from './file-handles.ts'
import type { Refusal } from './rejections.ts'
import type { UploadTask } from './uploads.types.ts'
import type { DropEntry } from './walk.ts'

const HOME = { parentId: null, handles: NO_HANDLES }

function ports(change: Partial<DropHandlingDeps> = {}) {
  const tasks: UploadTask[] = []
  const refused: Refusal[] = []
  const all: DropHandlingDeps = {
    limits: () => ({ uploadLimit: 100, mimetypesBlacklist: 'exe' }),
    accept: more => void tasks.push(...more),
    refuse: more => void refused.push(...more),
    check: async () => null,
    ask: async () => new Map(),
    waitingBytes: () => 0,
    recall: () => null,
    rest: async () => {},
    ...change,
  }
  return { tasks, refused, all }
}

const found = (name: string, content = 'x', path = ''): DropEntry => ({
  kind: 'file',
  file: new File([content], name),
  path,
})

test('refused files are summed up and never stop the others', async () => {
  const { tasks, refused, all } = ports()
  const batch = [
    found('a.txt'),
    found('empty.txt', ''),
    found('.DS_Store'),
    found('setup.exe'),
    found('large.bin', 'x'.repeat(101)),
    { kind: 'unreadable', name: 'locked' } as const,
    found('b.txt', 'x', 'photos/b.txt'),
  ]
  const returned = await takeIn([batch], { ...HOME, parentId: 'folder' }, all)
  expect(tasks.map(({ name, path, parentId }) => [name, path, parentId])).toEqual([
    ['a.txt', '', 'folder'],
    ['b.txt', 'photos/b.txt', 'folder'],
  ])
  expect(refused.map(({ name, reason }) => [name, reason])).toEqual([
    ['empty.txt', 'empty'],
    ['setup.exe', 'type'],
    ['large.bin', 'size'],
    ['locked', 'unreadable'],
  ])
  expect(returned).toEqual(refused)
})

test('an empty folder is queued by its path', async () => {
  const { tasks, all } = ports()
  await takeIn([[{ kind: 'folder', path: 'photos/empty' }]], HOME, all)
  expect(tasks).toMatchObject([{ name: 'empty', path: 'photos/empty', file: null, size: 0 }])
})

test('a file that is known goes on under its id, in the folder that it was meant for', async () => {
  const earlier = { id: 'known', path: 'old/a.txt', parentId: 'old', at: 0 }
  const memo = {
    ...earlier,
    name: 'a.txt',
    size: 1,
    lastModified: 0,
    onConflict: 'replace',
  } as const
  const check = vi.fn(async () => null)
  const { tasks, all } = ports({ recall: () => memo, check })
  await takeIn([[found('a.txt')]], { ...HOME, parentId: 'new' }, all)
  const place = { id: 'known', path: 'old/a.txt', parentId: 'old' }
  expect(tasks).toMatchObject([{ ...place, onConflict: 'replace', begun: false }])
  expect(check, 'it has been asked about').not.toHaveBeenCalled()
})

test('of a large one a part may have arrived, which the server is asked for', async () => {
  const file = new File([new Uint8Array(BATCH_FILE_BYTES + 1)], 'film.mp4')
  const memo = { id: 'u', path: '', parentId: null, at: 0 }
  const recall = () => ({ ...memo, name: 'film.mp4', size: file.size, lastModified: 0 })
  const { tasks, all } = ports({
    recall,
    limits: () => ({ uploadLimit: 0, mimetypesBlacklist: '' }),
  })
  await takeIn([[{ kind: 'file', file, path: '' }]], HOME, all)
  expect(tasks).toMatchObject([{ id: 'u', begun: true }])
})

test('ten thousand files rest again and again, so that the page can draw between them', async () => {
  const rest = vi.fn(async () => {})
  const now = vi.spyOn(performance, 'now')
  // Each batch takes longer than a slice.
  for (let call = 0; call < 500; call += 1) now.mockReturnValueOnce(call * 13)
  const { tasks, all } = ports({ rest })
  const file = new File(['x'], 'a.txt')
  const batches = Array.from({ length: 100 }, () =>
    Array.from({ length: 100 }, (): DropEntry => ({ kind: 'file', file, path: '' })),
  )
  await takeIn(batches, HOME, all)
  now.mockRestore()
  expect(new Set(tasks.map(task => task.id)).size).toBe(10_000)
  expect(rest.mock.calls.length).toBeGreaterThan(40)
})
