import type { ItemType } from '@coffer/contract/items'

/** The stretches of folders and of files that make up a page on which folders come first. */
export function windowsOf(
  page: number,
  perPage: number,
  folderCount: number,
  fileCount: number,
): { type: ItemType; offset: number; limit: number }[] {
  const start = (page - 1) * perPage
  const folders = Math.max(0, Math.min(perPage, folderCount - start))
  const fileOffset = Math.max(0, start - folderCount)
  const files = Math.max(0, Math.min(perPage - folders, fileCount - fileOffset))
  return [
    ...(folders > 0 ? [{ type: 'folder' as const, offset: start, limit: folders }] : []),
    ...(files > 0 ? [{ type: 'file' as const, offset: fileOffset, limit: files }] : []),
  ]
}
