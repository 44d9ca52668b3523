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

test('a file is known by name, size, time and place', () => {
  const list = [{ ...entry, at: 0 }]
  const file = { name: 'film.mp4', size: 300, lastModified: 7 }
  expect(matchStoredUpload(list, file, '', 'folder')).toEqual(list[0])
  expect(matchStoredUpload(list, { ...file, size: 301 }, '', 'folder')).toBeNull()
  expect(matchStoredUpload(list, { ...file, lastModified: 8 }, '', 'folder')).toBeNull()
  expect(matchStoredUpload(list, file, '', 'elsewhere')).toBeNull()
})

test('chosen to go on, a file is known wherever it was meant for', () => {
  const list = [{ ...entry, path: 'films/film.mp4', at: 0 }]
  const file = { name: 'film.mp4', size: 300, lastModified: 7 }
  expect(matchStoredUpload(list, file, '', undefined)).toEqual(list[0])
})
