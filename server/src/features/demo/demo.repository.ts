import type { Db } from '../../db/open.ts'

export const insertDemo = async (tx: Db, userId: string, expiresAt: number): Promise<void> => {
  await tx.insertInto('demo_accounts').values({ user_id: userId, expires_at: expiresAt }).execute()
}

export async function findExpired(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('demo_accounts')
    .select('user_id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.user_id)
}

export const deleteDemo = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('demo_accounts').where('user_id', '=', userId).execute()
}
