import type { Share, Storage } from '@coffer/contract/storage'
import { formatBytes } from '../../lib/format-bytes.ts'
import { usedPercentage } from '../account/index.ts'
import type { DayTraffic } from '../traffic/index.ts'
import type { StorageRow } from './storage.repository.ts'

const percentageOf = (bytes: number, total: number): number =>
  total > 0 ? Math.min(100, Math.round((bytes / total) * 10_000) / 100) : 0

/** Presents storage by category. Bytes beyond the current contents belong to versions. */
export function presentStorage(
  userId: string,
  rows: readonly StorageRow[],
  days: readonly DayTraffic[],
): Storage {
  const { used_bytes = 0, capacity_bytes = null, reserved_bytes = 0 } = rows[0] ?? {}
  const share = (bytes: number): Share => ({
    used: formatBytes(bytes),
    used_bytes: bytes,
    percentage: percentageOf(bytes, capacity_bytes ?? used_bytes),
  })
  const bytesOf = (kind: StorageRow['category']) =>
    rows.find(row => row.category === kind)?.bytes ?? 0
  const sumOf = (column: 'bytes' | 'trashed_bytes') =>
    rows.reduce((sum, row) => sum + row[column], 0)
  return {
    id: userId,
    type: 'storage',
    attributes: {
      used: formatBytes(used_bytes),
      used_bytes,
      capacity: capacity_bytes === null ? null : formatBytes(capacity_bytes),
      capacity_bytes,
      percentage: usedPercentage({ used_bytes, capacity_bytes }),
      reserved: formatBytes(reserved_bytes),
      reserved_bytes,
    },
    meta: {
      images: share(bytesOf('image')),
      videos: share(bytesOf('video')),
      audios: share(bytesOf('audio')),
      documents: share(bytesOf('document')),
      others: share(bytesOf('other')),
      versions: share(Math.max(0, used_bytes - sumOf('bytes'))),
      trash: share(sumOf('trashed_bytes')),
      traffic: presentTraffic(days),
    },
  }
}

function presentTraffic(days: readonly DayTraffic[]): Storage['meta']['traffic'] {
  const summarise = (column: 'upload_bytes' | 'download_bytes') => {
    const bytes = days.map(day => day[column])
    const max = Math.max(0, ...bytes)
    const sum = bytes.reduce((total, amount) => total + amount, 0)
    const chart = days.map(({ day, [column]: amount }) => ({
      created_at: `${day}T00:00:00.000Z`,
      amount: formatBytes(amount),
      amount_bytes: amount,
      percentage: percentageOf(amount, max),
    }))
    return { sum, chart }
  }
  const upload = summarise('upload_bytes')
  const download = summarise('download_bytes')
  return {
    upload: formatBytes(upload.sum),
    upload_bytes: upload.sum,
    download: formatBytes(download.sum),
    download_bytes: download.sum,
    chart: { upload: upload.chart, download: download.chart },
  }
}
