import type { Problem } from '@coffer/contract'
import type { RemoteProgress } from '@coffer/contract/live'
import type { RemoteUploads } from '@coffer/contract/remote-uploads'
import type { RemoteUploadRow } from '../../db/schema.ts'

type Current = Pick<RemoteUploadRow, 'name' | 'url' | 'received_bytes' | 'size_bytes'>

export const presentProgress = (
  counts: Pick<RemoteProgress, 'total' | 'processed' | 'failed'>,
  current: Current | undefined,
): RemoteProgress => ({
  ...counts,
  current: current
    ? {
        name: current.name,
        url: current.url,
        received_bytes: current.received_bytes,
        size_bytes: current.size_bytes,
      }
    : null,
})

export const presentRemoteUploads = (
  progress: RemoteProgress,
  failed: readonly RemoteUploadRow[],
  problemOfRow: (row: RemoteUploadRow) => Problem,
): RemoteUploads => ({
  ...progress,
  failures: failed.map(row => ({
    id: row.id,
    url: row.url,
    parent_id: row.parent_id === row.user_id ? null : row.parent_id,
    problem: problemOfRow(row),
  })),
})
