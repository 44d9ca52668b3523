import type { Db } from '../../db/open.ts'
import { hasContents } from '../../db/store-contents.ts'

/** Finds or registers a bucket. Ids are small, because every content has one. */
export async function registerBucket(db: Db, identity: string): Promise<number> {
  for (;;) {
    const row = await db
      .selectFrom('stores')
      .select('id')
      .where('identity', '=', identity)
      .executeTakeFirst()
    if (row) return row.id
    const { last } = await db
      .selectFrom('stores')
      .select(eb => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    // Another process may register one at the same time.
    await db
      .insertInto('stores')
      .values({ id: Number(last) + 1, kind: 's3', identity, state: 'reading', capabilities: null })
      .onConflict(oc => oc.doNothing())
      .execute()
  }
}

/** Records which store takes new contents. */
export async function markWriting(db: Db, id: number): Promise<void> {
  await db
    .updateTable('stores')
    .set(eb => ({
      state: eb
        .case()
        .when('id', '=', id)
        .then('writing' as const)
        .else('reading' as const)
        .end(),
    }))
    .where(eb =>
      eb.or([
        eb.and([eb('id', '=', id), eb('state', '!=', 'writing')]),
        eb.and([eb('id', '!=', id), eb('state', '=', 'writing')]),
      ]),
    )
    .execute()
}

/** Stores with contents or unfinished uploads that are not among the given ones. */
export const findOthersInUse = (
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; identity: string }[]> =>
  db
    .selectFrom('stores')
    .select(['id', 'identity'])
    .where('id', 'not in', ids)
    .where(hasContents)
    .execute()

export const saveCapabilities = async (db: Db, id: number, capabilities: object): Promise<void> => {
  await db
    .updateTable('stores')
    .set({ capabilities: JSON.stringify(capabilities) })
    .where('id', '=', id)
    .execute()
}
