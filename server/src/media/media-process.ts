import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { watchMemory } from '../lib/process-memory.ts'
import { endProcess } from '../lib/process-pool.ts'
import type { Derived, MediaReply, MediaTask, PreviewFailure } from './media-task.ts'
import { MediaError } from './media-task.ts'

export interface MediaLimits {
  maxPixels: number
  maxSeconds: number
  maxMemoryBytes: number
  /** Idle time before a process is ended. */
  idleMs: number
  /** Folders to search for other programs. */
  programPath: string
}

/** Next to this file, both as source and as built code. */
const WORKER = new URL(`./media-worker${extname(import.meta.url)}`, import.meta.url)
const MB = 1024 * 1024
const SCRIPT_MEMORY_MB = 512

/** Starts a decoder process. */
export function startProcess({ maxMemoryBytes, programPath }: MediaLimits): ChildProcess {
  const script = Math.min(SCRIPT_MEMORY_MB, Math.round(maxMemoryBytes / MB))
  return fork(WORKER, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${script}`],
    // Decoders get neither the server's secrets nor its output.
    env: { PATH: programPath, NODE_ENV: 'production', UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A process group, so that programs it starts end with it.
    detached: true,
  })
}

/** Runs a task in a process, which is killed when it exceeds the limits. */
export function runIn(
  child: ChildProcess,
  task: MediaTask,
  limits: MediaLimits,
  signal: AbortSignal | undefined,
): Promise<Derived> {
  const { promise, resolve, reject } = Promise.withResolvers<Derived>()
  const stop = (failure: PreviewFailure, message: string) => {
    reject(new MediaError(failure, message))
    endProcess(child)
  }
  const onMessage = (reply: MediaReply) => {
    if ('derived' in reply) resolve(reply.derived)
    else reject(new MediaError(reply.failure, reply.message))
  }
  const onExit = (code: number | null, exitSignal: string | null) =>
    reject(new MediaError('crashed', `the process ended (${exitSignal ?? code})`))
  const onAbort = () => {
    reject(signal?.reason)
    endProcess(child)
  }
  const timeout = setTimeout(
    () => stop('too_slow', `longer than ${limits.maxSeconds} s`),
    limits.maxSeconds * 1000,
  )
  const unwatchMemory = watchMemory(child, limits.maxMemoryBytes, bytes =>
    stop('too_much_memory', `${Math.round(bytes / MB)} MB`),
  )
  child.on('message', onMessage).on('exit', onExit).on('error', onExit)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  else child.send(task)
  return promise.finally(() => {
    clearTimeout(timeout)
    unwatchMemory()
    child.off('message', onMessage).off('exit', onExit).off('error', onExit)
    signal?.removeEventListener('abort', onAbort)
  })
}
