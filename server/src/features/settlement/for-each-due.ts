import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'

/** Rows of one transaction: few, because on SQLite it blocks all other work. */
const BATCH = 50

/** If so many rows fail, they have one cause, such as a full disk, and the run ends. */
const MAX_FAILURES = BATCH

interface Work<T> {
  /** Returns the first rows that are due, except those with the given ids. */
  find: (page: { except: readonly string[]; limit: number }) => Promise<T[]>
  /** Makes rows no longer due; runs again if its transaction failed. */
  run: (tx: Db, rows: readonly T[]) => Promise<void>
}

/**
 * Processes all rows that are due, in transactions of several. If one fails, each of its rows gets
 * its own, so that a broken row does not stop the others.
 * @throws the first error of rows that failed by themselves, after all others were processed
 */
export async function forEachDue<T extends { id: string }>(
  { transact, log }: Pick<Deps, 'transact' | 'log'>,
  { find, run }: Work<T>,
): Promise<void> {
  const errors = new Map<string, unknown>()
  while (errors.size < MAX_FAILURES) {
    const rows = await find({ except: [...errors.keys()], limit: BATCH })
    if (rows.length === 0) break
    await transact(tx => run(tx, rows)).catch(async () => {
      for (const row of rows)
        await transact(tx => run(tx, [row])).catch(error => errors.set(row.id, error))
    })
  }
  for (const [id, err] of errors) log.error({ err, id }, 'a billing period could not be processed')
  for (const error of errors.values()) throw error
}
