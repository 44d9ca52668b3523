import type { DataExport } from '@coffer/contract/data-exports'
import type { DataExportRow } from '../../db/schema-account-deletion.ts'

const toIso = (millis: number): string => new Date(millis).toISOString()

export const presentExport = (row: DataExportRow): DataExport => ({
  id: row.id,
  type: 'data-export',
  attributes: {
    state: row.state === 'deleted' ? 'failed' : row.state,
    // Items added during the export are included, but not in the total.
    items_done: Math.min(row.items_done, row.items_total),
    items_total: row.items_total,
    size_bytes: row.size_bytes,
    created_at: toIso(row.created_at),
    expires_at: row.expires_at === null ? null : toIso(row.expires_at),
  },
})
