import type { StoredUpload } from './stored-upload.ts'

/** Uploads that are shown and discarded together: one file, or all files of a folder. */
export interface ResumableGroup {
  name: string
  isFolder: boolean
  ids: string[]
  bytes: number
}

/** Groups uploads by file or by dropped folder, in the order of their first file. */
export function groupUploads(uploads: readonly StoredUpload[]): ResumableGroup[] {
  const groups = new Map<string, ResumableGroup>()
  for (const { id, name, path, parentId, size } of uploads) {
    const [folder = '', ...below] = path.split('/')
    const isFolder = below.length > 0
    const key = isFolder ? `${parentId ?? ''}/${folder}` : id
    const group = groups.get(key) ?? { name: isFolder ? folder : name, isFolder, ids: [], bytes: 0 }
    group.ids.push(id)
    group.bytes += size
    groups.set(key, group)
  }
  return [...groups.values()]
}
