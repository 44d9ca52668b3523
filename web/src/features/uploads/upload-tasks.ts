import { BATCH_FILE_BYTES } from '@coffer/contract/upload-batches'
import { newId } from '../../lib/new-id.ts'
import { type Handles, NO_HANDLES } from './file-handles.ts'
import type { StoredUpload } from './stored-upload.ts'
import type { UploadTask } from './uploads.types.ts'

const fresh: Pick<UploadTask, 'sent' | 'state' | 'begun' | 'failure' | 'onConflict' | 'alone'> = {
  ...{ sent: 0, state: 'waiting', begun: false, failure: null },
  ...{ onConflict: 'rename', alone: false },
}

export const folderTask = (path: string, parentId: string | null): UploadTask => ({
  ...fresh,
  id: newId(),
  file: null,
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  parentId,
  handles: NO_HANDLES,
  size: 0,
})

export const fileTask = (
  file: File,
  place: Pick<UploadTask, 'path' | 'parentId' | 'handles' | 'document'>,
): UploadTask => ({ ...fresh, ...place, id: newId(), file, name: file.name, size: file.size })

/** Goes on under its own id, in the folder that it was meant for. */
export const resumedTask = (
  file: File,
  { id, path, parentId, document, onConflict = 'rename' }: StoredUpload,
  handles: Handles,
): UploadTask => ({
  ...fileTask(file, { path, parentId, handles, document }),
  id,
  onConflict,
  // A smaller one is whole or not there, and may share a request.
  begun: file.size > BATCH_FILE_BYTES,
})
