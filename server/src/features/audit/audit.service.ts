import type { Locale } from '@coffer/contract'
import { presentAdminList } from '@coffer/contract/admin-list'
import type { AuditQuery } from '@coffer/contract/audit'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { presentActivity, presentEntry } from './audit.presenter.ts'
import * as log from './audit.repository.ts'
import { recordAudit } from './record-audit.ts'

/** Lists a page of the audit log. */
export async function listEntries({ db }: Pick<Deps, 'db'>, query: AuditQuery, locale: Locale) {
  const ends = await log.countAll(db)
  const all = ends.last - ends.first + 1
  const matches = log.isFiltered(query)
    ? await log.countMatches(db, query)
    : { total: { rows: all, isCapped: false }, isSearchFew: false }
  const rows = await log.readPage(db, query, query, { ...ends, ...matches })
  return {
    data: rows.map(row => presentEntry(row, locale)),
    meta: { ...presentAdminList(query, matches.total, rows.length), all },
  }
}

/** Entries of "Recent activity" that are loaded together. */
const ACTIVITY_SIZE = 15

/** Lists the latest entries by or about the user. */
export async function listActivity(
  { db }: Pick<Deps, 'db'>,
  { userId }: SessionActor,
  before: number | undefined,
  locale: Locale,
) {
  const rows = await log.readActivity(db, { userId, before, limit: ACTIVITY_SIZE + 1 })
  return {
    data: rows.slice(0, ACTIVITY_SIZE).map(row => presentActivity(row, userId, locale)),
    meta: { has_more: rows.length > ACTIVITY_SIZE },
  }
}

/** Records that the log was exported, and with which filters. */
export const recordExport = ({ transact }: Pick<Deps, 'transact'>, query: object): Promise<void> =>
  transact(async tx => {
    recordAudit(tx, { action: 'audit.exported', after: query })
  })
