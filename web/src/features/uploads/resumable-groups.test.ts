import { expect, test } from 'vitest'
import { groupUploads } from './resumable-groups.ts'
import type { StoredUpload } from './stored-upload.ts'

const entry = (id: string, path: string, parentId: string | null = null): StoredUpload => ({
  id,
  name: path.split('/').at(-1) || `${id}.txt`,
  size: 4,
  lastModified: 7,
  at: 0,
  path,
  parentId,
})

test('a single file is a group of its own, also beside one of the same name', () => {
  const groups = groupUploads([entry('a', ''), { ...entry('b', ''), name: 'a.txt' }])
  expect(groups.map(({ name, ids }) => [name, ids])).toEqual([
    ['a.txt', ['a']],
    ['a.txt', ['b']],
  ])
})

test('files of one folder form a group at the position of the first file', () => {
  const groups = groupUploads([
    entry('a', 'Letters/1999/a.txt'),
    entry('b', ''),
    entry('c', 'Letters/c.txt'),
  ])
  expect(groups).toEqual([
    { name: 'Letters', isFolder: true, ids: ['a', 'c'], bytes: 8 },
    { name: 'b.txt', isFolder: false, ids: ['b'], bytes: 4 },
  ])
})

test('folders of the same name with different parents stay separate', () => {
  const groups = groupUploads([entry('a', 'Letters/a.txt'), entry('b', 'Letters/b.txt', 'f1')])
  expect(groups.map(({ ids }) => ids)).toEqual([['a'], ['b']])
})
