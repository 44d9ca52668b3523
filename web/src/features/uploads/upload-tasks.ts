import { BATCH_FILE_BYTES } from '@coffer/contract/upload-batches'
import { newId } from '../../lib/new-id.ts'
import { type Handles, NO_HANDLES } from './file-handles.ts'
import type { StoredUpload } from './stored-upload.ts'
import type { UploadTask } from './uploads.types.ts'

const initialState = {
  sent: 0,
  state: 'waiting',
  begun: false,
  failure: null,
  onConflict: 'rename',
  unbatchable: false,
} as const satisfies Partial<UploadTask>

/** Creates the task of an empty folder. */
export const folderTask = (
  path: string,
  drop: Pick<UploadTask, 'parentId' | 'folderIds'>,
): UploadTask => ({
  ...initialState,
  ...drop,
  id: newId(),
  file: null,
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  handles: NO_HANDLES,
  size: 0,
})

/** Creates the task of a new file. */
export const fileTask = (
  file: File,
  origin: Pick<UploadTask, 'path' | 'parentId' | 'handles' | 'document'>,
): UploadTask => ({
  ...initialState,
  ...origin,
  id: newId(),
  file,
  name: file.name,
  size: file.size,
})

/**
 * Whether the server may have a part of a stored upload. A smaller file is complete or missing there,
 * and may share a request; those of other devices are known from the server.
 */
export const mayBePartial = ({ size, device }: StoredUpload): boolean =>
  device !== undefined || size > BATCH_FILE_BYTES

/** Keeps the upload's id and its original folder. */
export const resumedTask = (file: File, entry: StoredUpload, handles: Handles): UploadTask => ({
  ...fileTask(file, {
    path: entry.path,
    parentId: entry.parentId,
    handles,
    document: entry.document,
  }),
  id: entry.id,
  onConflict: entry.onConflict ?? 'rename',
  begun: mayBePartial(entry),
})
