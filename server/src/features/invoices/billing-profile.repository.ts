import type { BillingProfile } from '@coffer/contract/billing-profile'
import type { Db } from '../../db/open.ts'

export const findProfile = (db: Db, userId: string): Promise<BillingProfile | undefined> =>
  db
    .selectFrom('billing_profiles')
    .select(['name', 'company', 'address', 'city', 'postal_code', 'state', 'country'])
    .select(['phone', 'tax_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function upsertProfile(
  tx: Db,
  userId: string,
  profile: BillingProfile,
  updated_at: number,
): Promise<void> {
  const change = { ...profile, updated_at }
  await tx
    .insertInto('billing_profiles')
    .values({ user_id: userId, ...change })
    .onConflict(oc => oc.column('user_id').doUpdateSet(change))
    .execute()
}
