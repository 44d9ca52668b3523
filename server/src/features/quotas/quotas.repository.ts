import { sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { firstOf, isChanged, prepared } from '../../db/prepared.ts'

/** Without a limit, as much as can be counted. */
const CAPACITY = sql<number>`coalesce(capacity_bytes, ${Number.MAX_SAFE_INTEGER})`

const fits = (bytes: number) =>
  sql<boolean>`(used_bytes + reserved_bytes + ${bytes} <= ${CAPACITY})`

/**
 * Changes to one owner's tree follow each other: no two of them can make a loop, take the same name
 * or overrun the quota. On SQLite there is one writer anyway.
 */
export async function lockOwners(db: Db, ownerIds: Iterable<string>): Promise<void> {
  // In one order everywhere, so that two changes never wait for each other.
  for (const id of [...new Set(ownerIds)].sort())
    await db
      .updateTable('user_quotas')
      .set(eb => ({ used_bytes: eb.ref('used_bytes') }))
      .where('user_id', '=', id)
      .execute()
}

/** Whether so many more bytes would fit; nothing is held. */
export const hasQuota = async (db: Db, ownerId: string, bytes: number): Promise<boolean> =>
  (await firstOf(roomFor(db, { ownerId, bytes }))) !== undefined

const roomFor = prepared((db, { ownerId, bytes }: { ownerId: string; bytes: number }) =>
  db.selectFrom('user_quotas').select('user_id').where('user_id', '=', ownerId).where(fits(bytes)),
)

/** How many more bytes would fit by now. */
export async function freeQuota(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('user_quotas')
    .select(sql<number>`${CAPACITY} - used_bytes - reserved_bytes`.as('room'))
    .where('user_id', '=', ownerId)
    .executeTakeFirst()
  return Math.max(0, row?.room ?? 0)
}

/** The same, where somebody is to be told of it: null means that nothing limits it. */
export async function freeQuotaOrNull(db: Db, ownerId: string): Promise<number | null> {
  const row = await db
    .selectFrom('user_quotas')
    .select('capacity_bytes')
    .where('user_id', '=', ownerId)
    .executeTakeFirst()
  return row?.capacity_bytes === null ? null : freeQuota(db, ownerId)
}

/** Holds room for bytes that are on their way. @returns false when they do not fit */
export async function reserve(db: Db, ownerId: string, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_quotas')
    .set(eb => ({ reserved_bytes: eb('reserved_bytes', '+', bytes) }))
    .where('user_id', '=', ownerId)
    .where(fits(bytes))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

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

/** Counts bytes as used in place of what was held for them. @returns false when they do not fit */
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

export const free = async (db: Db, ownerId: string, bytes: number): Promise<void> => {
  await db
    .updateTable('user_quotas')
    .set(eb => ({ used_bytes: eb('used_bytes', '-', bytes) }))
    .where('user_id', '=', ownerId)
    .execute()
  recordChange(db, 'account', [ownerId])
}

export interface Miscount {
  user_id: string
  kept_bytes: number
  counted_bytes: number
}

/** Owners whose kept figure is not the sum of what they hold. */
export async function findMiscounts(db: Db): Promise<Miscount[]> {
  const { rows } = await sql<Miscount>`
    select user_quotas.user_id, used_bytes as kept_bytes, coalesce(sum(held.bytes), 0) as counted_bytes
    from user_quotas left join (
      select owner_id, size_bytes as bytes from items
      union all
      select items.owner_id, item_versions.size_bytes from item_versions
      join items on items.id = item_versions.item_id
    ) as held on held.owner_id = user_quotas.user_id
    group by user_quotas.user_id, used_bytes
    having used_bytes <> coalesce(sum(held.bytes), 0)`.execute(db)
  return rows
}
