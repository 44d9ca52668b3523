import { expect, test, vi } from 'vitest'
import {
  byName,
  fileOpener,
  handleFor,
  handlesIn,
  readable,
  withSharedHandles,
} from './file-handles.ts'

const MIB = 1024 * 1024

const fileHandle = (file: File, more: object = {}) =>
  ({ kind: 'file', name: file.name, getFile: async () => file, ...more }) as FileSystemFileHandle

function folderHandle(name: string, children: FileSystemHandle[]): FileSystemDirectoryHandle {
  const child = async (wanted: string) => {
    const found = children.find(one => one.name === wanted)
    if (!found) throw new DOMException('', 'NotFoundError')
    return found
  }
  const way = { getFileHandle: child, getDirectoryHandle: child }
  return { kind: 'directory', name, ...way } as unknown as FileSystemDirectoryHandle
}

const pier = fileHandle(new File(['pier'], 'pier.jpg'))
const photos = folderHandle('photos', [folderHandle('2026', [pier])])
const remembered = { id: 'u', size: 4, lastModified: 0, parentId: null, at: 0 }

test('the handles of a drop come after its event, and nothing waits for them', async () => {
  const came = vi.fn()
  const item = (answer: Promise<FileSystemHandle | null>) =>
    ({ getAsFileSystemHandle: () => answer }) as DataTransferItem
  const refused = Promise.reject(new DOMException('', 'AbortError'))
  const items = [item(Promise.resolve(pier)), item(refused), item(Promise.resolve(null))]
  const handles = handlesIn(items, came)
  expect(handles.size).toBe(0)
  await expect.poll(() => came.mock.calls.length).toBeGreaterThan(0)
  expect([...handles.keys()]).toEqual(['pier.jpg'])
})

test('a browser without handles has none', () => {
  expect(handlesIn([{} as DataTransferItem], vi.fn()).size).toBe(0)
})

test('two of one name lead nowhere, as they could not be told apart', () => {
  expect([...byName([pier, photos, fileHandle(new File([''], 'pier.jpg'))]).keys()]).toEqual([
    'photos',
  ])
})

test('a folder leads to all of its files, a file by itself only where it is large', () => {
  const handles = byName([pier, photos])
  const at = (name: string, path: string, size: number) => handleFor(handles, { name, path, size })
  expect(at('a.txt', 'photos/2026/a.txt', 1)).toBe(photos)
  expect(at('pier.jpg', '', MIB + 1)).toBe(pier)
  expect(at('pier.jpg', '', MIB)).toBeUndefined()
  expect(at('other.jpg', '', MIB + 1)).toBeUndefined()
})

test('each handle is asked for once, and only where it may be', async () => {
  const requestPermission = vi.fn(async () => 'granted' as const)
  const handle = fileHandle(new File([''], 'a'), {
    queryPermission: async () => 'prompt',
    requestPermission,
  })
  expect((await readable([handle, handle], false)).get(handle)).toBe('prompt')
  expect(requestPermission).not.toHaveBeenCalled()
  expect((await readable([handle, handle], true)).get(handle)).toBe('granted')
  expect(requestPermission).toHaveBeenCalledOnce()
})

test('a click that is too long ago can be made again', async () => {
  const handle = fileHandle(new File([''], 'a'), {
    queryPermission: async () => 'prompt',
    requestPermission: () => Promise.reject(new DOMException('', 'SecurityError')),
  })
  expect((await readable([handle], true)).get(handle)).toBe('prompt')
})

test('a file is opened again by itself, or by its way through the folder', async () => {
  const openAgain = fileOpener()
  const alone = { ...remembered, name: 'pier.jpg', path: '', handle: pier }
  expect(await (await openAgain(alone))?.text()).toBe('pier')
  const within = { ...alone, path: 'photos/2026/pier.jpg', handle: photos }
  expect(await (await openAgain(within))?.text()).toBe('pier')
  expect(await openAgain({ ...within, path: 'photos/2025/pier.jpg' })).toBeNull()
})

test('a folder that comes back as several handles is one again, and two of one name stay two', async () => {
  const copy = (id: number) =>
    ({
      ...{ kind: 'directory', name: 'photos', id },
      isSameEntry: async (other: { id: number }) => other.id === id,
    }) as unknown as FileSystemHandle
  const [first, again, other] = [copy(1), copy(1), copy(2)]
  const list = [first, again, other, undefined].map(handle => ({
    ...{ ...remembered, name: 'a', path: 'photos/a' },
    ...(handle && { handle }),
  }))
  const shared = await withSharedHandles(list)
  expect(shared.map(({ handle }) => handle)).toEqual([first, first, other, undefined])
  expect(shared[1]?.handle).toBe(first)
})
