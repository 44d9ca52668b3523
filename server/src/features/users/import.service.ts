import { Readable } from 'node:stream'
import {
  type ImportReport,
  MAX_IMPORT_PROBLEMS,
  MAX_IMPORT_ROWS,
} from '@coffer/contract/admin-user-tasks'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { inBatches } from '../../lib/batches.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import { type CsvRecord, isCsvError, readCsv } from '../../lib/csv.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type Columns,
  columnsOf,
  type ImportedRow,
  type ImportProblem,
  readRow,
} from './import-rows.service.ts'
import * as tasks from './user-tasks.repository.ts'
import { createTask } from './user-tasks.service.ts'
import { findTakenEmails } from './users.repository.ts'

const BATCH_SIZE = 500
const MAX_SHOWN_VALUE = 100

/** Collects the valid users and the problems of a file, row by row. */
class ImportCheck {
  readonly users: ImportedRow[] = []
  readonly #lines = new Map<string, number>()
  readonly #problems: ImportReport['problems'] = []
  #rows = 0
  #problemCount = 0

  add(record: CsvRecord, columns: Columns): void {
    this.#rows += 1
    if (this.#rows > MAX_IMPORT_ROWS)
      throw new AppError('import.too_many_rows', { values: { limit: MAX_IMPORT_ROWS } })
    const checked = readRow(record.cells, columns)
    if ('problem' in checked) this.report(record.line, checked.problem, checked.value)
    else if (this.#lines.has(checked.user.email))
      this.report(record.line, 'duplicate', checked.user.email)
    else {
      this.#lines.set(checked.user.email, record.line)
      this.users.push(checked.user)
    }
  }

  report(line: number, problem: ImportProblem, value: string): void {
    this.#problemCount += 1
    if (this.#problems.length < MAX_IMPORT_PROBLEMS)
      this.#problems.push({ line, problem, value: value.slice(0, MAX_SHOWN_VALUE).toWellFormed() })
  }

  reportTaken(email: string): void {
    this.report(this.#lines.get(email) ?? 0, 'taken', email)
  }

  result(): ImportReport {
    return {
      rows: this.#rows,
      valid: this.#rows - this.#problemCount,
      problems: this.#problems.toSorted((a, b) => a.line - b.line),
      problems_total: this.#problemCount,
    }
  }
}

async function check({ db }: Pick<Deps, 'db'>, content: Bytes): Promise<ImportCheck> {
  const imported = new ImportCheck()
  let columns: Columns | undefined
  try {
    for await (const record of readCsv(Readable.from(content))) {
      if (columns) imported.add(record, columns)
      else columns = columnsOf(record.cells)
      if (!columns) throw new AppError('import.unreadable')
    }
  } catch (cause) {
    if (!isCsvError(cause)) throw cause
    throw new AppError('import.unreadable', { cause })
  }
  if (!columns) throw new AppError('import.unreadable')
  const emails = imported.users.map(user => user.email)
  for (const batch of inBatches(emails, BATCH_SIZE))
    for (const email of await findTakenEmails(db, batch)) imported.reportTaken(email)
  return imported
}

/**
 * Checks a CSV while it arrives and, unless it is a dry run or has bad rows, queues the import.
 * @returns the report, and the id of the task
 * @throws AppError `import.unreadable`, `import.too_many_rows`
 */
export async function importUsers(
  deps: Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId'>,
  actor: UserActor,
  content: Bytes,
  { isDryRun, sendInvitations }: { isDryRun: boolean; sendInvitations: boolean },
): Promise<{ report: ImportReport; taskId: string | null }> {
  const imported = await check(deps, content)
  const report = imported.result()
  if (isDryRun || report.problems_total > 0 || report.rows === 0) return { report, taskId: null }
  const taskId = await deps.transact(async tx => {
    const work = { sendInvitations }
    const total = imported.users.length
    const id = await createTask(tx, deps, actor, { kind: 'import', work, total })
    const rows = imported.users.map(user => JSON.stringify(user))
    await tasks.insertRows(tx, id, rows)
    recordAudit(tx, { action: 'user.imported', after: { users: total } })
    return id
  })
  return { report, taskId }
}
