import { Cron } from 'croner'
import type { FastifyBaseLogger } from 'fastify'

export interface ClockJob {
  name: string
  /** A cron pattern, in UTC. */
  at: string
  run: () => Promise<unknown>
}

/**
 * Runs recurring work; a job that is still running is not started again.
 * @returns a function that stops it
 */
export function startClock(jobs: readonly ClockJob[], log: FastifyBaseLogger): () => void {
  const crons = jobs.map(
    ({ name, at, run }) =>
      // An offset, not a time zone: looking one up takes milliseconds for every job.
      new Cron(at, { name, utcOffset: 0, protect: true, unref: true }, async () => {
        try {
          await run()
        } catch (err) {
          log.error({ err, job: name }, 'a job failed')
        }
      }),
  )
  return () => {
    for (const cron of crons) cron.stop()
  }
}
