import type { Db } from '../../db/open.ts'

/** The guests of requests who have sent some of the items. */
export async function findGuestIds(db: Db, itemIds: readonly string[]): Promise<string[]> {
  if (itemIds.length === 0) return []
  const rows = await db
    .selectFrom('items')
    .select('guest_id')
    .distinct()
    .where('id', 'in', itemIds)
    .where('guest_id', 'is not', null)
    .execute()
  return rows.flatMap(({ guest_id }) => guest_id ?? [])
}
