import type { Deps } from '../src/deps.ts'
import { nameKey, sortName } from '../src/lib/item-names.ts'
import { updateStatistics } from './seed-files.ts'

const BATCH = 500

/**
 * Inserts folders with the given names, each with one child folder, for trees that only need to be
 * wide.
 */
export async function seedFolders(
  { db, newId }: Pick<Deps, 'db' | 'newId'>,
  ownerId: string,
  names: readonly string[],
  parentId = ownerId,
  teamId: string | null = null,
): Promise<void> {
  const rowOf = (name: string, parent_id: string, folder_count: number) => ({
    id: newId(),
    owner_id: ownerId,
    parent_id,
    team_id: teamId,
    type: 'folder' as const,
    name,
    name_key: nameKey(name),
    sort_name: sortName(name),
    size_bytes: 0,
    folder_count,
    file_count: 0,
    created_at: 0,
    updated_at: 0,
  })
  for (let start = 0; start < names.length; start += BATCH) {
    const upper = names.slice(start, start + BATCH).map(name => rowOf(name, parentId, 1))
    await db.insertInto('items').values(upper).execute()
    const lower = upper.map(({ id }) => rowOf('Inner', id, 0))
    await db.insertInto('items').values(lower).execute()
  }
  await db
    .updateTable('items')
    .set(eb => ({ folder_count: eb('folder_count', '+', names.length) }))
    .where('id', '=', parentId)
    .execute()
  if (names.length >= BATCH) await updateStatistics(db)
}
