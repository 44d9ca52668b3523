import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ByteRange } from './blob-store.ts'

/** What the thread can do; `put` resolves when file and name would survive a power cut. */
export type DiskTask =
  | { kind: 'digest'; path: string; range: ByteRange }
  | { kind: 'crc32'; path: string; sizeBytes: number }
  | { kind: 'put'; path: string; content: Uint8Array }
export type DiskRequest = DiskTask & { id: number }
export interface DiskReply {
  id: number
  result: string
  /** An error's own properties do not travel between threads. */
  error?: { message: string; code: string | undefined }
}

interface Waiting {
  resolve: (result: string) => void
  reject: (error: unknown) => void
}

const DISK_THREAD = 'disk'
/** Beside this file, as source or as built. */
const WORKER = new URL(`./disk-worker${extname(import.meta.url)}`, import.meta.url)

/**
 * A thread that works on files one after the other, started when it is first needed. Its plain calls
 * cost a fraction of the same calls made here without waiting, and what arrives meanwhile is synced
 * together.
 */
export function createDiskThread(): (task: DiskTask) => Promise<string> {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  function settle({ id, result, error }: DiskReply): void {
    const request = waiting.get(id)
    waiting.delete(id)
    // An idle thread does not keep the process alive.
    if (waiting.size === 0) worker?.unref()
    if (error) request?.reject(Object.assign(new Error(error.message), { code: error.code }))
    else request?.resolve(result)
  }

  function fail(error: unknown): void {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    // Named, so that it can be told among the process's threads from outside.
    const started = new Worker(WORKER, { name: DISK_THREAD })
    started.on('message', (replies: DiskReply[]) => {
      for (const reply of replies) settle(reply)
    })
    started.on('error', fail)
    return started
  }

  return task =>
    new Promise((resolve, reject) => {
      worker ??= start()
      worker.ref()
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage({ ...task, id: lastId } satisfies DiskRequest)
    })
}
