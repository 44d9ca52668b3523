import { type Db, hasRowLocks } from './open.ts'

/** Locks the user row: `shared` for checks, which run entirely before or after a change by `alone`. */
export async function lockUser(db: Db, userId: string, how: 'shared' | 'alone'): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .$if(hasRowLocks(db), query => (how === 'shared' ? query.forShare() : query.forNoKeyUpdate()))
    .execute()
}
