import type { Db } from '../../db/open.ts'
import type { ReportedError } from '../../process-report.ts'

export interface ProcessRow {
  id: string
  report: string
  seen_at: number
}

export async function upsertProcess(db: Db, row: ProcessRow): Promise<void> {
  await db
    .insertInto('processes')
    .values(row)
    .onConflict(oc => oc.column('id').doUpdateSet({ report: row.report, seen_at: row.seen_at }))
    .execute()
}

export const findProcesses = (db: Db, seenAfter: number): Promise<ProcessRow[]> =>
  db.selectFrom('processes').selectAll().where('seen_at', '>', seenAfter).orderBy('id').execute()

export async function deleteProcesses(db: Db, seenBefore: number): Promise<void> {
  await db.deleteFrom('processes').where('seen_at', '<', seenBefore).execute()
}

export async function insertErrors(
  db: Db,
  errors: readonly (ReportedError & { id: string })[],
): Promise<void> {
  const rows = errors.map(({ id, at, message, detail }) => ({ id, message, detail, logged_at: at }))
  await db.insertInto('logged_errors').values(rows).execute()
}

export async function findErrors(db: Db, limit: number): Promise<ReportedError[]> {
  const rows = await db
    .selectFrom('logged_errors')
    .selectAll()
    .orderBy('logged_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ message, detail, logged_at }) => ({ at: logged_at, message, detail }))
}

export async function deleteErrors(db: Db, before: number): Promise<void> {
  await db.deleteFrom('logged_errors').where('logged_at', '<', before).execute()
}
