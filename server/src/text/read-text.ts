import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { TextError, type TextReply, type TextTask } from './text-task.ts'

/** Beside this file, as source or as built. */
const WORKER = new URL(`./text-worker${extname(import.meta.url)}`, import.meta.url)
const MEMORY_MB = 320
const TIME_MS = 30_000
/** How long a process waits for the next content. */
const IDLE_MS = 10_000

function start(): ChildProcess {
  return fork(WORKER, [], {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    // Nothing of the server's is any business of a reader: not its secrets, not its output.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

let waiting: { child: ChildProcess; timer: NodeJS.Timeout } | undefined

/** The process that has just done its work, or a new one. */
function take(): ChildProcess {
  const kept = waiting
  waiting = undefined
  if (!kept) return start()
  clearTimeout(kept.timer)
  kept.child.ref()
  kept.child.channel?.ref()
  return kept.child.connected ? kept.child : start()
}

function keep(child: ChildProcess): void {
  if (waiting) {
    child.kill('SIGKILL')
    return
  }
  const timer = setTimeout(() => {
    waiting = undefined
    child.kill('SIGKILL')
  }, IDLE_MS)
  // Neither the process nor its clock keeps a server from ending.
  for (const one of [timer, child, child.channel]) one?.unref()
  waiting = { child, timer }
}

/**
 * The words of a content that anybody may have made, read in a process of its own: one that hangs or
 * blows up costs that process and nothing else.
 * @throws TextError when there is nothing to be read, today or tomorrow
 */
export async function readText(task: TextTask, signal: AbortSignal): Promise<string> {
  const child = take()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const onMessage = (reply: TextReply) =>
    'text' in reply ? resolve(reply.text) : reject(new TextError(reply.fault))
  const onExit = () => reject(new TextError('the process ended'))
  const onAbort = () => reject(signal.reason)
  const slow = setTimeout(() => reject(new TextError('too slow')), TIME_MS)
  child.on('message', onMessage).on('exit', onExit).on('error', onExit)
  signal.addEventListener('abort', onAbort, { once: true })
  child.send(task)
  try {
    const text = await promise
    keep(child)
    return text
  } catch (error) {
    // Whatever a bad content left behind in there must not meet the next one.
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(slow)
    child.off('message', onMessage).off('exit', onExit).off('error', onExit)
    signal.removeEventListener('abort', onAbort)
  }
}
