import { isSystemLitter } from '@coffer/contract/names'

/** What was found in a drop or a choice of files. */
export type DropEntry =
  | { kind: 'file'; file: File; path: string }
  | { kind: 'folder'; path: string }
  | { kind: 'unreadable'; name: string }

const BATCH = 100
/** Chromium hands them over in one task, and asks its browser process about each of them meanwhile. */
const OPENED_AT_ONCE = 8

/** Files of an input, with their place where a whole folder was chosen. */
export function* walkFiles(files: readonly File[]): Generator<DropEntry[]> {
  for (let start = 0; start < files.length; start += BATCH)
    yield files
      .slice(start, start + BATCH)
      .map(file => ({ kind: 'file', file, path: file.webkitRelativePath }))
}

/**
 * Goes through dropped files and folders, batch by batch, so that the first ones are on their way
 * before the last ones are found. Keeps no more than the folders it has still to look into.
 */
export async function* walkEntries(
  entries: readonly FileSystemEntry[],
): AsyncGenerator<DropEntry[]> {
  const folders: FileSystemDirectoryEntry[] = []
  yield await sortOut(entries, folders)
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
    yield await sortOut(batch, folders)
  }
  if (isEmpty) yield [{ kind: 'folder', path: pathOf(folder) }]
}

/** Opens the files; folders are put aside. */
async function sortOut(
  entries: readonly FileSystemEntry[],
  folders: FileSystemDirectoryEntry[],
): Promise<DropEntry[]> {
  folders.push(...entries.filter(isFolder))
  const files = entries.filter(isFile)
  const found: DropEntry[] = []
  for (let start = 0; start < files.length; start += OPENED_AT_ONCE)
    found.push(...(await Promise.all(files.slice(start, start + OPENED_AT_ONCE).map(openFile))))
  return found
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const isLitter = (entry: FileSystemEntry): boolean => entry.isFile && isSystemLitter(entry.name)

const pathOf = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\/+/, '')

function openFile(entry: FileSystemFileEntry): Promise<DropEntry> {
  const path = pathOf(entry)
  return new Promise(resolve =>
    entry.file(
      // A file that was dropped by itself needs no path.
      file => resolve({ kind: 'file', file, path: path.includes('/') ? path : '' }),
      () => resolve({ kind: 'unreadable', name: path }),
    ),
  )
}

/** At most a hundred at a time, by the browser's choice; null when the folder can't be read. */
const readBatch = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[] | null> =>
  new Promise(resolve => reader.readEntries(resolve, () => resolve(null)))
