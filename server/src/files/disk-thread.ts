import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Tasks of the thread; `put` resolves when file and name would survive a power loss. */
export type DiskTask =
  | { kind: 'checksums'; path: string; sizeBytes: number }
  | { kind: 'put'; path: string; content: Uint8Array }
export type DiskRequest = DiskTask & { id: number }
export interface DiskReply {
  id: number
  result: string
  /** Errors do not keep their own properties between threads. */
  error?: { message: string; code: string | undefined }
}

interface PendingRequest {
  resolve: (result: string) => void
  reject: (error: unknown) => void
}

const DISK_THREAD = 'disk'
/** Next to this file, both as source and as built code. */
const WORKER = new URL(`./disk-worker${extname(import.meta.url)}`, import.meta.url)

/**
 * A worker thread for files, started when first needed. It uses synchronous calls, which cost a
 * fraction of asynchronous ones, and syncs the requests that arrive together at once.
 */
export function createDiskThread(): (task: DiskTask) => Promise<string> {
  const pending = new Map<number, PendingRequest>()
  let worker: Worker | undefined
  let lastId = 0

  function handleReply({ id, result, error }: DiskReply): void {
    const request = pending.get(id)
    pending.delete(id)
    // An idle thread does not keep the process alive.
    if (pending.size === 0) worker?.unref()
    if (error) request?.reject(Object.assign(new Error(error.message), { code: error.code }))
    else request?.resolve(result)
  }

  function fail(error: unknown): void {
    worker = undefined
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function start(): Worker {
    // Named, so that it can be identified from outside the process.
    const started = new Worker(WORKER, { name: DISK_THREAD })
    started.on('message', (replies: DiskReply[]) => {
      for (const reply of replies) handleReply(reply)
    })
    started.on('error', fail)
    return started
  }

  return task =>
    new Promise((resolve, reject) => {
      worker ??= start()
      worker.ref()
      lastId += 1
      pending.set(lastId, { resolve, reject })
      worker.postMessage({ ...task, id: lastId } satisfies DiskRequest)
    })
}
