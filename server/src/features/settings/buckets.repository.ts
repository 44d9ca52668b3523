import type { Db } from '../../db/open.ts'

/** The identities of buckets that have contents. */
export async function findBucketsInUse(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stores')
    .select('identity')
    .where('kind', '=', 's3')
    .where(eb =>
      eb.exists(
        eb.selectFrom('blobs').select('blobs.id').whereRef('blobs.store', '=', 'stores.id'),
      ),
    )
    .execute()
  return new Set(rows.map(row => row.identity))
}
