import { isSystemFile } from '@coffer/contract/names'

/** An entry of a drop or of chosen files. */
export type DropEntry =
  | { kind: 'file'; file: File; path: string }
  | { kind: 'folder'; path: string }
  | { kind: 'unreadable'; name: string }

const BATCH = 100
/** Chromium delivers all results in one task and asks its browser process about each file. */
const OPEN_CONCURRENCY = 8

/** Yields the files of an input in batches, with their paths where a folder was chosen. */
export function* walkFiles(files: readonly File[]): Generator<DropEntry[]> {
  for (let start = 0; start < files.length; start += BATCH)
    yield files
      .slice(start, start + BATCH)
      .map(file => ({ kind: 'file', file, path: file.webkitRelativePath }))
}

/**
 * Walks dropped files and folders batch by batch, so that uploads start before the walk ends.
 * Memory holds only the folders that are still to be read.
 */
export async function* walkEntries(
  entries: readonly FileSystemEntry[],
): AsyncGenerator<DropEntry[]> {
  const folders: FileSystemDirectoryEntry[] = []
  yield await openFiles(entries, folders)
  for (let folder = folders.pop(); folder; folder = folders.pop())
    yield* walkFolder(folder, folders)
}

async function* walkFolder(
  folder: FileSystemDirectoryEntry,
  folders: FileSystemDirectoryEntry[],
): AsyncGenerator<DropEntry[]> {
  const reader = folder.createReader()
  let isEmpty = true
  for (;;) {
    const batch = await readBatch(reader)
    if (!batch) return yield [{ kind: 'unreadable', name: pathOf(folder) }]
    if (batch.length === 0) break
    isEmpty &&= batch.every(isLitter)
    yield await openFiles(batch, folders)
  }
  if (isEmpty) yield [{ kind: 'folder', path: pathOf(folder) }]
}

/** Opens the files and adds the folders to `folders`. */
async function openFiles(
  entries: readonly FileSystemEntry[],
  folders: FileSystemDirectoryEntry[],
): Promise<DropEntry[]> {
  folders.push(...entries.filter(isFolder))
  const files = entries.filter(isFile)
  const opened: DropEntry[] = []
  for (let start = 0; start < files.length; start += OPEN_CONCURRENCY)
    opened.push(...(await Promise.all(files.slice(start, start + OPEN_CONCURRENCY).map(openFile))))
  return opened
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const isLitter = (entry: FileSystemEntry): boolean => entry.isFile && isSystemFile(entry.name)

const pathOf = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\/+/, '')

function openFile(entry: FileSystemFileEntry): Promise<DropEntry> {
  const path = pathOf(entry)
  return new Promise(resolve =>
    entry.file(
      // A file that was dropped by itself has no path.
      file => resolve({ kind: 'file', file, path: path.includes('/') ? path : '' }),
      () => resolve({ kind: 'unreadable', name: path }),
    ),
  )
}

/** Browsers return at most a hundred entries at a time. Null when the folder can't be read. */
const readBatch = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[] | null> =>
  new Promise(resolve => reader.readEntries(resolve, () => resolve(null)))
