import { expect, test } from 'vitest'
import { type DropEntry, walkEntries, walkFiles } from './walk.ts'

type Tree = { [name: string]: Tree | string | Error }

/** A dropped folder as browsers show it: by callbacks, and at most a hundred entries at a time. */
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
  const left = content instanceof Error ? [] : entriesOf(content, fullPath)
  return {
    readEntries: (resolve: FileSystemEntriesCallback, reject: ErrorCallback) =>
      content instanceof Error ? reject(new DOMException()) : resolve(left.splice(0, 100)),
  }
}

async function found(tree: Tree): Promise<string[]> {
  const all: DropEntry[] = []
  for await (const batch of walkEntries(entriesOf(tree))) all.push(...batch)
  return all.map(describeFound).sort()
}

const describeFound = (one: DropEntry): string =>
  one.kind === 'file'
    ? `file ${one.path || one.file.name}`
    : `${one.kind} ${'path' in one ? one.path : one.name}`

test('finds files in folders in folders, with their paths', async () => {
  expect(await found({ 'a.txt': 'x', photos: { 'b.jpg': 'x', 2026: { 'c.jpg': 'x' } } })).toEqual([
    'file a.txt',
    'file photos/2026/c.jpg',
    'file photos/b.jpg',
  ])
})

test('a file that was dropped by itself has no path', async () => {
  const { value } = await walkEntries(entriesOf({ 'a.txt': 'x' })).next()
  expect(value).toMatchObject([{ kind: 'file', path: '' }])
})

test('finds empty folders, also those that hold nothing but litter', async () => {
  expect(await found({ photos: { empty: {}, littered: { '.DS_Store': 'x' } } })).toEqual([
    'file photos/littered/.DS_Store',
    'folder photos/empty',
    'folder photos/littered',
  ])
})

test('a folder with more entries than come at once is read to its end', async () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${index}.txt`, 'x']))
  expect(await found({ many })).toHaveLength(5000)
})

test('what can not be read is told, and the rest is found', async () => {
  const tree = { locked: new Error(), open: { 'a.txt': 'x', 'b.txt': 'unreadable' } }
  expect(await found(tree)).toEqual([
    'file open/a.txt',
    'unreadable locked',
    'unreadable open/b.txt',
  ])
})

test('a thousand folders inside each other are no problem', async () => {
  let tree: Tree = { 'deep.txt': 'x' }
  for (let depth = 0; depth < 1000; depth += 1) tree = { d: tree }
  expect(await found(tree)).toHaveLength(1)
})

test('the first files are handed on before the last folder is opened', async () => {
  const tree = { first: { 'a.txt': 'x' }, second: { 'b.txt': 'x' } }
  const walk = walkEntries(entriesOf(tree))
  await walk.next()
  const { value } = await walk.next()
  expect(value).toHaveLength(1)
})

test('chosen folders give their paths, batch by batch', () => {
  const files = Array.from({ length: 230 }, (_, index) =>
    Object.assign(new File(['x'], `${index}.txt`), { webkitRelativePath: `photos/${index}.txt` }),
  )
  const batches = [...walkFiles(files)]
  expect(batches.map(batch => batch.length)).toEqual([100, 100, 30])
  expect(batches[0]?.[0]).toMatchObject({ path: 'photos/0.txt' })
})
