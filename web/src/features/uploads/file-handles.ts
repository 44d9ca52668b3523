import { BATCH_FILE_BYTES } from '@coffer/contract/upload-batches'
import type { Remembered } from './remembered.ts'

/** What some browsers can do with files beyond TypeScript's library, and others can not. */
declare global {
  interface FileSystemHandle {
    queryPermission?(): Promise<PermissionState>
    requestPermission?(): Promise<PermissionState>
  }
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
  }
  interface Window {
    showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>
  }
}

/** What was dropped or chosen, by its name: leads to the files again after the page is gone. */
export type Handles = ReadonlyMap<string, FileSystemHandle>

export const NO_HANDLES: Handles = new Map()

/**
 * Takes the handles out of a drop, which shows them only during its event. They come a little later,
 * and nothing waits for them.
 */
export function handlesIn(items: Iterable<DataTransferItem>, onCame: () => void): Handles {
  const asked = [...items].flatMap(item => item.getAsFileSystemHandle?.() ?? [])
  if (asked.length === 0) return NO_HANDLES
  const handles = new Map<string, FileSystemHandle>()
  void Promise.allSettled(asked).then(answers => {
    const came = answers.flatMap(answer => (answer.status === 'fulfilled' && answer.value) || [])
    for (const [name, handle] of byName(came)) handles.set(name, handle)
    onCame()
  })
  return handles
}

/** Two of one name, as a search's results may have them, can't be told apart later. */
export function byName(handles: readonly FileSystemHandle[]): Handles {
  const names = new Map<string, FileSystemHandle[]>()
  for (const handle of handles) names.set(handle.name, [...(names.get(handle.name) ?? []), handle])
  return new Map(
    [...names].flatMap(([name, [handle, second]]) => (handle && !second ? [[name, handle]] : [])),
  )
}

/**
 * One handle serves a folder with everything in it, so that thousands of files cost no more. A small
 * file that was chosen by itself is sent anew before anybody misses it.
 */
export function handleFor(
  handles: Handles,
  { name, path, size }: Pick<Remembered, 'name' | 'path' | 'size'>,
): FileSystemHandle | undefined {
  const handle = handles.get(rootOf({ name, path }))
  return handle?.kind === 'directory' || size > BATCH_FILE_BYTES ? handle : undefined
}

/** Those of an upload that goes on, so that it can do so once more. */
export const handlesTo = ({ handle, ...entry }: Remembered): Handles =>
  handle ? new Map([[rootOf(entry), handle]]) : NO_HANDLES

/**
 * Kept on several pages, one handle comes back as several. They are made one again, so that its
 * owner is asked for it once.
 */
export async function withSharedHandles(list: readonly Remembered[]): Promise<Remembered[]> {
  const known: FileSystemHandle[] = []
  const shared = new Map<FileSystemHandle, FileSystemHandle>()
  for (const handle of new Set(list.flatMap(entry => entry.handle ?? []))) {
    if (isFile(handle)) continue
    const alike = known.filter(({ name }) => name === handle.name)
    const same = await Promise.all(alike.map(one => one.isSameEntry(handle)))
    const first = alike[same.indexOf(true)]
    if (!first) known.push(handle)
    shared.set(handle, first ?? handle)
  }
  return list.map(entry =>
    entry.handle ? { ...entry, handle: shared.get(entry.handle) ?? entry.handle } : entry,
  )
}

const rootOf = ({ name, path }: Pick<Remembered, 'name' | 'path'>): string =>
  (path || name).split('/')[0] ?? ''

/** Of those handles, the ones that may be read; asking needs a click, and asks each once. */
export async function readable(
  handles: Iterable<FileSystemHandle>,
  mayAsk: boolean,
): Promise<Map<FileSystemHandle, PermissionState>> {
  const states = new Map<FileSystemHandle, PermissionState>()
  for (const handle of new Set(handles)) states.set(handle, await permissionOf(handle, mayAsk))
  return states
}

async function permissionOf(handle: FileSystemHandle, mayAsk: boolean): Promise<PermissionState> {
  const state = (await handle.queryPermission?.()) ?? 'granted'
  if (state !== 'prompt' || !mayAsk) return state
  // It can be asked again where the click was too long ago.
  return (await handle.requestPermission?.().catch(() => undefined)) ?? 'prompt'
}

/** Opens the files of uploads as they are now on their disk. Each folder is looked up once. */
export function fileOpener() {
  type Folder = Promise<FileSystemDirectoryHandle>
  const folders = new Map<FileSystemHandle, Map<string, Folder>>()

  function folderIn(root: FileSystemDirectoryHandle, way: readonly string[]): Folder {
    const name = way.at(-1)
    if (name === undefined) return Promise.resolve(root)
    const known = folders.get(root) ?? new Map<string, Folder>()
    folders.set(root, known)
    const key = way.join('/')
    const asked =
      known.get(key) ??
      folderIn(root, way.slice(0, -1)).then(folder => folder.getDirectoryHandle(name))
    known.set(key, asked)
    return asked
  }

  /** @returns null when it is not there any more */
  return async ({ handle, path }: Remembered): Promise<File | null> => {
    try {
      if (handle === undefined) return null
      if (isFile(handle)) return await handle.getFile()
      const way = path.split('/').slice(1)
      const folder = await folderIn(handle as FileSystemDirectoryHandle, way.slice(0, -1))
      return await (await folder.getFileHandle(way.at(-1) ?? '')).getFile()
    } catch {
      return null
    }
  }
}

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'
