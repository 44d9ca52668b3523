import { type Kysely, sql } from 'kysely'
import { createIndex, primaryKey, required } from './columns.ts'

/** Where contents lie, and the parts of uploads to stores that keep them separately. */
export async function createBlobStores(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stores')
    .addColumn('id', 'integer', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('identity', 'text', column => column.notNull().unique())
    .addColumn('capabilities', 'text')
    .addColumn('state', 'text', required)
    .execute()
  // The id of all contents from before.
  await sql`insert into stores (id, kind, identity, state) values (1, 'disk', 'disk', 'writing')`.execute(
    db,
  )
  await addToBlobs(db)
  await db.schema.alterTable('uploads').addColumn('store', 'integer').execute()
  await db.schema.alterTable('uploads').addColumn('placement', 'text').execute()
  await db.schema.alterTable('uploads').addColumn('crc32', 'bigint').execute()
  await db.schema
    .createTable('upload_parts')
    .addColumn('blob_id', 'text', required)
    .addColumn('number', 'integer', required)
    .addColumn('offset_bytes', 'bigint', required)
    .addColumn('bytes', 'bigint', required)
    .addColumn('crc32', 'bigint', required)
    .addColumn('etag', 'text', required)
    .addPrimaryKeyConstraint('upload_parts_key', ['blob_id', 'number'])
    .execute()
  await db.schema
    .createTable('blob_removals')
    .addColumn('key', 'text', primaryKey)
    .addColumn('due_at', 'bigint', required)
    .execute()
  await createIndex(db, 'blob_removals_due', 'blob_removals', ['due_at'])
}

async function addToBlobs(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, type: 'integer' | 'bigint' | 'text', from?: number | string) =>
    db.schema
      .alterTable('blobs')
      .addColumn(name, type, column =>
        from === undefined ? column : column.notNull().defaultTo(from),
      )
      .execute()
  await add('store', 'integer', 1)
  await add('kind', 'text', 'content')
  await add('offset_bytes', 'bigint', 0)
  await add('verified_at', 'bigint')
  await add('fault', 'text')
}
