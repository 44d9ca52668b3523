import { LOGO_NAMES } from '@coffer/contract/logos'
import type { Db } from '../../db/open.ts'
import { hasContents } from '../../db/store-contents.ts'

/**
 * The identities of buckets that have contents, or parts of uploads that continue. The stores of logos
 * and avatars are not recorded: while there are any, the bucket that takes new contents counts.
 */
export async function findBucketsInUse(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stores')
    .select('identity')
    .where('kind', '=', 's3')
    .where(eb =>
      eb.or([
        hasContents(eb),
        eb.and([
          eb('state', '=', 'writing'),
          eb.or([
            eb.exists(
              eb
                .selectFrom('settings')
                .select('name')
                .where('name', 'in', LOGO_NAMES)
                .where('value', '!=', 'null'),
            ),
            eb.exists(
              eb.selectFrom('user_settings').select('user_id').where('avatar_key', 'is not', null),
            ),
          ]),
        ]),
      ]),
    )
    .execute()
  return new Set(rows.map(row => row.identity))
}
