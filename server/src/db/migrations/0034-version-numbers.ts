import { type Kysely, sql } from 'kysely'

/** Versions are ordered by a number per item: ids follow the clock, which may be set back. */
export async function numberVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('item_versions')
    .addColumn('number', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await sql`
    update item_versions set number = ranked.number
    from (
      select id, row_number() over (partition by item_id order by id) as number from item_versions
    ) as ranked
    where ranked.id = item_versions.id`.execute(db)
  await db.schema.dropIndex('item_versions_by_item').execute()
  await db.schema
    .createIndex('item_versions_by_item')
    .unique()
    .on('item_versions')
    .columns(['item_id', 'number'])
    .execute()
}
