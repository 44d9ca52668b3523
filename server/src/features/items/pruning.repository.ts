import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** A query of file ids whose versions are pruned, and the `with` clause that it needs. */
export interface VersionedFiles {
  with: RawBuilder<unknown>
  ids: RawBuilder<unknown>
}

export const singleFile = (id: string): VersionedFiles => ({ with: sql``, ids: sql`${id}` })

export interface Retention {
  /** How many versions by the owner are kept, and how many by others. */
  keep: number
  /** Whether the owner replaces the content. Versions by the owner are only pruned then. */
  isByOwner: boolean
  at: number
}

/**
 * Deletes surplus versions of files, releases their blobs and updates the version counts.
 * @returns the bytes that were freed
 */
export async function pruneVersions(
  db: Db,
  files: VersionedFiles,
  { keep, isByOwner, at }: Retention,
): Promise<number> {
  const isPrunable = isByOwner ? sql`` : sql`and is_owners = 0`
  const surplus = sql`
    select id, blob_id, size_bytes from (
      select item_versions.id, item_versions.blob_id, item_versions.size_bytes,
        case when item_versions.creator_id = items.owner_id then 1 else 0 end as is_owners,
        row_number() over (
          partition by item_id,
            case when item_versions.creator_id = items.owner_id then 1 else 0 end
          order by item_versions.number desc
        ) as position
      from item_versions join items on items.id = item_versions.item_id
      where item_versions.item_id in (${files.ids})
    ) as ranked where position > ${keep} ${isPrunable}`
  const { rows } = await sql<{ bytes: number; count: number }>`${files.with}
    select coalesce(sum(size_bytes), 0) as bytes, count(*) as count
    from (${surplus}) as surplus`.execute(db)
  if (Number(rows[0]?.count ?? 0) > 0) {
    await sql`${files.with}
      update blobs set released_at = ${at}
      where id in (select blob_id from (${surplus}) as surplus)`.execute(db)
    await sql`${files.with}
      delete from item_versions
      where id in (select id from (${surplus}) as surplus)`.execute(db)
  }
  await sql`${files.with}
    update items set version_count =
      (select count(*) from item_versions where item_versions.item_id = items.id)
    where id in (${files.ids})`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
