import type { Kysely } from 'kysely'
import { cascading, counter, createIndex, primaryKey, required } from './columns.ts'

/** Upload requests, the documents they ask for, and the files they received. */
export async function createUploadRequests(db: Kysely<unknown>): Promise<void> {
  await createRequestTable(db)
  await createRequestDocuments(db)
  await createRequestFiles(db)
}

async function createRequestTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload_requests')
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner_id', 'text', cascading('users.id'))
    .addColumn('folder_id', 'text', c => c.references('items.id').onDelete('set null'))
    .addColumn('token', 'text', required)
    .addColumn('token_hash', 'text', c => c.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('note', 'text')
    .addColumn('email', 'text')
    .addColumn('status', 'text', required)
    .addColumn('expires_at', 'bigint')
    .addColumn('max_bytes', 'bigint')
    .addColumn('max_files', 'integer')
    .addColumn('allowed_types', 'text')
    .addColumn('received_files', 'integer', counter)
    .addColumn('received_bytes', 'bigint', counter)
    .addColumn('created_at', 'bigint', required)
    .addColumn('closed_at', 'bigint')
    .execute()
  await createIndex(db, 'upload_requests_by_owner', 'upload_requests', ['owner_id', 'created_at'])
  await createIndex(db, 'upload_requests_by_folder', 'upload_requests', ['folder_id'])
  await createIndex(db, 'upload_requests_by_expiry', 'upload_requests', ['status', 'expires_at'])
}

async function createRequestDocuments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload_request_documents')
    .addColumn('id', 'text', primaryKey)
    .addColumn('request_id', 'text', cascading('upload_requests.id'))
    .addColumn('position', 'integer', required)
    .addColumn('document_type_id', 'text', required)
    .addColumn('subcategory_id', 'text')
    .execute()
  await createIndex(db, 'upload_request_documents_by_request', 'upload_request_documents', [
    'request_id',
  ])
}

async function createRequestFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload_request_files')
    // Not a reference: limits and receipts need the row after the item is deleted.
    .addColumn('item_id', 'text', primaryKey)
    .addColumn('request_id', 'text', cascading('upload_requests.id'))
    .addColumn('guest_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('size_bytes', 'bigint', required)
    .addColumn('counted_bytes', 'bigint', required)
    .addColumn('blob_id', 'text', required)
    .addColumn('sha256', 'text')
    .addColumn('document_type_id', 'text')
    .addColumn('subcategory_id', 'text')
    .addColumn('received_at', 'bigint', required)
    .execute()
  await createIndex(db, 'upload_request_files_by_guest', 'upload_request_files', [
    'request_id',
    'guest_id',
    'received_at',
    'item_id',
  ])
}
