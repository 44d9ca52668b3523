import { expect, test, vi } from 'vitest'
import { fileOpener, readable, withSharedHandles } from './reopen-files.ts'
import { fileHandle, photos, pier } from './uploads.test-handles.ts'

const remembered = { id: 'u', size: 4, lastModified: 0, parentId: null, at: 0 }

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
