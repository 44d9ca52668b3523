import type { Deps } from '../src/deps.ts'
import { nameKey, sortName } from '../src/lib/item-names.ts'

const BATCH = 500

/** Inserts nested folders, deeper than the API allows. @returns the id of the innermost */
export async function seedNesting(
  { db, newId }: Pick<Deps, 'db' | 'newId'>,
  ownerId: string,
  names: readonly string[],
  parentId = ownerId,
): Promise<string> {
  const ids = names.map(() => newId())
  const rows = names.map((name, level) => ({
    id: ids[level] ?? '',
    owner_id: ownerId,
    parent_id: ids[level - 1] ?? parentId,
    type: 'folder' as const,
    name,
    name_key: nameKey(name),
    sort_name: sortName(name),
    size_bytes: 0,
    folder_count: level === names.length - 1 ? 0 : 1,
    file_count: 0,
    created_at: 0,
    updated_at: 0,
  }))
  for (let start = 0; start < rows.length; start += BATCH)
    await db
      .insertInto('items')
      .values(rows.slice(start, start + BATCH))
      .execute()
  await db
    .updateTable('items')
    .set(eb => ({ folder_count: eb('folder_count', '+', 1) }))
    .where('id', '=', parentId)
    .execute()
  return ids.at(-1) ?? parentId
}
