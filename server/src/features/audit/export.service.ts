import { setImmediate as nextTick } from 'node:timers/promises'
import type { Locale } from '@coffer/contract'
import type { AuditEntryRow } from '../../db/schema-audit.ts'
import type { Deps } from '../../deps.ts'
import { type CsvCell, csvHeader, csvRows, csvTime } from '../../lib/csv.ts'
import { translate } from '../../lib/translate.ts'
import { sentenceOf } from './audit.presenter.ts'
import * as log from './audit.repository.ts'

const BATCH_SIZE = 1000

interface ExportOptions {
  filter: log.AuditFilter
  direction: 'asc' | 'desc'
}

/** Reads all matching entries in batches, with a turn for other requests in between. */
async function* readBatches(
  { db }: Pick<Deps, 'db'>,
  { filter, direction }: ExportOptions,
): AsyncGenerator<AuditEntryRow[]> {
  let after: log.Position | undefined
  for (;;) {
    const rows = await log.readAfter(db, filter, direction, { after, limit: BATCH_SIZE })
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)
    await nextTick()
  }
}

const headerOf = (locale: Locale): CsvCell[] => [
  translate(locale, 'audit.column_number'),
  `${translate(locale, 'audit.column_time')} (UTC)`,
  translate(locale, 'audit.column_user'),
  translate(locale, 'audit.column_text'),
  translate(locale, 'audit.column_action'),
  translate(locale, 'audit.column_target'),
  translate(locale, 'audit.column_ip'),
  translate(locale, 'audit.column_device'),
  translate(locale, 'audit.before'),
  translate(locale, 'audit.after'),
  translate(locale, 'audit.request'),
]

const cellsOf = (row: AuditEntryRow, locale: Locale): CsvCell[] => [
  row.seq,
  csvTime(row.at),
  row.actor_name ?? row.actor_type,
  sentenceOf(row, locale),
  row.action,
  row.target_name ?? row.target_id,
  row.ip,
  row.device,
  row.before,
  row.after,
  row.request_id,
]

/** Writes matching entries as CSV, in the language of the reader. */
export async function* exportCsv(
  deps: Pick<Deps, 'db'>,
  options: ExportOptions,
  locale: Locale,
): AsyncGenerator<string> {
  yield csvHeader(headerOf(locale))
  for await (const rows of readBatches(deps, options))
    yield csvRows(rows.map(row => cellsOf(row, locale)))
}

/** Writes matching entries as JSON, as stored: the hashes can be checked outside of Coffer. */
export async function* exportJson(
  deps: Pick<Deps, 'db'>,
  options: ExportOptions,
): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const rows of readBatches(deps, options)) {
    yield `${separator}${rows.map(row => JSON.stringify(row)).join(',\n')}`
    separator = ',\n'
  }
  yield '\n]\n'
}
