import type { Share, Storage } from '@coffer/contract/storage'
import { formatBytes } from '../../lib/format-bytes.ts'
import { usedPercentage } from './account.rules.ts'
import type { StorageRow } from './storage.repository.ts'

/** Spec §3, Storage usage. What is used beyond the present contents are former ones. */
export function presentStorage(userId: string, rows: readonly StorageRow[]): Storage {
  const { used_bytes = 0, capacity_bytes = null } = rows[0] ?? {}
  const whole = capacity_bytes ?? used_bytes
  const share = (bytes: number): Share => ({
    used: formatBytes(bytes),
    used_bytes: bytes,
    percentage: whole > 0 ? Math.min(100, Math.round((bytes / whole) * 10_000) / 100) : 0,
  })
  const bytesOf = (kind: StorageRow['category']) =>
    rows.find(row => row.category === kind)?.bytes ?? 0
  const present = rows.reduce((sum, row) => sum + row.bytes, 0)
  return {
    id: userId,
    type: 'storage',
    attributes: {
      used: formatBytes(used_bytes),
      used_bytes,
      capacity: capacity_bytes === null ? null : formatBytes(capacity_bytes),
      capacity_bytes,
      percentage: usedPercentage({ used_bytes, capacity_bytes }),
    },
    meta: {
      images: share(bytesOf('image')),
      videos: share(bytesOf('video')),
      audios: share(bytesOf('audio')),
      documents: share(bytesOf('document')),
      others: share(bytesOf('other')),
      versions: share(Math.max(0, used_bytes - present)),
    },
  }
}
