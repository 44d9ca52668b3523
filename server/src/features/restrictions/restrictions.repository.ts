import { sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { UserRestrictionRow } from '../../db/schema-quotas.ts'
import type { AccountState, Owned } from './restrictions.rules.ts'

/**
 * Selects a column that is 1 when the owner of the row has a restriction. Queries that read the row
 * anyway include it, so that only data of restricted owners needs another query.
 */
export const restrictedOwner = (userIdColumn: string) =>
  sql<0 | 1>`case when exists (
    select 1 from user_restrictions where user_restrictions.user_id = ${sql.ref(userIdColumn)}
  ) then 1 else 0 end`.as('owner_restricted')

/** Returns those of the users who have a restriction. */
export async function findRestrictedOwners(db: Db, userIds: readonly string[]): Promise<Owned[]> {
  const rows = await db
    .selectFrom('user_restrictions')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', [...new Set(userIds)])
    .execute()
  return rows.map(({ user_id }) => ({ owner_id: user_id, owner_restricted: 1 }))
}

/** Reads quota and imposed restrictions of several users in one query, by user id. */
export async function findAccountStates(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, AccountState>> {
  const rows = await db
    .selectFrom('user_quotas as quota')
    .leftJoin('user_restrictions as imposed', 'imposed.user_id', 'quota.user_id')
    .selectAll('imposed')
    .select(['quota.user_id', 'quota.used_bytes', 'quota.capacity_bytes'])
    .where('quota.user_id', 'in', userIds)
    .orderBy('imposed.created_at')
    .orderBy('imposed.reason')
    .execute()
  const byUser = Map.groupBy(rows, row => row.user_id)
  return new Map(
    [...byUser].map(([userId, [first, ...more]]) => {
      const { used_bytes = 0, capacity_bytes = null } = first ?? {}
      const imposed = [first, ...more].filter(row => row !== undefined && row.reason !== null)
      return [userId, { used_bytes, capacity_bytes, imposed: imposed as AccountState['imposed'] }]
    }),
  )
}

export const findRestriction = (db: Db, userId: string, reason: UserRestrictionRow['reason']) =>
  db
    .selectFrom('user_restrictions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('reason', '=', reason)
    .executeTakeFirst()

/** Returns those of the users who are suspended. */
export async function findSuspended(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('user_restrictions')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('reason', '=', 'suspended')
    .execute()
  return rows.map(row => row.user_id)
}

export async function insertRestriction(db: Db, row: UserRestrictionRow): Promise<void> {
  const { user_id, reason, ...change } = row
  await db
    .insertInto('user_restrictions')
    .values(row)
    .onConflict(oc => oc.columns(['user_id', 'reason']).doUpdateSet(change))
    .execute()
  recordChange(db, 'account', [user_id])
}

export async function deleteRestrictions(
  db: Db,
  userIds: readonly string[],
  reason: UserRestrictionRow['reason'],
): Promise<void> {
  const deleted = await db
    .deleteFrom('user_restrictions')
    .where('user_id', 'in', userIds)
    .where('reason', '=', reason)
    .returning('user_id')
    .execute()
  recordChange(
    db,
    'account',
    deleted.map(row => row.user_id),
  )
}
