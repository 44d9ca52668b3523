interface KeyedLockOptions {
  /** How many pieces of work of one key run at the same time. */
  limit?: number
  /** Ends the wait of work that has not started, with the error of `refusal`. */
  maxWaitMs?: number
  refusal?: () => Error
}

interface Queue {
  running: number
  waiting: Set<() => void>
}

/**
 * Runs work for one key one at a time, or up to a limit, in order of arrival; other keys run
 * concurrently.
 */
export function createKeyedLock({
  limit = 1,
  maxWaitMs = Number.POSITIVE_INFINITY,
  refusal = () => new Error('The lock is taken'),
}: KeyedLockOptions = {}): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Queue>()

  function wait({ waiting }: Queue): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = Number.isFinite(maxWaitMs) ? setTimeout(refuse, maxWaitMs) : undefined
      function start(): void {
        clearTimeout(timer)
        resolve()
      }
      function refuse(): void {
        waiting.delete(start)
        reject(refusal())
      }
      waiting.add(start)
    })
  }

  /** Passes the place on, or frees it. */
  function leave(key: string, queue: Queue): void {
    const [next] = queue.waiting
    if (next) {
      queue.waiting.delete(next)
      next()
      return
    }
    queue.running -= 1
    if (queue.running === 0) queues.delete(key)
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() }
    queues.set(key, queue)
    if (queue.running < limit) queue.running += 1
    else await wait(queue)
    try {
      return await work()
    } finally {
      leave(key, queue)
    }
  }
}
