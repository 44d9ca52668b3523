import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { TextError, type TextReply, type TextTask } from './text-task.ts'

/** Next to this file, both as source and as built code. */
const WORKER = new URL(`./text-worker${extname(import.meta.url)}`, import.meta.url)
const MEMORY_MB = 320
const TIME_MS = 30_000
/** Idle time before the process is ended. */
const IDLE_MS = 10_000

function start(): ChildProcess {
  return fork(WORKER, [], {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    // Readers get neither the server's secrets nor its output.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

let idle: { child: ChildProcess; timer: NodeJS.Timeout } | undefined

/** Returns the idle process, or a new one. */
function acquire(): ChildProcess {
  const idleProcess = idle
  idle = undefined
  if (!idleProcess) return start()
  clearTimeout(idleProcess.timer)
  idleProcess.child.ref()
  idleProcess.child.channel?.ref()
  return idleProcess.child.connected ? idleProcess.child : start()
}

function release(child: ChildProcess): void {
  if (idle) {
    child.kill('SIGKILL')
    return
  }
  const timer = setTimeout(() => {
    idle = undefined
    child.kill('SIGKILL')
  }, IDLE_MS)
  // Neither the process nor the timer keeps the server running.
  for (const handle of [timer, child, child.channel]) handle?.unref()
  idle = { child, timer }
}

/**
 * Extracts the text of an untrusted content in a separate process, so that one that hangs or
 * crashes affects nothing else.
 * @throws TextError when the text permanently cannot be extracted
 */
export async function readText(task: TextTask, signal: AbortSignal): Promise<string> {
  const child = acquire()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const onMessage = (reply: TextReply) =>
    'text' in reply ? resolve(reply.text) : reject(new TextError(reply.failure))
  const onExit = () => reject(new TextError('the process ended'))
  const onAbort = () => reject(signal.reason)
  const timeout = setTimeout(() => reject(new TextError('too slow')), TIME_MS)
  child.on('message', onMessage).on('exit', onExit).on('error', onExit)
  signal.addEventListener('abort', onAbort, { once: true })
  child.send(task)
  try {
    const text = await promise
    release(child)
    return text
  } catch (error) {
    // A process that failed must not be reused.
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timeout)
    child.off('message', onMessage).off('exit', onExit).off('error', onExit)
    signal.removeEventListener('abort', onAbort)
  }
}
