import { expect, test, vi } from 'vitest'
import { fileOpener, readPermissions, withSharedHandles } from './reopen-files.ts'
import { fileHandle, photos, pier } from './uploads.test-handles.ts'

const stored = { id: 'u', size: 4, lastModified: 0, parentId: null, at: 0 }

test('prompts for each handle once, and only when allowed to', async () => {
  const requestPermission = vi.fn(async () => 'granted' as const)
  const handle = fileHandle(new File([''], 'a'), {
    queryPermission: async () => 'prompt',
    requestPermission,
  })
  expect((await readPermissions([handle, handle], false)).get(handle)).toBe('prompt')
  expect(requestPermission).not.toHaveBeenCalled()
  expect((await readPermissions([handle, handle], true)).get(handle)).toBe('granted')
  expect(requestPermission).toHaveBeenCalledOnce()
})

test('stays at prompt when the click is too long ago', async () => {
  const handle = fileHandle(new File([''], 'a'), {
    queryPermission: async () => 'prompt',
    requestPermission: () => Promise.reject(new DOMException('', 'SecurityError')),
  })
  expect((await readPermissions([handle], true)).get(handle)).toBe('prompt')
})

test('opens a file by its own handle or by its path in a folder', async () => {
  const openFile = fileOpener()
  const single = { ...stored, name: 'pier.jpg', path: '', handle: pier }
  expect(await (await openFile(single))?.text()).toBe('pier')
  const within = { ...single, path: 'photos/2026/pier.jpg', handle: photos }
  expect(await (await openFile(within))?.text()).toBe('pier')
  expect(await openFile({ ...within, path: 'photos/2025/pier.jpg' })).toBeNull()
})

test('merges handles of the same folder and keeps different folders of one name apart', async () => {
  const copy = (id: number) =>
    ({
      kind: 'directory',
      name: 'photos',
      id,
      isSameEntry: async (other: { id: number }) => other.id === id,
    }) as unknown as FileSystemHandle
  const first = copy(1)
  const again = copy(1)
  const other = copy(2)
  const list = [first, again, other, undefined].map(handle => ({
    ...stored,
    name: 'a',
    path: 'photos/a',
    ...(handle && { handle }),
  }))
  const shared = await withSharedHandles(list)
  expect(shared.map(({ handle }) => handle)).toEqual([first, first, other, undefined])
  expect(shared[1]?.handle).toBe(first)
})
