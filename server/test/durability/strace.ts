import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The thread that runs the event loop and, in it, SQLite. */
export const mainThread = (pid: number): number[] => [pid]

/** Libuv's threads, and those that the store starts for itself. */
const FILE_THREADS = new Set(['libuv-worker', 'disk'])

/** The threads that work on contents. */
export async function fileThreads(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/task`
  const names = await Promise.all(
    (await readdir(folder)).map(async thread => ({
      thread: Number(thread),
      name: (await readFile(join(folder, thread, 'comm'), 'utf8')).trim(),
    })),
  )
  const threads = names.filter(({ name }) => FILE_THREADS.has(name)).map(({ thread }) => thread)
  if (threads.length === 0) throw new Error('No thread of the server works on files')
  return threads
}

export interface Tracing {
  threads: number[]
  /** Also all other threads of their process, and those that are started. */
  follow?: boolean
  calls: readonly string[]
  /** Only calls on these files; all without. */
  paths?: readonly string[]
  /** As strace's `inject` says it: `error=EIO`, with `:when=2` for the second call of a thread. */
  inject?: string
}

/** Looks at system calls of a running process, and makes them fail if told so. */
export async function trace({ threads, follow, calls, paths = [], inject }: Tracing) {
  const set = calls.join(',')
  const args = [
    ...threads.flatMap(thread => ['-p', String(thread)]),
    ...paths.flatMap(path => ['-P', path]),
    ...(follow ? ['-f'] : []),
    '-y',
    '-e',
    `trace=${set}`,
    '-e',
    'signal=none',
    ...(inject ? ['-e', `inject=${set}:${inject}`] : []),
  ]
  const child = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  const lines: string[] = []
  await new Promise<void>((attached, failed) => {
    let missing = threads.length
    child.on('error', failed)
    createInterface(child.stderr).on('line', line => {
      if (/^strace: Process \d+ attached/.test(line)) {
        missing -= 1
        if (missing === 0) attached()
      } else lines.push(line)
    })
    void ended.then(() => failed(new Error(`strace ended: ${lines.join('\n')}`)))
  })
  return {
    /** Ends the tracing; the process goes on as if nothing had been. */
    async detach(): Promise<string[]> {
      child.kill('SIGINT')
      await ended
      return lines
    },
  }
}
