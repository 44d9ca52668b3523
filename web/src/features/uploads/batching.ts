import { BATCH_FILE_BYTES, BATCH_FILES } from '@coffer/contract/upload-batches'
import type { Limits } from './send-file.ts'
import type { UploadTask } from './uploads.types.ts'

/** Whether a file may share a request with others. What has begun in chunks goes on in chunks. */
export function isBatchable(task: UploadTask, { batchBytes, chunkSize }: Limits): boolean {
  const most = Math.min(BATCH_FILE_BYTES, batchBytes, chunkSize)
  return task.file !== null && !task.begun && !task.alone && task.size <= most
}

/** The files from the front that go in one request: all into one folder, as one kind of document, and in their order. */
export function nextBatch(tasks: Iterable<UploadTask>, limits: Limits): UploadTask[] {
  const batch: UploadTask[] = []
  let bytes = 0
  for (const task of tasks) {
    const fits = bytes + task.size <= Math.min(limits.batchBytes, limits.chunkSize)
    const [first = task] = batch
    const isSamePlace = first.parentId === task.parentId && isSameDocument(first, task)
    if (!isBatchable(task, limits) || !isSamePlace || !fits) break
    batch.push(task)
    bytes += task.size
    if (batch.length === BATCH_FILES) break
  }
  return batch
}

const isSameDocument = ({ document: one }: UploadTask, { document: other }: UploadTask): boolean =>
  one?.tipo_id === other?.tipo_id && one?.subcategory_id === other?.subcategory_id
