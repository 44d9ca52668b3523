import { BATCH_FILE_BYTES } from '@coffer/contract/upload-batches'
import type { StoredUpload } from './stored-upload.ts'

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
  { name, path, size }: Pick<StoredUpload, 'name' | 'path' | 'size'>,
): FileSystemHandle | undefined {
  const handle = handles.get(rootOf({ name, path }))
  return handle?.kind === 'directory' || size > BATCH_FILE_BYTES ? handle : undefined
}

/** Those of an upload that goes on, so that it can do so once more. */
export const handlesTo = ({ handle, ...entry }: StoredUpload): Handles =>
  handle ? new Map([[rootOf(entry), handle]]) : NO_HANDLES

const rootOf = ({ name, path }: Pick<StoredUpload, 'name' | 'path'>): string =>
  (path || name).split('/')[0] ?? ''
