import type { ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { endProcess, type MediaLimits, runIn, startProcess } from './media-process.ts'
import { type Derived, MediaError, type MediaKind, type MediaTask } from './media-task.ts'

type Content = Pick<MediaTask, 'kind' | 'path' | 'makes'>

/** Reads pictures, videos and documents that anybody may have made. */
export interface Media {
  /** @throws MediaError when nothing can be made of this content */
  derive(content: Content, signal?: AbortSignal): Promise<Derived>
  /** Whether contents of a kind can be read here at all: videos need a program that may be missing. */
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

/** Processes that are started when there is work and ended when there is none. */
function createPool(limits: MediaLimits) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const busy = new Set<ChildProcess>()

  function take(): ChildProcess {
    const [child = startProcess(limits)] = [...idle.keys()].filter(one => one.connected)
    clearTimeout(idle.get(child))
    idle.delete(child)
    busy.add(child)
    child.ref()
    child.channel?.ref()
    return child
  }

  function keep(child: ChildProcess): void {
    busy.delete(child)
    const timer = setTimeout(() => {
      idle.delete(child)
      endProcess(child)
    }, limits.idleMs)
    // Neither the process nor its clock keeps a server from ending.
    for (const one of [timer, child, child.channel]) one?.unref()
    idle.set(child, timer)
  }

  function drop(child: ChildProcess): void {
    busy.delete(child)
    endProcess(child)
  }

  function close(): void {
    for (const timer of idle.values()) clearTimeout(timer)
    for (const child of [...idle.keys(), ...busy]) endProcess(child)
    idle.clear()
  }
  return { take, keep, drop, close }
}

/** At most so many at once; the others wait in line. */
function createLine(places: number) {
  const waiting: (() => void)[] = []
  let free = places
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
 * Decoders in processes of their own: a content that breaks one, hangs it or blows it up costs that
 * process and nothing else, and a quiet server keeps no decoder in memory.
 */
export function createMedia(limits: MediaLimits): Media {
  const pool = createPool(limits)
  const inLine = createLine(PROCESSES)
  const hasVideo = isOnPath('ffmpeg', limits.programPath)

  async function attempt(task: MediaTask, signal: AbortSignal | undefined): Promise<Derived> {
    const child = pool.take()
    try {
      const derived = await runIn(child, task, limits, signal)
      pool.keep(child)
      return derived
    } catch (error) {
      // Whatever a bad content left behind in there must not meet the next one.
      pool.drop(child)
      throw error
    }
  }

  return {
    derive(content, signal) {
      const { maxPixels, maxSeconds } = limits
      const task = { ...content, maxPixels, maxSeconds: Math.max(1, maxSeconds - 1) }
      return inLine(() =>
        attempt(task, signal).catch(error => {
          // Once more in a fresh process: it may have been another one's doing.
          if (error instanceof MediaError && error.fault === 'crashed') return attempt(task, signal)
          throw error
        }),
      )
    },
    reads: kind => kind !== 'video' || hasVideo,
    close: pool.close,
  }
}
