import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const CHECK_MS = 100

/** Empty if the process has ended or the system does not report it. */
const readProcess = (pid: number | string | undefined, file: string): Promise<string> =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')

/**
 * Sums the memory of a process and of the programs it has started, such as ffmpeg. 0 if the system
 * does not report it.
 */
async function residentBytes(pid: number | string | undefined): Promise<number> {
  const status = await readProcess(pid, 'status')
  const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  const children = (await readProcess(pid, `task/${pid}/children`)).match(/\d+/g) ?? []
  const ofChildren = await Promise.all(children.map(residentBytes))
  return ofChildren.reduce((sum, bytes) => sum + bytes, own)
}

/**
 * Calls back with the memory of a process in bytes while it exceeds a limit.
 * @returns a function that stops watching
 */
export function watchMemory(
  child: ChildProcess,
  maxBytes: number,
  onExceeded: (bytes: number) => void,
): () => void {
  let isWatching = true
  const check = setInterval(async () => {
    const bytes = await residentBytes(child.pid)
    // The process may have begun another task meanwhile.
    if (isWatching && bytes > maxBytes) onExceeded(bytes)
  }, CHECK_MS)
  return () => {
    isWatching = false
    clearInterval(check)
  }
}
