import { DropPipeline, type DropPipelineDeps } from './drop-pipeline.ts'
import { type Refusal, refusalOf, type UploadLimits } from './rejections.ts'
import type { StoredUpload } from './stored-upload.ts'
import { fileTask, folderTask, resumedTask } from './upload-tasks.ts'
import type { UploadTask } from './uploads.types.ts'
import type { DropEntry } from './walk.ts'

/** The browser keeps drawing between two slices of work. */
const SLICE_MS = 12

export interface DropHandlingDeps extends DropPipelineDeps {
  limits: () => UploadLimits
  /** An unfinished upload of the same file, which then goes on. */
  recall: (file: File, path: string, parentId: string | null) => StoredUpload | null
  rest: () => Promise<void>
}

/** Where it goes, and what leads to it again. */
export type Origin = Pick<UploadTask, 'parentId' | 'handles' | 'document'>

/** Queues what was found, as it is found. @returns what is still to be said of what was refused */
export async function takeIn(
  source: AsyncIterable<DropEntry[]> | Iterable<DropEntry[]>,
  origin: Origin,
  ports: DropHandlingDeps,
): Promise<Refusal[]> {
  const arrival = new DropPipeline(origin.parentId, ports)
  let sliceEnd = performance.now() + SLICE_MS
  for await (const batch of source) {
    receiveUploadBatch(batch, origin, arrival, ports)
    if (performance.now() > sliceEnd) {
      await ports.rest()
      sliceEnd = performance.now() + SLICE_MS
    }
  }
  return arrival.end()
}

function receiveUploadBatch(
  batch: DropEntry[],
  origin: Origin,
  arrival: DropPipeline,
  ports: DropHandlingDeps,
): void {
  const fresh: UploadTask[] = []
  const resumed: UploadTask[] = []
  const refused: Refusal[] = []
  for (const found of batch) {
    const earlier = found.kind === 'file' && recall(found, origin, ports)
    if (earlier) resumed.push(earlier)
    const judged = earlier ? null : judge(found, origin, ports)
    if (judged && 'reason' in judged) refused.push(judged)
    else if (judged) fresh.push(judged)
  }
  arrival.refuse(refused)
  // What goes on has its name, its room and its consent already.
  if (resumed.length > 0) ports.accept(resumed)
  arrival.add(fresh)
}

function judge(
  found: DropEntry,
  { parentId, handles, document }: Origin,
  ports: DropHandlingDeps,
): UploadTask | Refusal | null {
  if (found.kind === 'unreadable') return { name: found.name, reason: 'unreadable' }
  if (found.kind === 'folder') return folderTask(found.path, parentId)
  const refusal = refusalOf(found.file, ports.limits())
  if (refusal === 'litter') return null
  if (refusal) return refusal
  return fileTask(found.file, { path: found.path, parentId, handles, document })
}

function recall(
  { file, path }: Extract<DropEntry, { kind: 'file' }>,
  { parentId, handles }: Origin,
  ports: DropHandlingDeps,
): UploadTask | null {
  const earlier = ports.recall(file, path, parentId)
  return earlier && resumedTask(file, earlier, handles)
}
