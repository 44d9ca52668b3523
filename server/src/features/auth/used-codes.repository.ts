import type { Db } from '../../db/open.ts'

/** Marks a code as used. @returns false when it was already used after `before` */
export async function claimCode(
  db: Db,
  used: { userId: string; code: string },
  now: Date,
  before: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_codes')
    .values({ user_id: used.userId, code: used.code, used_at: now.getTime() })
    .onConflict(oc =>
      oc
        .columns(['user_id', 'code'])
        .doUpdateSet({ used_at: now.getTime() })
        .where('used_codes.used_at', '<=', before.getTime()),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const deleteUsedCodes = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('used_codes').where('used_at', '<=', before.getTime()).execute()
}
