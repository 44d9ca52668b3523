import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Derived, MediaReply, MediaTask, PreviewFailure } from './media-task.ts'
import { MediaError } from './media-task.ts'

export interface MediaLimits {
  maxPixels: number
  maxSeconds: number
  maxMemoryBytes: number
  /** How long a process waits for more before it is ended. */
  idleMs: number
  /** Folders in which other programs are looked for. */
  programPath: string
}

/** Beside this file, as source or as built. */
const WORKER = new URL(`./media-worker${extname(import.meta.url)}`, import.meta.url)
const MB = 1024 * 1024
const SCRIPT_MEMORY_MB = 512
const LOOK_MS = 100

/** Null where the system does not tell: there pixels and seconds are the limits. */
async function residentBytes(pid: number | undefined): Promise<number | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return null
  }
}

export function startProcess({ maxMemoryBytes, programPath }: MediaLimits): ChildProcess {
  const script = Math.min(SCRIPT_MEMORY_MB, Math.round(maxMemoryBytes / MB))
  return fork(WORKER, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${script}`],
    // Nothing of the server's is any business of a decoder: not its secrets, not its output.
    env: { PATH: programPath, NODE_ENV: 'production', UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A group of its own, so that programs it started end with it.
    detached: true,
  })
}

export function endProcess(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}

/** One task in one process, which does not outlive its limits. */
export function runIn(
  child: ChildProcess,
  task: MediaTask,
  limits: MediaLimits,
  signal: AbortSignal | undefined,
): Promise<Derived> {
  const { promise, resolve, reject } = Promise.withResolvers<Derived>()
  const stop = (fault: PreviewFailure, message: string) => {
    reject(new MediaError(fault, message))
    endProcess(child)
  }
  const onMessage = (reply: MediaReply) => {
    if ('derived' in reply) resolve(reply.derived)
    else reject(new MediaError(reply.fault, reply.message))
  }
  const onExit = (code: number | null, by: string | null) =>
    reject(new MediaError('crashed', `the process ended (${by ?? code})`))
  const onAbort = () => {
    reject(signal?.reason)
    endProcess(child)
  }
  const slow = setTimeout(
    () => stop('too_slow', `longer than ${limits.maxSeconds} s`),
    limits.maxSeconds * 1000,
  )
  const look = setInterval(async () => {
    const bytes = await residentBytes(child.pid)
    if (bytes !== null && bytes > limits.maxMemoryBytes)
      stop('too_much_memory', `${Math.round(bytes / MB)} MB`)
  }, LOOK_MS)
  child.on('message', onMessage).on('exit', onExit).on('error', onExit)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  else child.send(task)
  return promise.finally(() => {
    clearTimeout(slow)
    clearInterval(look)
    child.off('message', onMessage).off('exit', onExit).off('error', onExit)
    signal?.removeEventListener('abort', onAbort)
  })
}
