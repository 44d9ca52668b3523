import { DropPipeline, type DropPipelineDeps } from './drop-pipeline.ts'
import { type Rejection, type UploadLimits, validateFile } from './rejections.ts'
import type { StoredUpload } from './stored-upload.ts'
import { fileTask, folderTask, resumedTask } from './upload-tasks.ts'
import type { FolderIds, UploadTask } from './uploads.types.ts'
import type { DropEntry } from './walk.ts'

/** Work is cut into slices, so that the browser can render between them. */
const SLICE_MS = 12

export interface DropHandlingDeps extends DropPipelineDeps {
  limits: () => UploadLimits
  /** Takes the resumable upload of the same file, if there is one. */
  takeResumable: (file: File, path: string, parentId: string | null) => StoredUpload | null
  yieldToBrowser: () => Promise<void>
}

/** The target folder of a drop, its document type and the handles to reopen its files. */
export type Origin = Pick<UploadTask, 'parentId' | 'handles' | 'document'>

interface Drop extends Origin {
  folderIds: FolderIds
}

/**
 * Queues the entries of a drop while they are read.
 * @returns rejections that the caller announces
 */
export async function queueDrop(
  source: AsyncIterable<DropEntry[]> | Iterable<DropEntry[]>,
  origin: Origin,
  deps: DropHandlingDeps,
): Promise<Rejection[]> {
  const drop = { ...origin, folderIds: new Map() }
  const pipeline = new DropPipeline(origin.parentId, deps)
  let sliceEnd = performance.now() + SLICE_MS
  for await (const batch of source) {
    queueEntries(batch, drop, pipeline, deps)
    if (performance.now() > sliceEnd) {
      await deps.yieldToBrowser()
      sliceEnd = performance.now() + SLICE_MS
    }
  }
  return pipeline.end()
}

function queueEntries(
  batch: DropEntry[],
  drop: Drop,
  pipeline: DropPipeline,
  deps: DropHandlingDeps,
): void {
  const tasks: UploadTask[] = []
  const resumed: UploadTask[] = []
  const rejected: Rejection[] = []
  for (const entry of batch) {
    const resumedUpload = entry.kind === 'file' && toResumedTask(entry, drop, deps)
    if (resumedUpload) resumed.push(resumedUpload)
    const result = resumedUpload ? null : toTask(entry, drop, deps)
    if (result && 'reason' in result) rejected.push(result)
    else if (result) tasks.push(result)
  }
  pipeline.reject(rejected)
  // Resumed uploads were checked before and have their reservation.
  if (resumed.length > 0) deps.accept(resumed)
  pipeline.add(tasks)
}

/** Returns null for a system file, which is skipped silently. */
function toTask(
  entry: DropEntry,
  { parentId, handles, document, folderIds }: Drop,
  deps: DropHandlingDeps,
): UploadTask | Rejection | null {
  if (entry.kind === 'unreadable') return { name: entry.name, reason: 'unreadable' }
  if (entry.kind === 'folder') return folderTask(entry.path, { parentId, folderIds })
  const rejection = validateFile(entry.file, deps.limits())
  if (rejection === 'litter') return null
  if (rejection) return rejection
  return fileTask(entry.file, { path: entry.path, parentId, handles, document })
}

function toResumedTask(
  { file, path }: Extract<DropEntry, { kind: 'file' }>,
  { parentId, handles }: Origin,
  deps: DropHandlingDeps,
): UploadTask | null {
  const stored = deps.takeResumable(file, path, parentId)
  return stored && resumedTask(file, stored, handles)
}
