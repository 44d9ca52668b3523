import type { StoredUpload } from './stored-upload.ts'

/** Uploads that are told, and given up, as one: a file, or all that came in a folder. */
export interface ResumableGroup {
  name: string
  isFolder: boolean
  ids: string[]
  bytes: number
}

export function groupsOf(earlier: readonly StoredUpload[]): ResumableGroup[] {
  const groups = new Map<string, ResumableGroup>()
  for (const { id, name, path, parentId, size } of earlier) {
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
