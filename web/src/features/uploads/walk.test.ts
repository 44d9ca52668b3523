import { expect, test } from 'vitest'
import { type DropEntry, walkEntries, walkFiles } from './walk.ts'

type Tree = { [name: string]: Tree | string | Error }

/** A dropped folder like in browsers: callbacks, and at most a hundred entries at a time. */
function entriesOf(tree: Tree, parent = ''): FileSystemEntry[] {
  return Object.entries(tree).map(([name, content]) => {
    const fullPath = `${parent}/${name}`
    const isFile = typeof content === 'string'
    return {
      name,
      fullPath,
      isFile,
      isDirectory: !isFile,
      file: (resolve: FileCallback, reject: ErrorCallback) =>
        content === 'unreadable' ? reject(new DOMException()) : resolve(new File(['x'], name)),
      createReader: () => readerOf(content as Tree | Error, fullPath),
    } as unknown as FileSystemEntry
  })
}

function readerOf(content: Tree | Error, fullPath: string) {
  const remaining = content instanceof Error ? [] : entriesOf(content, fullPath)
  return {
    readEntries: (resolve: FileSystemEntriesCallback, reject: ErrorCallback) =>
      content instanceof Error ? reject(new DOMException()) : resolve(remaining.splice(0, 100)),
  }
}

async function walk(tree: Tree): Promise<string[]> {
  const all: DropEntry[] = []
  for await (const batch of walkEntries(entriesOf(tree))) all.push(...batch)
  return all.map(describeEntry).sort()
}

const describeEntry = (entry: DropEntry): string =>
  entry.kind === 'file'
    ? `file ${entry.path || entry.file.name}`
    : `${entry.kind} ${'path' in entry ? entry.path : entry.name}`

test('finds files in nested folders with their paths', async () => {
  expect(await walk({ 'a.txt': 'x', photos: { 'b.jpg': 'x', 2026: { 'c.jpg': 'x' } } })).toEqual([
    'file a.txt',
    'file photos/2026/c.jpg',
    'file photos/b.jpg',
  ])
})

test('a file that was dropped by itself has no path', async () => {
  const { value } = await walkEntries(entriesOf({ 'a.txt': 'x' })).next()
  expect(value).toMatchObject([{ kind: 'file', path: '' }])
})

test('finds empty folders, including those with only system files', async () => {
  expect(await walk({ photos: { empty: {}, littered: { '.DS_Store': 'x' } } })).toEqual([
    'file photos/littered/.DS_Store',
    'folder photos/empty',
    'folder photos/littered',
  ])
})

test('reads a folder with more entries than one call returns', async () => {
  const manyFiles = Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`${index}.txt`, 'x']),
  )
  expect(await walk({ manyFiles })).toHaveLength(5000)
})

test('reports unreadable entries and finds the others', async () => {
  const tree = { locked: new Error(), open: { 'a.txt': 'x', 'b.txt': 'unreadable' } }
  expect(await walk(tree)).toEqual([
    'file open/a.txt',
    'unreadable locked',
    'unreadable open/b.txt',
  ])
})

test('walks a thousand nested folders', async () => {
  let tree: Tree = { 'deep.txt': 'x' }
  for (let depth = 0; depth < 1000; depth += 1) tree = { d: tree }
  expect(await walk(tree)).toHaveLength(1)
})

test('yields the first files before the last folder is opened', async () => {
  const tree = { first: { 'a.txt': 'x' }, second: { 'b.txt': 'x' } }
  const walk = walkEntries(entriesOf(tree))
  await walk.next()
  const { value } = await walk.next()
  expect(value).toHaveLength(1)
})

test('files of chosen folders have paths and come in batches', () => {
  const files = Array.from({ length: 230 }, (_, index) =>
    Object.assign(new File(['x'], `${index}.txt`), { webkitRelativePath: `photos/${index}.txt` }),
  )
  const batches = [...walkFiles(files)]
  expect(batches.map(batch => batch.length)).toEqual([100, 100, 30])
  expect(batches[0]?.[0]).toMatchObject({ path: 'photos/0.txt' })
})
