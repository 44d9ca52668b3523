import { type PageQuery, rowsOf } from '@coffer/contract'
import type { ItemType } from '@coffer/contract/items'

/** Returns the ranges of folders and files that make up a page on which folders come first. */
export function windowsOf(
  query: PageQuery,
  folderCount: number,
  fileCount: number,
): { type: ItemType; offset: number; limit: number }[] {
  const { offset: start, limit } = rowsOf(query)
  const folders = Math.max(0, Math.min(limit, folderCount - start))
  const fileOffset = Math.max(0, start - folderCount)
  const files = Math.max(0, Math.min(limit - folders, fileCount - fileOffset))
  return [
    ...(folders > 0 ? [{ type: 'folder' as const, offset: start, limit: folders }] : []),
    ...(files > 0 ? [{ type: 'file' as const, offset: fileOffset, limit: files }] : []),
  ]
}
