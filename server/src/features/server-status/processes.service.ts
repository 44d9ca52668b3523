import type { Deps } from '../../deps.ts'
import { readLastRuns } from '../../jobs/clock-claims.ts'
import type { ReportedError, TaskRun } from '../../process-report.ts'
import { VERSION } from '../../version.ts'
import {
  deleteErrors,
  deleteProcesses,
  findErrors,
  findProcesses,
  insertErrors,
  upsertProcess,
} from './processes.repository.ts'

type ReportDeps = Pick<Deps, 'db' | 'transact' | 'report' | 'live' | 'now' | 'newId'>

/** Processes report every 15 seconds; one that missed four reports has ended. */
const GONE_MS = 60_000
const ERRORS_KEPT_MS = 14 * 86_400_000
const MAX_ERRORS_SHOWN = 50

export interface StoredReport {
  id: string
  host: string
  pid: number
  version: string
  startedAt: number
  load: number
  memoryBytes: number
  /** Open pages, and the number of their users. */
  connections: number
  users: number
  retriedTransactions: number
  tasks: Record<string, TaskRun>
  seenAt: number
}

/** Stores the report of this process and its errors, where all processes can read them. */
export async function storeReport(deps: ReportDeps): Promise<void> {
  const { report, live, transact, now, newId } = deps
  const { connections, users } = live.countConnections()
  const stored: Omit<StoredReport, 'seenAt'> = {
    id: report.id,
    host: report.host,
    pid: report.pid,
    version: VERSION,
    startedAt: report.startedAt,
    load: report.measureLoad(),
    memoryBytes: process.memoryUsage.rss(),
    connections,
    users,
    retriedTransactions: report.retriedTransactions,
    tasks: Object.fromEntries(report.tasks),
  }
  const errors = report.pendingErrors().map(error => ({ error, id: newId() }))
  await transact(async tx => {
    const row = { id: report.id, report: JSON.stringify(stored), seen_at: now().getTime() }
    await upsertProcess(tx, row)
    if (errors.length > 0)
      await insertErrors(
        tx,
        errors.map(({ error, id }) => ({ ...error, id })),
      )
  })
  report.removeErrors(errors.map(({ error }) => error))
}

/** Reads the reports of all running processes. */
export async function readReports({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<StoredReport[]> {
  const rows = await findProcesses(db, now().getTime() - GONE_MS)
  return rows.map(row => ({ ...JSON.parse(row.report), seenAt: row.seen_at }))
}

/** Reads the last run of each recurring task in any process, also in one that has ended, by name. */
export async function readTaskRuns(
  deps: Pick<Deps, 'db' | 'now'>,
): Promise<ReadonlyMap<string, TaskRun>> {
  const [reports, stored] = await Promise.all([readReports(deps), readLastRuns(deps.db)])
  const runs = [...stored, ...reports.flatMap(({ tasks }) => Object.entries(tasks))]
  return new Map(runs.toSorted(([, a], [, b]) => a.at - b.at))
}

/** Counts the users with an open page; a user with pages in two processes counts twice. */
export const countOnlineUsers = async (deps: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  (await readReports(deps)).reduce((sum, { users }) => sum + users, 0)

/** Returns the latest errors of all processes, those of this process at once. */
export async function readErrors({ db, report }: Pick<Deps, 'db' | 'report'>) {
  const pending = report.pendingErrors()
  const stored = await findErrors(db, MAX_ERRORS_SHOWN)
  const latestFirst = (a: ReportedError, b: ReportedError) => b.at - a.at
  return [...pending, ...stored].sort(latestFirst).slice(0, MAX_ERRORS_SHOWN)
}

/** Removes ended processes and old errors. */
export const clearOldReports = ({ transact, now }: Pick<Deps, 'transact' | 'now'>): Promise<void> =>
  transact(async tx => {
    const time = now().getTime()
    await deleteProcesses(tx, time - GONE_MS)
    await deleteErrors(tx, time - ERRORS_KEPT_MS)
  })
