import type { Locale } from '@coffer/contract'
import type { DifferenceSide } from '@coffer/contract/billing-differences'
import { toDecimal } from '@coffer/contract/money'
import type { Deps } from '../../deps.ts'
import { type CsvCell, csvHeader, csvRows, csvTime } from '../../lib/csv.ts'
import { translate } from '../../lib/translate.ts'
import { presentSide } from './differences.presenter.ts'
import { type DifferenceFilter, type DifferenceRow, readAll } from './differences.repository.ts'

const HEADER = [
  'differences.kind',
  'differences.gateway',
  'differences.subject',
  'differences.payment',
  'differences.ours',
  'differences.theirs',
  'differences.status',
  'differences.since',
  'differences.resolved',
  'transactions.reason',
  'differences.user',
  'transactions.email',
  'differences.invoice',
] as const

function sideCell(side: DifferenceSide | null, locale: Locale): string {
  if (side === null) return translate(locale, 'differences.missing')
  return side.money ? `${toDecimal(side.money)} ${side.money.currency}` : (side.state ?? '')
}

const cellsOf = (row: DifferenceRow, locale: Locale): CsvCell[] => [
  translate(locale, `differences.kind_${row.kind}`),
  row.gateway,
  row.subject,
  row.payment,
  sideCell(presentSide(row.ours), locale),
  sideCell(presentSide(row.theirs), locale),
  translate(locale, `differences.status_${row.resolved_at === null ? 'open' : 'resolved'}`),
  csvTime(row.found_at),
  csvTime(row.resolved_at),
  row.resolution,
  row.name,
  row.email,
  row.invoice_label,
]

/** Writes matching differences as CSV, in the language of the reader. */
export async function* exportDifferences(
  { db }: Pick<Deps, 'db'>,
  filter: DifferenceFilter,
  locale: Locale,
): AsyncGenerator<string> {
  yield csvHeader(HEADER.map(key => translate(locale, key)))
  for await (const rows of readAll(db, filter)) yield csvRows(rows.map(row => cellsOf(row, locale)))
}
