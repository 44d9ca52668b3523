import type { Deps } from '../deps.ts'
import type { AnyJob } from './job.ts'

class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

/** Runs one attempt; at its timeout the job is aborted and no longer awaited. */
export async function attempt(
  deps: Deps,
  job: AnyJob,
  payload: unknown,
  controller: AbortController,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TimedOut(`It took longer than ${job.timeoutMs / 1000} s.`)
      controller.abort(error)
      reject(error)
    }, job.timeoutMs)
  })
  try {
    const work = job.run(deps, job.payload.parse(payload), { signal: controller.signal })
    await Promise.race([work, overdue])
  } finally {
    clearTimeout(timer)
  }
}
