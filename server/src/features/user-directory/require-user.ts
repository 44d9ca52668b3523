import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'

/** @throws AppError `user.not_found`, also while the user is being deleted */
export async function requireUser(db: Db, id: string): Promise<void> {
  const query = db
    .selectFrom('users')
    .leftJoin('account_deletions', 'account_deletions.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', id)
    .where('account_deletions.user_id', 'is', null)
  if (!(await query.executeTakeFirst())) throw new AppError('user.not_found')
}
