import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The thread of the event loop, which also runs SQLite. */
export const mainThread = (pid: number): number[] => [pid]

/** Libuv's threads, and those of the blob store. */
const FILE_THREADS = new Set(['libuv-worker', 'disk'])

/** The threads that access blobs. */
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
  /** Also traces all other threads of the process, including new ones. */
  follow?: boolean
  calls: readonly string[]
  /** Only calls on these files; all calls without it. */
  paths?: readonly string[]
  /**
   * In the syntax of strace's `inject`: `error=EIO`, with `:when=2` for the second call of a
   * thread.
   */
  inject?: string
}

/** Traces system calls of a running process, and makes them fail if requested. */
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
    /** Ends the tracing; the process continues normally. */
    async detach(): Promise<string[]> {
      child.kill('SIGINT')
      await ended
      return lines
    },
  }
}
