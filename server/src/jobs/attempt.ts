import type { Deps } from '../deps.ts'
import type { AnyJob } from './job.ts'

/** Why the job of a signal is aborted and no longer awaited. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'

  constructor(timeoutMs: number) {
    super(`It took longer than ${timeoutMs / 1000} s.`)
  }
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
      const error = new TimedOut(job.timeoutMs)
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
