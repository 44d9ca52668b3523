import type { Deps } from '../../deps.ts'
import { countOpenUploads, countSearchQueue } from './waiting-work.repository.ts'

/** Counts the work of the installation that is not done yet. */
export async function countWaitingWork({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>) {
  const [{ counts, oldestDueAt }, searchQueue, openUploads] = await Promise.all([
    jobs.summarize(),
    countSearchQueue(db),
    countOpenUploads(db),
  ])
  const oldestJobMs = oldestDueAt ? now().getTime() - oldestDueAt.getTime() : 0
  return { jobs: counts, oldestJobMs, searchQueue, openUploads }
}
