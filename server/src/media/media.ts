import type { ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { endProcess, type MediaLimits, runIn, startProcess } from './media-process.ts'
import { type Derived, MediaError, type MediaKind, type MediaTask } from './media-task.ts'

type Content = Pick<MediaTask, 'kind' | 'path' | 'makes'>

/** Reads untrusted pictures, videos and documents. */
export interface Media {
  /** @throws MediaError when no preview can be made */
  derive(content: Content, signal?: AbortSignal): Promise<Derived>
  /** Whether this kind of content can be read; videos need a program that may be missing. */
  reads(kind: MediaKind): boolean
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

/** Decoder processes, started on demand and ended when idle. */
function createPool(limits: MediaLimits) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const busy = new Set<ChildProcess>()

  function acquire(): ChildProcess {
    const [child = startProcess(limits)] = [...idle.keys()].filter(candidate => candidate.connected)
    clearTimeout(idle.get(child))
    idle.delete(child)
    busy.add(child)
    child.ref()
    child.channel?.ref()
    return child
  }

  function release(child: ChildProcess): void {
    busy.delete(child)
    const timer = setTimeout(() => {
      idle.delete(child)
      endProcess(child)
    }, limits.idleMs)
    // Neither the process nor the timer keeps the server running.
    for (const handle of [timer, child, child.channel]) handle?.unref()
    idle.set(child, timer)
  }

  function discard(child: ChildProcess): void {
    busy.delete(child)
    endProcess(child)
  }

  function close(): void {
    for (const timer of idle.values()) clearTimeout(timer)
    for (const child of [...idle.keys(), ...busy]) endProcess(child)
    idle.clear()
  }
  return { acquire, release, discard, close }
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
 */
export function createMedia(limits: MediaLimits): Media {
  const pool = createPool(limits)
  const enqueue = createQueue(PROCESSES)
  const hasVideo = isOnPath('ffmpeg', limits.programPath)

  async function attempt(task: MediaTask, signal: AbortSignal | undefined): Promise<Derived> {
    const child = pool.acquire()
    try {
      const derived = await runIn(child, task, limits, signal)
      pool.release(child)
      return derived
    } catch (error) {
      // A process that failed must not be reused.
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
    close: pool.close,
  }
}
