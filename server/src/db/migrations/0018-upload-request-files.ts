import type { Kysely } from 'kysely'

/** What came in through each request, and by whom: for limits, checklists and receipts. */
export async function recordRequestFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload_request_files')
    // No reference: the record stays when the item goes.
    .addColumn('item_id', 'text', c => c.primaryKey())
    .addColumn('request_id', 'text', c =>
      c.notNull().references('upload_requests.id').onDelete('cascade'),
    )
    .addColumn('guest_id', 'text', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('size_bytes', 'bigint', c => c.notNull())
    .addColumn('counted_bytes', 'bigint', c => c.notNull())
    .addColumn('blob_id', 'text', c => c.notNull())
    .addColumn('sha256', 'text')
    .addColumn('document_type_id', 'text')
    .addColumn('subcategory_id', 'text')
    .addColumn('received_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('upload_request_files_by_guest')
    .on('upload_request_files')
    .columns(['request_id', 'guest_id', 'received_at', 'item_id'])
    .execute()
}
