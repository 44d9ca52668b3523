import {
  BATCH_FILE_BYTES,
  BATCH_FILES,
  BATCH_FOLDERS,
  foldersOnPath,
} from '@coffer/contract/upload-batches'
import type { Limits } from './send-file.ts'
import type { UploadTask } from './uploads.types.ts'

/**
 * Whether a file may share a request with others. An upload that began in chunks continues in
 * chunks.
 */
export function isBatchable(task: UploadTask, { batchBytes, chunkSize }: Limits): boolean {
  const maxBytes = Math.min(BATCH_FILE_BYTES, batchBytes, chunkSize)
  return task.file !== null && !task.begun && !task.unbatchable && task.size <= maxBytes
}

/**
 * The files at the front of the queue that share one request: same folder, same document type, in
 * queue order.
 */
export function nextBatch(tasks: Iterable<UploadTask>, limits: Limits): UploadTask[] {
  const batch: UploadTask[] = []
  const folders = new Set<string>()
  let bytes = 0
  for (const task of tasks) {
    for (const folder of foldersOnPath(task.path)) folders.add(folder)
    const fits =
      bytes + task.size <= Math.min(limits.batchBytes, limits.chunkSize) &&
      folders.size <= BATCH_FOLDERS
    const [first = task] = batch
    const isSameFolder = first.parentId === task.parentId && isSameDocument(first, task)
    if (!isBatchable(task, limits) || !isSameFolder || !fits) break
    batch.push(task)
    bytes += task.size
    if (batch.length === BATCH_FILES) break
  }
  return batch
}

const isSameDocument = (first: UploadTask, second: UploadTask): boolean =>
  first.document?.tipo_id === second.document?.tipo_id &&
  first.document?.subcategory_id === second.document?.subcategory_id
