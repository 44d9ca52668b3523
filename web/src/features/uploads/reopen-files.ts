import type { StoredUpload } from './stored-upload.ts'

/** Reopens files from stored handles. Loaded only when there are stored handles. */

/**
 * Returns the read permission of each handle. Prompting needs a user gesture; each handle is
 * prompted for once.
 */
export async function readPermissions(
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
  // The browser rejects when the gesture is too long ago; the user can click again.
  return (await handle.requestPermission?.().catch(() => undefined)) ?? 'prompt'
}

/** Returns a function that opens the current file of an upload. Each folder is opened once. */
export function fileOpener() {
  type Folder = Promise<FileSystemDirectoryHandle>
  const folders = new Map<FileSystemHandle, Map<string, Folder>>()

  function folderIn(root: FileSystemDirectoryHandle, segments: readonly string[]): Folder {
    const name = segments.at(-1)
    if (name === undefined) return Promise.resolve(root)
    const known = folders.get(root) ?? new Map<string, Folder>()
    folders.set(root, known)
    const key = segments.join('/')
    const folder =
      known.get(key) ??
      folderIn(root, segments.slice(0, -1)).then(folder => folder.getDirectoryHandle(name))
    known.set(key, folder)
    return folder
  }

  /** @returns null when the file no longer exists */
  return async ({ handle, path }: StoredUpload): Promise<File | null> => {
    try {
      if (handle === undefined) return null
      if (isFile(handle)) return await handle.getFile()
      const segments = path.split('/').slice(1)
      const folder = await folderIn(handle as FileSystemDirectoryHandle, segments.slice(0, -1))
      return await (await folder.getFileHandle(segments.at(-1) ?? '')).getFile()
    } catch {
      return null
    }
  }
}

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'

/**
 * A handle that was stored on several pages comes back as several objects. Merges them, so that the
 * user is prompted once.
 */
export async function withSharedHandles(list: readonly StoredUpload[]): Promise<StoredUpload[]> {
  const known: FileSystemHandle[] = []
  const shared = new Map<FileSystemHandle, FileSystemHandle>()
  for (const handle of new Set(list.flatMap(entry => entry.handle ?? []))) {
    if (isFile(handle)) continue
    const sameName = known.filter(({ name }) => name === handle.name)
    const same = await Promise.all(sameName.map(candidate => candidate.isSameEntry(handle)))
    const firstHandle = sameName[same.indexOf(true)]
    if (!firstHandle) known.push(handle)
    shared.set(handle, firstHandle ?? handle)
  }
  return list.map(entry =>
    entry.handle ? { ...entry, handle: shared.get(entry.handle) ?? entry.handle } : entry,
  )
}
