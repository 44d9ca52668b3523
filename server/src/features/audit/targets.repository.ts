import type { Db } from '../../db/open.ts'

export async function findUserName(db: Db, id: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst()
  return user?.name ?? null
}
