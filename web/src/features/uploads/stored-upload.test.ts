import { expect, test } from 'vitest'
import { matchStoredUpload } from './stored-upload.ts'

const entry = {
  id: 'u1',
  name: 'film.mp4',
  size: 300,
  lastModified: 7,
  path: '',
  parentId: 'folder',
}

test('matches a file by name, size, date, path and folder', () => {
  const list = [{ ...entry, at: 0 }]
  const file = { name: 'film.mp4', size: 300, lastModified: 7 }
  expect(matchStoredUpload(list, file, '', 'folder')).toEqual(list[0])
  expect(matchStoredUpload(list, { ...file, size: 301 }, '', 'folder')).toBeNull()
  expect(matchStoredUpload(list, { ...file, lastModified: 8 }, '', 'folder')).toBeNull()
  expect(matchStoredUpload(list, file, '', 'other-folder')).toBeNull()
})

test('a file that was chosen to resume matches in any folder', () => {
  const list = [{ ...entry, path: 'films/film.mp4', at: 0 }]
  const file = { name: 'film.mp4', size: 300, lastModified: 7 }
  expect(matchStoredUpload(list, file, '', undefined)).toEqual(list[0])
})
