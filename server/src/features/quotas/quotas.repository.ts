import { setImmediate as nextTick } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import { firstOf, isChanged, prepared } from '../../db/prepared.ts'

/** The capacity in bytes; without a limit, the largest safe integer. */
const CAPACITY = sql<number>`coalesce(capacity_bytes, ${Number.MAX_SAFE_INTEGER})`

const fits = (bytes: number) =>
  sql<boolean>`(used_bytes + reserved_bytes + ${bytes} <= ${CAPACITY})`

/**
 * Locks owners, so that changes to their items run one after the other. This prevents folder cycles,
 * duplicate names and exceeded quotas. SQLite has a single writer anyway.
 */
export async function lockOwners(db: Db, ownerIds: Iterable<string>): Promise<void> {
  // Sorted, so that two transactions never deadlock.
  for (const id of [...new Set(ownerIds)].sort())
    await db
      .updateTable('user_quotas')
      .set(eb => ({ used_bytes: eb.ref('used_bytes') }))
      .where('user_id', '=', id)
      .execute()
}

/**
 * Sets the capacity of owners as their plans or the subscription type say; those with a capacity of
 * their own keep it.
 * @param bytes null for no limit
 */
export async function setPlanCapacity(
  db: Db,
  ownerIds: readonly string[],
  bytes: number | null,
): Promise<void> {
  const changed = await db
    .updateTable('user_quotas')
    .set({ capacity_bytes: bytes })
    .where('user_id', 'in', ownerIds)
    .where('has_own_capacity', '=', 0)
    .where('capacity_bytes', 'is distinct from', bytes)
    .returning('user_id')
    .execute()
  if (changed.length > 0)
    recordChange(
      db,
      'account',
      changed.map(row => row.user_id),
    )
}

/** Gives an owner a capacity of their own in bytes, or none; plans no longer change it. */
export async function setOwnCapacity(db: Db, ownerId: string, bytes: number | null): Promise<void> {
  await db
    .updateTable('user_quotas')
    .set({ capacity_bytes: bytes, has_own_capacity: 1 })
    .where('user_id', '=', ownerId)
    .execute()
  recordChange(db, 'account', [ownerId])
}

/** Lets plans set the capacity of an owner again. It stays until one is applied. */
export async function dropOwnCapacity(db: Db, ownerId: string): Promise<void> {
  await db
    .updateTable('user_quotas')
    .set({ has_own_capacity: 0 })
    .where('user_id', '=', ownerId)
    .execute()
}

/** Owners without a capacity of their own. */
export const findFollowingPlans = (db: Db, { after, limit }: Page) =>
  db
    .selectFrom('user_quotas')
    .select('user_id as id')
    .where('has_own_capacity', '=', 0)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()

/** Reports whether the owner has quota for more bytes, without reserving any. */
export const hasQuota = async (db: Db, ownerId: string, bytes: number): Promise<boolean> =>
  (await firstOf(findWithSpace(db, { ownerId, bytes }))) !== undefined

const findWithSpace = prepared((db, { ownerId, bytes }: { ownerId: string; bytes: number }) =>
  db.selectFrom('user_quotas').select('user_id').where('user_id', '=', ownerId).where(fits(bytes)),
)

/** Returns the bytes that the owner can still add. */
export async function freeQuota(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('user_quotas')
    .select(sql<number>`${CAPACITY} - used_bytes - reserved_bytes`.as('free_bytes'))
    .where('user_id', '=', ownerId)
    .executeTakeFirst()
  return Math.max(0, row?.free_bytes ?? 0)
}

/** Returns the bytes that the owner can still add, or null without a limit. */
export async function freeQuotaOrNull(db: Db, ownerId: string): Promise<number | null> {
  const row = await db
    .selectFrom('user_quotas')
    .select('capacity_bytes')
    .where('user_id', '=', ownerId)
    .executeTakeFirst()
  return row?.capacity_bytes === null ? null : freeQuota(db, ownerId)
}

/** Reserves quota for incoming bytes. @returns false when they do not fit */
export async function reserve(db: Db, ownerId: string, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_quotas')
    .set(eb => ({ reserved_bytes: eb('reserved_bytes', '+', bytes) }))
    .where('user_id', '=', ownerId)
    .where(fits(bytes))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases reserved bytes. */
export const release = async (db: Db, ownerId: string, bytes: number): Promise<void> => {
  await db
    .updateTable('user_quotas')
    .set(eb => ({ reserved_bytes: eb('reserved_bytes', '-', bytes) }))
    .where('user_id', '=', ownerId)
    .execute()
}

const countAsUsed = prepared(
  (db, p: { ownerId: string; bytes: number; reservedBytes: number; grownBytes: number }) =>
    db
      .updateTable('user_quotas')
      .set(eb => ({
        used_bytes: eb('used_bytes', '+', p.bytes),
        reserved_bytes: eb('reserved_bytes', '-', p.reservedBytes),
      }))
      .where('user_id', '=', p.ownerId)
      .where(fits(p.grownBytes)),
)

/** Counts bytes as used and releases their reservation. @returns false when they do not fit */
export function use(
  db: Db,
  ownerId: string,
  bytes: number,
  reservedBytes: number,
): Promise<boolean> {
  recordChange(db, 'account', [ownerId])
  return isChanged(
    countAsUsed(db, { ownerId, bytes, reservedBytes, grownBytes: bytes - reservedBytes }),
  )
}

/** Subtracts deleted bytes from the used ones. */
export const free = async (db: Db, ownerId: string, bytes: number): Promise<void> => {
  await db
    .updateTable('user_quotas')
    .set(eb => ({ used_bytes: eb('used_bytes', '-', bytes) }))
    .where('user_id', '=', ownerId)
    .execute()
  recordChange(db, 'account', [ownerId])
}

interface OwnerUsage {
  id: string
  kept_bytes: number
  counted_bytes: number
}

export interface Miscount {
  user_id: string
  kept_bytes: number
  counted_bytes: number
}

/** Few, because SQLite runs nothing else while it counts the items of a page of owners. */
export const COUNTED_OWNERS = 20

/** Yields owners whose stored usage differs from the sum of their items and versions, by page. */
export async function* miscountsOf(pages: AsyncIterable<OwnerUsage[]>): AsyncGenerator<Miscount[]> {
  for await (const owners of pages) {
    yield owners
      .filter(({ kept_bytes, counted_bytes }) => kept_bytes !== counted_bytes)
      .map(({ id, ...bytes }) => ({ user_id: id, ...bytes }))
    await nextTick()
  }
}

/** One statement, so that an upload that ends meanwhile changes both figures or neither. */
export const countUsage = (db: Db, { after, limit }: Page) =>
  db
    .selectFrom('user_quotas')
    .select([
      'user_id as id',
      'used_bytes as kept_bytes',
      sql<number>`cast(
        (select coalesce(sum(size_bytes), 0) from items where owner_id = user_quotas.user_id) +
        (select coalesce(sum(item_versions.size_bytes), 0) from item_versions
          join items on items.id = item_versions.item_id where items.owner_id = user_quotas.user_id)
        as bigint)`.as('counted_bytes'),
    ])
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()

/** Adds up the storage that all users use. */
export async function sumUsedBytes(db: Db): Promise<number> {
  const { used } = await db
    .selectFrom('user_quotas')
    .select(eb => eb.fn.sum<number | null>('used_bytes').as('used'))
    .executeTakeFirstOrThrow()
  return Number(used ?? 0)
}
