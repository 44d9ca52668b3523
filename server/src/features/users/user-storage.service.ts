import type { LargeFile } from '@coffer/contract/admin-user-access'
import { LARGEST_FILES } from '@coffer/contract/largest-files'
import type { Storage } from '@coffer/contract/storage'
import type { Deps } from '../../deps.ts'
import { measureStorage, presentStorage } from '../storage/index.ts'
import { findLargestFiles } from './users.repository.ts'
import { requireUser } from './users.service.ts'

type FileRow = Awaited<ReturnType<typeof findLargestFiles>>[number]

const presentLargeFile = (file: FileRow): LargeFile => ({
  id: file.id,
  type: 'file',
  attributes: {
    size_bytes: file.size_bytes,
    category: file.category ?? 'other',
    created_at: new Date(file.created_at).toISOString(),
    is_trashed: file.trashed_at !== null,
    location: file.team_id === null ? 'home' : 'team',
  },
})

/**
 * Returns storage by kind, traffic and the largest files. Names of files are private and left out.
 * @throws AppError `user.not_found`
 */
export async function getUserStorage(
  deps: Pick<Deps, 'db' | 'now'>,
  id: string,
): Promise<{ data: Storage; largest: LargeFile[] }> {
  await requireUser(deps.db, id)
  const { rows, days } = await measureStorage(deps, { userId: id })
  const largest = await findLargestFiles(deps.db, id, LARGEST_FILES)
  return { data: presentStorage(id, rows, days), largest: largest.map(presentLargeFile) }
}
