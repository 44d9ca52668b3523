import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'

/** Finds items of others that lie directly in a guest's own folders, at any depth. */
export const findOthersItems = (
  db: Db,
  topIds: readonly string[],
  guestId: string,
): Promise<ItemRow[]> =>
  db
    .withRecursive('own(folder_id)', q =>
      q
        .selectFrom('items')
        .where('id', 'in', topIds)
        .select('id as folder_id')
        .unionAll(
          q
            .selectFrom('items')
            .innerJoin('own', 'own.folder_id', 'items.parent_id')
            .where('items.guest_id', '=', guestId)
            .where('items.type', '=', 'folder')
            .where('items.trashed_at', 'is', null)
            .select('items.id as folder_id'),
        ),
    )
    .selectFrom('own')
    .innerJoin('items', 'items.parent_id', 'own.folder_id')
    .selectAll('items')
    .where('items.trashed_at', 'is', null)
    .where(eb => eb.or([eb('guest_id', 'is', null), eb('guest_id', '!=', guestId)]))
    .execute()
