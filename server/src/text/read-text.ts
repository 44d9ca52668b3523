import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { watchMemory } from '../lib/process-memory.ts'
import { createProcessPool } from '../lib/process-pool.ts'
import { TextError, type TextReply, type TextTask } from './text-task.ts'

/** Next to this file, both as source and as built code. */
const WORKER = new URL(`./text-worker${extname(import.meta.url)}`, import.meta.url)
const MB = 1024 * 1024
const SCRIPT_MEMORY_MB = 320
/** Includes buffers, such as those that a PDF inflates to, which the limit of scripts leaves out. */
const MAX_MEMORY_BYTES = 768 * MB
const TIME_MS = 30_000
/** Idle time before the process is ended. */
const IDLE_MS = 10_000

function start(): ChildProcess {
  return fork(WORKER, [], {
    execArgv: [`--max-old-space-size=${SCRIPT_MEMORY_MB}`],
    // Readers get neither the server's secrets nor its output.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
}

const pool = createProcessPool({ start, idleMs: IDLE_MS })

/** Thrown when the process ended before it replied, which need not be because of the content. */
class ProcessEndedError extends TextError {}

/**
 * Extracts the text of an untrusted content in a separate process, so that one that hangs or
 * crashes affects nothing else.
 * @throws TextError when the text permanently cannot be extracted
 */
export async function readText(
  task: TextTask,
  signal: AbortSignal,
  maxMemoryBytes = MAX_MEMORY_BYTES,
): Promise<string> {
  try {
    return await attempt(task, signal, maxMemoryBytes)
  } catch (error) {
    // Retries in a new process, in case something other than this content ended the first one.
    if (error instanceof ProcessEndedError) return attempt(task, signal, maxMemoryBytes)
    throw error
  }
}

async function attempt(
  task: TextTask,
  signal: AbortSignal,
  maxMemoryBytes: number,
): Promise<string> {
  signal.throwIfAborted()
  const child = pool.acquire()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const onMessage = (reply: TextReply) =>
    'text' in reply ? resolve(reply.text) : reject(new TextError(reply.failure))
  const onExit = () => reject(new ProcessEndedError('the process ended'))
  const onAbort = () => reject(signal.reason)
  const timeout = setTimeout(() => reject(new TextError('too slow')), TIME_MS)
  const unwatchMemory = watchMemory(child, maxMemoryBytes, () =>
    reject(new TextError('too much memory')),
  )
  child.on('message', onMessage).on('exit', onExit).on('error', onExit)
  signal.addEventListener('abort', onAbort, { once: true })
  child.send(task)
  try {
    const text = await promise
    pool.release(child)
    return text
  } catch (error) {
    pool.discard(child)
    throw error
  } finally {
    clearTimeout(timeout)
    unwatchMemory()
    child.off('message', onMessage).off('exit', onExit).off('error', onExit)
    signal.removeEventListener('abort', onAbort)
  }
}
