import { expect, test } from 'vitest'
import { groupsOf } from './resumable-groups.ts'
import type { StoredUpload } from './stored-upload.ts'

const entry = (id: string, path: string, parentId: string | null = null): StoredUpload => ({
  ...{ id, name: path.split('/').at(-1) || `${id}.txt`, size: 4, lastModified: 7, at: 0 },
  ...{ path, parentId },
})

test('a file by itself stands by itself, also beside one of the same name', () => {
  const groups = groupsOf([entry('a', ''), { ...entry('b', ''), name: 'a.txt' }])
  expect(groups.map(({ name, ids }) => [name, ids])).toEqual([
    ['a.txt', ['a']],
    ['a.txt', ['b']],
  ])
})

test('what came in one folder stands as that folder, where its first file stood', () => {
  const groups = groupsOf([
    entry('a', 'Letters/1999/a.txt'),
    entry('b', ''),
    entry('c', 'Letters/c.txt'),
  ])
  expect(groups).toEqual([
    { name: 'Letters', isFolder: true, ids: ['a', 'c'], bytes: 8 },
    { name: 'b.txt', isFolder: false, ids: ['b'], bytes: 4 },
  ])
})

test('folders of the same name that go to different places stay apart', () => {
  const groups = groupsOf([entry('a', 'Letters/a.txt'), entry('b', 'Letters/b.txt', 'f1')])
  expect(groups.map(({ ids }) => ids)).toEqual([['a'], ['b']])
})
