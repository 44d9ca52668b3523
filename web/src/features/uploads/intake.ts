import { newId } from '../../lib/new-id.ts'
import { Arrival, type ArrivalPorts } from './arrival.ts'
import { type Refusal, refusalOf, type UploadLimits } from './refusals.ts'
import type { Remembered } from './remembered.ts'
import type { UploadTask } from './uploads.types.ts'
import type { Found } from './walk.ts'

/** The browser keeps drawing between two slices of work. */
const SLICE_MS = 12

export interface IntakePorts extends ArrivalPorts {
  limits: () => UploadLimits
  /** An unfinished upload of the same file, which then goes on. */
  recall: (file: File, path: string, parentId: string | null) => Remembered | null
  rest: () => Promise<void>
}

/** Queues what was found, as it is found. @returns what is still to be said of what was refused */
export async function takeIn(
  source: AsyncIterable<Found[]> | Iterable<Found[]>,
  parentId: string | null,
  ports: IntakePorts,
): Promise<Refusal[]> {
  const arrival = new Arrival(parentId, ports)
  let sliceEnd = performance.now() + SLICE_MS
  for await (const batch of source) {
    takeBatch(batch, parentId, arrival, ports)
    if (performance.now() > sliceEnd) {
      await ports.rest()
      sliceEnd = performance.now() + SLICE_MS
    }
  }
  return arrival.end()
}

function takeBatch(
  batch: Found[],
  parentId: string | null,
  arrival: Arrival,
  ports: IntakePorts,
): void {
  const fresh: UploadTask[] = []
  const resumed: UploadTask[] = []
  const refused: Refusal[] = []
  for (const found of batch) {
    const judged = judge(found, parentId, ports)
    if (judged && 'reason' in judged) refused.push(judged)
    else if (judged) (judged.begun ? resumed : fresh).push(judged)
  }
  arrival.refuse(refused)
  // What goes on has its name, its room and its consent already.
  if (resumed.length > 0) ports.accept(resumed)
  arrival.add(fresh)
}

function judge(
  found: Found,
  parentId: string | null,
  ports: IntakePorts,
): UploadTask | Refusal | null {
  if (found.kind === 'unreadable') return { name: found.name, reason: 'unreadable' }
  if (found.kind === 'folder') return folderTask(found.path, parentId)
  const refusal = refusalOf(found.file, ports.limits())
  if (refusal === 'litter') return null
  if (refusal) return refusal
  const earlier = ports.recall(found.file, found.path, parentId)
  return earlier
    ? resumedTask(found.file, earlier)
    : fileTask(found.file, { id: newId(), path: found.path, parentId })
}

const fresh: Pick<UploadTask, 'sent' | 'state' | 'begun' | 'failure' | 'onConflict' | 'alone'> = {
  ...{ sent: 0, state: 'waiting', begun: false, failure: null },
  ...{ onConflict: 'rename', alone: false },
}

const folderTask = (path: string, parentId: string | null): UploadTask => ({
  ...fresh,
  id: newId(),
  file: null,
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  parentId,
  size: 0,
})

const fileTask = (
  file: File,
  { id, path, parentId }: Pick<UploadTask, 'id' | 'path' | 'parentId'>,
): UploadTask => ({ ...fresh, id, file, name: file.name, path, parentId, size: file.size })

/** Goes on under its own id, in the folder that it was meant for. */
const resumedTask = (file: File, { id, path, parentId }: Remembered): UploadTask => ({
  ...fileTask(file, { id, path, parentId }),
  begun: true,
})
