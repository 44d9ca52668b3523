import type { ChildProcess } from 'node:child_process'

interface PoolOptions {
  /** Must start the process detached, so that a signal to the server's group does not end it. */
  start: () => ChildProcess
  /** Idle time before a process is ended. */
  idleMs: number
}

/** Kills a detached process and the programs it has started. */
export function endProcess(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/** Processes that are started on demand, reused, and ended when idle; callers limit their number. */
export function createProcessPool({ start, idleMs }: PoolOptions) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const busy = new Set<ChildProcess>()

  /** Returns an idle process, or a new one. */
  function acquire(): ChildProcess {
    const [child = start()] = [...idle.keys()].filter(candidate => candidate.connected)
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
    }, idleMs)
    // Neither the process nor the timer keeps the server running.
    for (const handle of [timer, child, child.channel]) handle?.unref()
    idle.set(child, timer)
  }

  /** Ends a process that failed, which must not be reused. */
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
