import type { Db } from '../../db/open.ts'

/** The identities of buckets that have contents, or parts of uploads that continue. */
export async function findBucketsInUse(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stores')
    .select('identity')
    .where('kind', '=', 's3')
    .where(eb =>
      eb.or([
        eb.exists(
          eb.selectFrom('blobs').select('blobs.id').whereRef('blobs.store', '=', 'stores.id'),
        ),
        eb.exists(
          eb.selectFrom('uploads').select('uploads.id').whereRef('uploads.store', '=', 'stores.id'),
        ),
      ]),
    )
    .execute()
  return new Set(rows.map(row => row.identity))
}
