import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createProcessPool } from '../lib/process-pool.ts'
import { type MediaLimits, runIn, startProcess } from './media-process.ts'
import { type Derived, MediaError, type MediaKind, type MediaTask } from './media-task.ts'

type Content = Pick<MediaTask, 'kind' | 'path' | 'makes'>

/** Reads untrusted pictures, videos and documents. */
export interface Media {
  /** @throws MediaError when no preview can be made */
  derive(content: Content, signal?: AbortSignal): Promise<Derived>
  /** Whether this kind of content can be read; videos need a program that may be missing. */
  reads(kind: MediaKind): boolean
  /** Whether a process of the installation can read this kind, as far as this one knows. */
  isReadSomewhere(kind: MediaKind): boolean
  close(): void
}

const PROCESSES = 2

function isOnPath(program: string, programPath: string): boolean {
  return programPath.split(delimiter).some(folder => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Limits concurrency; further work waits in order. */
function createQueue(concurrency: number) {
  const waiting: (() => void)[] = []
  let free = concurrency
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/**
 * Runs decoders in separate processes: a content that crashes, hangs or exhausts one affects
 * nothing else, and an idle server keeps no decoder in memory.
 * @param isReadByOthers whether jobs that read contents run in other processes
 */
export function createMedia(limits: MediaLimits, isReadByOthers = false): Media {
  const pool = createProcessPool({
    start: () => startProcess(limits),
    idleMs: limits.idleMs,
  })
  const enqueue = createQueue(PROCESSES)
  const hasVideo = isOnPath('ffmpeg', limits.programPath)

  async function attempt(task: MediaTask, signal: AbortSignal | undefined): Promise<Derived> {
    const child = pool.acquire()
    try {
      const derived = await runIn(child, task, limits, signal)
      pool.release(child)
      return derived
    } catch (error) {
      pool.discard(child)
      throw error
    }
  }

  return {
    derive(content, signal) {
      const { maxPixels, maxSeconds } = limits
      const task = { ...content, maxPixels, maxSeconds: Math.max(1, maxSeconds - 1) }
      return enqueue(() =>
        attempt(task, signal).catch(error => {
          // Retries in a new process, in case an earlier content caused the crash.
          if (error instanceof MediaError && error.failure === 'crashed')
            return attempt(task, signal)
          throw error
        }),
      )
    },
    reads: kind => kind !== 'video' || hasVideo,
    isReadSomewhere: kind => kind !== 'video' || hasVideo || isReadByOthers,
    close: pool.close,
  }
}
