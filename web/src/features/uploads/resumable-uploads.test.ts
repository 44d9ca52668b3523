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
  ...{ id: 'u1', name: 'film.mp4', size: 4, lastModified: 7, path: '', parentId: null, at: 0 },
  ...change,
})

function earlier(list: StoredUpload[]) {
  const goOn = vi.fn()
  const giveUp = vi.fn()
  const uploads = new ResumableUploads({ goOn, giveUp })
  uploads.add(list)
  return { uploads, goOn, giveUp }
}

test('what may be read goes on without a word', async () => {
  const one = entry({ handle: handleTo({ file: film() }) })
  const { uploads, goOn } = earlier([one])
  const opening = uploads.open({ needsPrompt: false })
  expect(uploads.shown(), 'nobody is asked meanwhile').toEqual([])
  expect(uploads.all, 'nothing is forgotten meanwhile').toEqual([one])
  await opening
  expect(goOn).toHaveBeenCalledExactlyOnceWith([{ entry: one, file: expect.any(File) }])
  expect(uploads.all).toEqual([])
})

test('what the browser wants to be asked for waits for a click', async () => {
  const one = entry({ handle: handleTo({ file: film(), permission: 'prompt' }) })
  const { uploads, goOn } = earlier([one])
  await uploads.open({ needsPrompt: false })
  expect(uploads.shown()).toEqual([one])
  await uploads.open({ needsPrompt: true })
  expect(goOn).toHaveBeenCalledOnce()
})

test('what was refused by its owner is to be chosen again', async () => {
  const disk = { file: film(), permission: 'prompt', granted: 'denied' } as const
  const { uploads, goOn } = earlier([entry({ handle: handleTo(disk) })])
  await uploads.open({ needsPrompt: true })
  expect(goOn).not.toHaveBeenCalled()
  expect(uploads.shown()).toEqual([entry()])
})

test('what is not there any more is to be chosen where it is now', async () => {
  const { uploads, goOn } = earlier([entry({ handle: handleTo({}) })])
  await uploads.open({ needsPrompt: false })
  expect(goOn).not.toHaveBeenCalled()
  expect(uploads.shown()).toEqual([entry()])
})

test.each([
  ['size', new File(['longer'], 'film.mp4', { lastModified: 7 })],
  ['date', new File(['film'], 'film.mp4', { lastModified: 8 })],
])('a file of another %s is given up, and never mixed with what has arrived', async (_, file) => {
  const { uploads, goOn, giveUp } = earlier([entry({ handle: handleTo({ file }) })])
  await uploads.open({ needsPrompt: false })
  expect(goOn).not.toHaveBeenCalled()
  expect(giveUp).toHaveBeenCalledExactlyOnceWith(['u1'], [{ name: 'film.mp4', reason: 'changed' }])
  expect(uploads.all).toEqual([])
})

test('what was paused by hand goes on by hand', async () => {
  const { uploads, goOn } = earlier([entry({ held: true, handle: handleTo({ file: film() }) })])
  await uploads.open({ needsPrompt: false })
  expect(goOn).not.toHaveBeenCalled()
  await uploads.open({ needsPrompt: true })
  expect(goOn).toHaveBeenCalledOnce()
})

test('what is given up while it is opened does not go on', async () => {
  const { uploads, goOn } = earlier([entry({ handle: handleTo({ file: film() }) })])
  const opening = uploads.open({ needsPrompt: false })
  uploads.remove(['u1'])
  await opening
  expect(goOn).not.toHaveBeenCalled()
})

test('what this browser remembers replaces what the server told of it', () => {
  const { uploads } = earlier([entry({ device: 'Firefox, Android' })])
  uploads.add([entry()])
  expect(uploads.all).toEqual([entry()])
})

test('a file that was chosen again is no earlier upload any more', () => {
  const { uploads } = earlier([entry()])
  expect(uploads.recall(film(), '', null)?.id).toBe('u1')
  expect(uploads.all).toEqual([])
})

test('of ten thousand, each is known again when its folder is chosen, and it is told now and then', () => {
  vi.useFakeTimers()
  const list = Array.from({ length: 10_000 }, (_, index) =>
    entry({ id: `u${index}`, path: `films/${index}/film.mp4` }),
  )
  const { uploads } = earlier(list)
  const told = vi.fn()
  uploads.subscribe(told)
  const found = list.map(({ path }) => uploads.recall(film(), path, undefined)?.id)
  vi.runAllTimers()
  vi.useRealTimers()
  expect(found).toEqual(list.map(({ id }) => id))
  expect(told).toHaveBeenCalledOnce()
  expect(uploads.all).toEqual([])
})
