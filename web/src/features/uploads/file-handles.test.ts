import { expect, test, vi } from 'vitest'
import { byName, handleFor, handlesIn } from './file-handles.ts'
import { fileHandle, photos, pier } from './uploads.test-handles.ts'

const MIB = 1024 * 1024

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
