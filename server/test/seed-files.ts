import { sql } from 'kysely'
import { type Database, hasRowLocks } from '../src/db/open.ts'
import type { Deps } from '../src/deps.ts'
import { nameKey, sortName } from '../src/lib/item-names.ts'

const BATCH = 500

/**
 * PostgreSQL's planner takes `items` for empty until it has statistics, which a server gets within a
 * minute; until then it joins thousands of rows by comparing each with each other.
 */
export async function updateStatistics(db: Database): Promise<void> {
  if (hasRowLocks(db)) await sql`analyze items`.execute(db)
}

/** Inserts files without contents, for lists that only need to be long. */
export async function seedFiles(
  { db, newId }: Pick<Deps, 'db' | 'newId'>,
  ownerId: string,
  count: number,
  parentId = ownerId,
  teamId: string | null = null,
): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - start) }, (_, index) => {
      const name = `file-${start + index}.txt`
      return {
        id: newId(),
        owner_id: ownerId,
        parent_id: parentId,
        team_id: teamId,
        type: 'file' as const,
        name,
        name_key: nameKey(name),
        sort_name: sortName(name),
        size_bytes: start + index,
        folder_count: 0,
        file_count: 0,
        created_at: start + index,
        updated_at: start + index,
      }
    })
    await db.insertInto('items').values(rows).execute()
  }
  await db
    .updateTable('items')
    .set(eb => ({ file_count: eb('file_count', '+', count) }))
    .where('id', '=', parentId)
    .execute()
  if (count >= BATCH) await updateStatistics(db)
}
