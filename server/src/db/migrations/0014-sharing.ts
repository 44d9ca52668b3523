import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

type Db = Kysely<unknown>

/** Links, requests for files and team folders; and who brought what when he has no account. */
export async function createSharing(db: Db, kind: DatabaseKind): Promise<void> {
  await knowTeamsOfItems(db)
  await nameActors(db, kind)
  await createTeams(db)
  await createShares(db)
  await createShareEvents(db)
  await createUploadRequests(db)
}

/** Everything in a team folder names it, so that rights and lists need no look at what hangs above. */
async function knowTeamsOfItems(db: Db): Promise<void> {
  await db.schema.alterTable('items').addColumn('team_id', 'text').execute()
  await db.schema.alterTable('items').addColumn('guest_id', 'text').execute()
  await db.schema.alterTable('items').dropColumn('team_folder').execute()
  await sql`create index items_by_team on items (team_id) where team_id is not null`.execute(db)
  await sql`create index items_by_guest on items (guest_id) where guest_id is not null`.execute(db)
}

/** What is remembered of somebody may be a guest's, whom no row of users stands for. */
async function nameActors(db: Db, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') {
    for (const table of ['uploads', 'zip_selections']) {
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_user_id_fkey`)}`.execute(
        db,
      )
      await db.schema.alterTable(table).renameColumn('user_id', 'actor_key').execute()
    }
    return
  }
  // SQLite can't drop a reference: the tables are made anew around their rows.
  await sql`alter table zip_selections rename to zip_selections_before`.execute(db)
  await sql`create table zip_selections (id text primary key, actor_key text not null,
    items text not null, created_at bigint not null)`.execute(db)
  await sql`insert into zip_selections select id, user_id, items, created_at
    from zip_selections_before`.execute(db)
  await sql`drop table zip_selections_before`.execute(db)
  await sql`create index zip_selections_by_age on zip_selections (created_at)`.execute(db)
  await sql`alter table uploads rename to uploads_before`.execute(db)
  await sql`create table uploads (
    id text not null, actor_key text not null, client_key text unique,
    owner_id text not null references users (id) on delete cascade, parent_id text not null,
    path text not null, name text not null, original_name text, on_conflict text not null,
    blob_id text not null, received_bytes bigint not null, size_bytes bigint,
    reserved_bytes bigint not null, document_type_id text, subcategory_id text, item_id text,
    modified_at bigint, device text, created_at bigint not null, updated_at bigint not null,
    primary key (actor_key, id))`.execute(db)
  await sql`insert into uploads select id, user_id, client_key, owner_id, parent_id, path, name,
    original_name, on_conflict, blob_id, received_bytes, size_bytes, reserved_bytes,
    document_type_id, subcategory_id, item_id, modified_at, device, created_at, updated_at
    from uploads_before`.execute(db)
  await sql`drop table uploads_before`.execute(db)
  await sql`create index uploads_by_user on uploads (actor_key, updated_at)`.execute(db)
  await sql`create index uploads_by_age on uploads (updated_at)`.execute(db)
}

async function createTeams(db: Db): Promise<void> {
  await db.schema
    .createTable('team_members')
    .addColumn('folder_id', 'text', c => c.notNull().references('items.id').onDelete('cascade'))
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('permission', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('team_members_pkey', ['folder_id', 'user_id'])
    .execute()
  await index(db, 'team_members', 'user_id')
  await db.schema
    .createTable('team_invitations')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('folder_id', 'text', c => c.notNull().references('items.id').onDelete('cascade'))
    .addColumn('inviter_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('permission', 'text', c => c.notNull())
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('answered_at', 'bigint')
    .execute()
  await index(db, 'team_invitations', 'folder_id')
  await index(db, 'team_invitations', 'email')
  await index(db, 'team_invitations', 'inviter_id')
}

async function createShares(db: Db): Promise<void> {
  await db.schema
    .createTable('shares')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('item_id', 'text', c =>
      c.notNull().unique().references('items.id').onDelete('cascade'),
    )
    .addColumn('owner_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token', 'text', c => c.notNull())
    .addColumn('token_hash', 'text', c => c.notNull().unique())
    .addColumn('permission', 'text', c => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('unlock_key', 'text', c => c.notNull())
    .addColumn('expires_in_hours', 'integer')
    .addColumn('expires_at', 'bigint')
    .addColumn('download_limit', 'integer')
    .addColumn('downloads', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('visits', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('shares_by_owner')
    .on('shares')
    .columns(['owner_id', 'created_at'])
    .execute()
  await db.schema
    .createTable('download_allowances')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('share_id', 'text', c => c.notNull().references('shares.id').onDelete('cascade'))
    .addColumn('visitor', 'text', c => c.notNull())
    .addColumn('content', 'text', c => c.notNull())
    .addColumn('remaining_bytes', 'bigint', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('share_deliveries_by_content')
    .on('download_allowances')
    .columns(['share_id', 'visitor', 'content'])
    .execute()
  await index(db, 'download_allowances', 'created_at')
}

async function createShareEvents(db: Db): Promise<void> {
  await db.schema
    .createTable('share_events')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('share_id', 'text', c => c.notNull().references('shares.id').onDelete('cascade'))
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('item_id', 'text')
    .addColumn('name', 'text')
    .addColumn('bytes', 'bigint')
    .addColumn('device', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('share_events_by_share')
    .on('share_events')
    .columns(['share_id', 'created_at', 'id'])
    .execute()
}

async function createUploadRequests(db: Db): Promise<void> {
  await db.schema
    .createTable('upload_requests')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('owner_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('folder_id', 'text', c => c.references('items.id').onDelete('set null'))
    .addColumn('token', 'text', c => c.notNull())
    .addColumn('token_hash', 'text', c => c.notNull().unique())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('note', 'text')
    .addColumn('email', 'text')
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('max_bytes', 'bigint')
    .addColumn('max_files', 'integer')
    .addColumn('allowed_types', 'text')
    .addColumn('received_files', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('received_bytes', 'bigint', c => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('closed_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('upload_requests_by_owner')
    .on('upload_requests')
    .columns(['owner_id', 'created_at'])
    .execute()
  await index(db, 'upload_requests', 'folder_id')
  await db.schema
    .createIndex('upload_requests_by_expiry')
    .on('upload_requests')
    .columns(['status', 'expires_at'])
    .execute()
  await db.schema
    .createTable('upload_request_documents')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('request_id', 'text', c =>
      c.notNull().references('upload_requests.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', c => c.notNull())
    .addColumn('document_type_id', 'text', c => c.notNull())
    .addColumn('subcategory_id', 'text')
    .execute()
  await index(db, 'upload_request_documents', 'request_id')
}

const index = (db: Db, table: string, column: string): Promise<void> =>
  db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
