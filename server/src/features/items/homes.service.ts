import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { insertItem } from './items.repository.ts'

/** Creates a user's home: a folder with the user's id that has no parent and is in no list. */
export async function insertHome(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  userId: string,
): Promise<void> {
  const at = now().getTime()
  await insertItem(tx, {
    id: userId,
    owner_id: userId,
    creator_id: userId,
    parent_id: null,
    type: 'folder',
    name: 'home',
    created_at: at,
    updated_at: at,
  })
}
