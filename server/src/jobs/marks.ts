import type { Db } from '../db/open.ts'
import type { Deps } from '../deps.ts'

type MarkDeps = Pick<Deps, 'db' | 'transact'>

/** The longest time that one run of a job works through a table or store. */
const RUN_MS = 2 * 60_000

/** Returns how far a recurring job got in its last run; undefined if it starts over. */
export async function findMark(db: Db, job: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('job_marks')
    .select('mark')
    .where('job', '=', job)
    .executeTakeFirst()
  return row?.mark
}

/** Stores where the next run of a job continues. @param mark undefined to start over */
const saveMark = (
  { transact }: Pick<Deps, 'transact'>,
  job: string,
  mark: string | undefined,
): Promise<void> =>
  transact(async tx => {
    if (mark === undefined) await tx.deleteFrom('job_marks').where('job', '=', job).execute()
    else
      await tx
        .insertInto('job_marks')
        .values({ job, mark })
        .onConflict(oc => oc.column('job').doUpdateSet({ mark }))
        .execute()
  })

export interface RunLimits {
  /** Rows of a page. */
  limit: number
  runMs?: number
}

/**
 * Yields the pages that follow the mark of a job, until the time of a run is over. The next run
 * continues behind the last page that was processed, so that several runs reach everything. The run
 * after the last page starts over, and so does the run after one that failed at its first page.
 * @param pagesAfter the pages after an id, in the order of their ids
 */
export async function* pagesFromMark<T extends { id: string }>(
  deps: MarkDeps,
  job: string,
  pagesAfter: (id: string) => AsyncIterable<T[]>,
  runMs = RUN_MS,
): AsyncGenerator<T[]> {
  const startedAt = performance.now()
  let mark = await findMark(deps.db, job)
  let isStuck = true
  try {
    for await (const rows of pagesAfter(mark ?? '')) {
      yield rows
      mark = rows.at(-1)?.id
      isStuck = false
      if (performance.now() - startedAt >= runMs) return
    }
    mark = undefined
  } finally {
    await saveMark(deps, job, isStuck ? undefined : mark)
  }
}
