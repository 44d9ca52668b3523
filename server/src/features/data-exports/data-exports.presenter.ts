import type { DataExport } from '@coffer/contract/data-exports'
import type { DataArchiveRow } from '../../db/schema-account-deletion.ts'

const timeOf = (millis: number): string => new Date(millis).toISOString()

export const presentArchive = (row: DataArchiveRow): DataExport => ({
  id: row.id,
  type: 'data-export',
  attributes: {
    state: row.state === 'gone' ? 'failed' : row.state,
    // What came meanwhile is taken along, and was not counted.
    items_done: Math.min(row.items_done, row.items_total),
    items_total: row.items_total,
    size_bytes: row.size_bytes,
    created_at: timeOf(row.created_at),
    expires_at: row.expires_at === null ? null : timeOf(row.expires_at),
  },
})
