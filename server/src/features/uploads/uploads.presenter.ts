import type { Problem } from '@coffer/contract'
import type { Preflight } from '@coffer/contract/upload-batches'
import type { Upload } from '@coffer/contract/uploads'
import type { UploadRow } from '../../db/schema.ts'
import type { AppError } from '../../errors.ts'
import type { preflight } from './preflight.service.ts'

export const presentUpload = (row: UploadRow): Upload => ({
  id: row.id,
  type: 'upload',
  attributes: {
    received_bytes: row.received_bytes,
    size_bytes: row.size_bytes,
    name: row.name,
    path: row.path,
    parent_id: row.parent_id === row.owner_id ? null : row.parent_id,
    filename: row.original_name ?? row.name,
    modified_at: row.modified_at,
    device: row.device,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  },
})

export const presentPreflight = (
  result: Awaited<ReturnType<typeof preflight>>,
  problemOf: (error: AppError) => Problem,
): Preflight => ({
  conflicts: result.conflicts.map(({ index, existing }) => ({
    index,
    existing: {
      id: existing.id,
      type: existing.type,
      name: existing.name,
      size_bytes: existing.size_bytes,
      updated_at: new Date(existing.updated_at).toISOString(),
    },
  })),
  refused: result.rejected.map(({ index, error }) => ({
    index,
    problem: problemOf(error),
  })),
  needed_bytes: result.neededBytes,
  room_bytes: result.freeBytes,
  fits: result.fits,
})
