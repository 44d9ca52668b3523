import type { StoredUpload } from './stored-upload.ts'

/** The way from kept handles back to their files, loaded where there are some. */

/** Of those handles, the ones that may be read; asking needs a click, and asks each once. */
export async function readable(
  handles: Iterable<FileSystemHandle>,
  needsPrompt: boolean,
): Promise<Map<FileSystemHandle, PermissionState>> {
  const states = new Map<FileSystemHandle, PermissionState>()
  for (const handle of new Set(handles)) states.set(handle, await permissionOf(handle, needsPrompt))
  return states
}

async function permissionOf(
  handle: FileSystemHandle,
  needsPrompt: boolean,
): Promise<PermissionState> {
  const state = (await handle.queryPermission?.()) ?? 'granted'
  if (state !== 'prompt' || !needsPrompt) return state
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
  return async ({ handle, path }: StoredUpload): Promise<File | null> => {
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

/**
 * Kept on several pages, one handle comes back as several. They are made one again, so that its
 * owner is asked for it once.
 */
export async function withSharedHandles(list: readonly StoredUpload[]): Promise<StoredUpload[]> {
  const known: FileSystemHandle[] = []
  const shared = new Map<FileSystemHandle, FileSystemHandle>()
  for (const handle of new Set(list.flatMap(entry => entry.handle ?? []))) {
    if (isFile(handle)) continue
    const sameName = known.filter(({ name }) => name === handle.name)
    const same = await Promise.all(sameName.map(one => one.isSameEntry(handle)))
    const first = sameName[same.indexOf(true)]
    if (!first) known.push(handle)
    shared.set(handle, first ?? handle)
  }
  return list.map(entry =>
    entry.handle ? { ...entry, handle: shared.get(entry.handle) ?? entry.handle } : entry,
  )
}
