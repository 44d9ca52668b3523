import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'

export interface Count {
  folders: number
  files: number
}

/** Adds to a folder's counts of direct children; negative numbers subtract. */
export const addToCounts = async (db: Db, folderId: string, count: Count): Promise<void> => {
  await changeCounts(db, { folderId, ...count })
  recordChange(db, 'folder', [folderId])
  if (count.folders !== 0) recordChange(db, 'tree', [folderId])
}

const changeCounts = prepared((db, { folderId, folders, files }: Count & { folderId: string }) =>
  db
    .updateTable('items')
    .set(eb => ({
      folder_count: eb('folder_count', '+', folders),
      file_count: eb('file_count', '+', files),
    }))
    .where('id', '=', folderId),
)
