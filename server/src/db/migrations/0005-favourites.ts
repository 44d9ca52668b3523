import { type Kysely, sql } from 'kysely'

/** What people marked, customers' folders, and an index for every flat list. */
export async function createFavourites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('favourites')
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('item_id', 'text', c => c.notNull().references('items.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('favourites_pkey', ['user_id', 'item_id'])
    .execute()
  await db.schema.createIndex('favourites_by_item').on('favourites').column('item_id').execute()
  await createCustomFolders(db)
  await createFlatIndexes(db)
}

async function createCustomFolders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('custom_folders')
    .addColumn('item_id', 'text', c =>
      c.primaryKey().references('items.id').onDelete('cascade').notNull(),
    )
    .addColumn('member_number', 'text', c => c.notNull())
    .addColumn('identification', 'text', c => c.notNull())
    .addColumn('first_name', 'text', c => c.notNull())
    .addColumn('last_name', 'text', c => c.notNull())
    .execute()
}

/** Lists that lie across folders: one owner's in every order, everybody's in the usual one. */
async function createFlatIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of [
    ['items_of_owner_by_name', ['owner_id', 'type', 'sort_name', 'id']],
    ['items_of_owner_by_created', ['owner_id', 'type', 'created_at', 'id']],
    // With all that counting the days of a stretch asks for.
    ['items_of_owner_by_updated', ['owner_id', 'type', 'updated_at', 'id', 'trashed_at']],
    ['items_of_owner_by_size', ['owner_id', 'type', 'size_bytes', 'id']],
    ['items_of_all_by_created', ['type', 'created_at', 'id']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('items')
      .columns([...columns])
      .where(sql.ref('trashed_at'), 'is', null)
      .execute()
  // Answers alone how much room each kind takes, and how many there are of it.
  await db.schema
    .createIndex('items_by_kind')
    .on('items')
    .columns(['owner_id', 'category', 'trashed_at', 'updated_at', 'size_bytes'])
    .execute()
}
