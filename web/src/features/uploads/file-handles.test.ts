import { expect, test, vi } from 'vitest'
import { byName, handleFor, handlesIn } from './file-handles.ts'
import { fileHandle, photos, pier } from './uploads.test-handles.ts'

const MIB = 1024 * 1024

test('the handles of a drop resolve after its event', async () => {
  const onReady = vi.fn()
  const item = (answer: Promise<FileSystemHandle | null>) =>
    ({ getAsFileSystemHandle: () => answer }) as DataTransferItem
  const denied = Promise.reject(new DOMException('', 'AbortError'))
  const items = [item(Promise.resolve(pier)), item(denied), item(Promise.resolve(null))]
  const handles = handlesIn(items, onReady)
  expect(handles.size).toBe(0)
  await expect.poll(() => onReady.mock.calls.length).toBeGreaterThan(0)
  expect([...handles.keys()]).toEqual(['pier.jpg'])
})

test('returns no handles where the browser does not support them', () => {
  expect(handlesIn([{} as DataTransferItem], vi.fn()).size).toBe(0)
})

test('leaves out names that occur twice', () => {
  expect([...byName([pier, photos, fileHandle(new File([''], 'pier.jpg'))]).keys()]).toEqual([
    'photos',
  ])
})

test("a folder's handle serves all of its files, a single file's only when it is large", () => {
  const handles = byName([pier, photos])
  const handleAt = (name: string, path: string, size: number) =>
    handleFor(handles, { name, path, size })
  expect(handleAt('a.txt', 'photos/2026/a.txt', 1)).toBe(photos)
  expect(handleAt('pier.jpg', '', MIB + 1)).toBe(pier)
  expect(handleAt('pier.jpg', '', MIB)).toBeUndefined()
  expect(handleAt('other.jpg', '', MIB + 1)).toBeUndefined()
})
