import { BATCH_FILE_BYTES } from '@coffer/contract/upload-batches'
import type { StoredUpload } from './stored-upload.ts'

/** APIs of some browsers that TypeScript's DOM library lacks. */
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

/** Handles of the dropped or chosen entries by name. They reopen the files after a page reload. */
export type Handles = ReadonlyMap<string, FileSystemHandle>

export const NO_HANDLES: Handles = new Map()

/**
 * Reads the handles of a drop, which are only accessible during its event. They resolve later;
 * uploads do not wait for them.
 */
export function handlesIn(items: Iterable<DataTransferItem>, onReady: () => void): Handles {
  const requests = [...items].flatMap(item => item.getAsFileSystemHandle?.() ?? [])
  if (requests.length === 0) return NO_HANDLES
  const handles = new Map<string, FileSystemHandle>()
  void Promise.allSettled(requests).then(results => {
    const granted = results.flatMap(result => (result.status === 'fulfilled' && result.value) || [])
    for (const [name, handle] of byName(granted)) handles.set(name, handle)
    onReady()
  })
  return handles
}

/**
 * Leaves out names that occur twice, for example in search results, because they are ambiguous
 * later.
 */
export function byName(handles: readonly FileSystemHandle[]): Handles {
  const names = new Map<string, FileSystemHandle[]>()
  for (const handle of handles) names.set(handle.name, [...(names.get(handle.name) ?? []), handle])
  return new Map(
    [...names].flatMap(([name, [handle, second]]) => (handle && !second ? [[name, handle]] : [])),
  )
}

/**
 * Returns the handle to store with an upload. One handle serves a folder with all of its files. A
 * small file that was chosen by itself needs none, because it is simply sent again.
 */
export function handleFor(
  handles: Handles,
  { name, path, size }: Pick<StoredUpload, 'name' | 'path' | 'size'>,
): FileSystemHandle | undefined {
  const handle = handles.get(rootOf({ name, path }))
  return handle?.kind === 'directory' || size > BATCH_FILE_BYTES ? handle : undefined
}

/** The handles of a resumed upload, so that it can be resumed again. */
export const handlesTo = ({ handle, ...entry }: StoredUpload): Handles =>
  handle ? new Map([[rootOf(entry), handle]]) : NO_HANDLES

const rootOf = ({ name, path }: Pick<StoredUpload, 'name' | 'path'>): string =>
  (path || name).split('/')[0] ?? ''
