import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { isUser } from './directory.repository.ts'

/** @throws AppError `user.not_found`, also while the user is being deleted */
export async function requireUser(db: Db, id: string): Promise<void> {
  if (!(await isUser(db, id))) throw new AppError('user.not_found')
}
