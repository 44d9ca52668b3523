import { expect, test, vi } from 'vitest'
import { ResumableUploads } from './resumable-uploads.ts'
import type { StoredUpload } from './stored-upload.ts'

interface Disk {
  file?: File
  permission?: PermissionState
  granted?: PermissionState
}

function handleTo({ file, permission = 'granted', granted = 'granted' }: Disk) {
  return {
    kind: 'file',
    name: 'film.mp4',
    getFile: async () => {
      if (!file) throw new DOMException('', 'NotFoundError')
      return file
    },
    queryPermission: async () => permission,
    requestPermission: async () => granted,
  } as unknown as FileSystemFileHandle
}

const film = () => new File(['film'], 'film.mp4', { lastModified: 7 })

const entry = (change: Partial<StoredUpload> = {}): StoredUpload => ({
  id: 'u1',
  name: 'film.mp4',
  size: 4,
  lastModified: 7,
  path: '',
  parentId: null,
  at: 0,
  ...change,
})

function createUploads(list: StoredUpload[]) {
  const resume = vi.fn()
  const discard = vi.fn()
  const uploads = new ResumableUploads({ resume, discard })
  uploads.add(list)
  return { uploads, resume, discard }
}

test('resumes an upload whose file may be read, without asking', async () => {
  const stored = entry({ handle: handleTo({ file: film() }) })
  const { uploads, resume } = createUploads([stored])
  const opening = uploads.open({ needsPrompt: false })
  expect(uploads.shown(), 'not offered meanwhile').toEqual([])
  expect(uploads.all, 'not lost meanwhile').toEqual([stored])
  await opening
  expect(resume).toHaveBeenCalledExactlyOnceWith([{ entry: stored, file: expect.any(File) }])
  expect(uploads.all).toEqual([])
})

test('waits for a click when the browser needs to prompt', async () => {
  const stored = entry({ handle: handleTo({ file: film(), permission: 'prompt' }) })
  const { uploads, resume } = createUploads([stored])
  await uploads.open({ needsPrompt: false })
  expect(uploads.shown()).toEqual([stored])
  await uploads.open({ needsPrompt: true })
  expect(resume).toHaveBeenCalledOnce()
})

test('asks to choose the file again when the permission is denied', async () => {
  const disk = { file: film(), permission: 'prompt', granted: 'denied' } as const
  const { uploads, resume } = createUploads([entry({ handle: handleTo(disk) })])
  await uploads.open({ needsPrompt: true })
  expect(resume).not.toHaveBeenCalled()
  expect(uploads.shown()).toEqual([entry()])
})

test('asks to choose the file again when it was moved', async () => {
  const { uploads, resume } = createUploads([entry({ handle: handleTo({}) })])
  await uploads.open({ needsPrompt: false })
  expect(resume).not.toHaveBeenCalled()
  expect(uploads.shown()).toEqual([entry()])
})

test.each([
  ['size', new File(['longer'], 'film.mp4', { lastModified: 7 })],
  ['date', new File(['film'], 'film.mp4', { lastModified: 8 })],
])('discards an upload whose file has another %s', async (_, file) => {
  const { uploads, resume, discard } = createUploads([entry({ handle: handleTo({ file }) })])
  await uploads.open({ needsPrompt: false })
  expect(resume).not.toHaveBeenCalled()
  expect(discard).toHaveBeenCalledExactlyOnceWith(['u1'], [{ name: 'film.mp4', reason: 'changed' }])
  expect(uploads.all).toEqual([])
})

test('an upload that the user paused continues only after a click', async () => {
  const { uploads, resume } = createUploads([
    entry({ held: true, handle: handleTo({ file: film() }) }),
  ])
  await uploads.open({ needsPrompt: false })
  expect(resume).not.toHaveBeenCalled()
  await uploads.open({ needsPrompt: true })
  expect(resume).toHaveBeenCalledOnce()
})

test('an upload that is discarded while its file is opened is not resumed', async () => {
  const { uploads, resume } = createUploads([entry({ handle: handleTo({ file: film() }) })])
  const opening = uploads.open({ needsPrompt: false })
  uploads.remove(['u1'])
  await opening
  expect(resume).not.toHaveBeenCalled()
})

test("an entry of this browser replaces the server's entry", () => {
  const { uploads } = createUploads([entry({ device: 'Firefox, Android' })])
  uploads.add([entry()])
  expect(uploads.all).toEqual([entry()])
})

test('a file that was chosen again leaves the list', () => {
  const { uploads } = createUploads([entry()])
  expect(uploads.take(film(), '', null)?.id).toBe('u1')
  expect(uploads.all).toEqual([])
})

test('matches ten thousand files of a folder and notifies listeners once', () => {
  vi.useFakeTimers()
  const list = Array.from({ length: 10_000 }, (_, index) =>
    entry({ id: `u${index}`, path: `films/${index}/film.mp4` }),
  )
  const { uploads } = createUploads(list)
  const listener = vi.fn()
  uploads.subscribe(listener)
  const taken = list.map(({ path }) => uploads.take(film(), path, undefined)?.id)
  vi.runAllTimers()
  vi.useRealTimers()
  expect(taken).toEqual(list.map(({ id }) => id))
  expect(listener).toHaveBeenCalledOnce()
  expect(uploads.all).toEqual([])
})
