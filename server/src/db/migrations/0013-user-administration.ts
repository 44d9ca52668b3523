import { type Kysely, type RawBuilder, sql } from 'kysely'
import { directoryEntry, nameTokens } from '../../lib/directory-keys.ts'
import type { DatabaseKind } from '../open.ts'
import { cascading, counter, createIndex, primaryKey, required } from './columns.ts'
import { createDirectoryTriggers } from './directory-triggers.ts'

/** Suspensions, invitations and changes of email, and the directory that lists users quickly. */
export async function createUserAdministration(
  db: Kysely<unknown>,
  kind: DatabaseKind,
): Promise<void> {
  await db.schema.alterTable('users').addColumn('suspended_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('suspension_reason', 'text').execute()
  await db.schema.alterTable('user_restrictions').addColumn('message', 'text').execute()
  await createInvitations(db)
  await createEmailChanges(db)
  await createTasks(db)
  await createDirectory(db, kind)
  await createDirectoryTriggers(db, kind)
  await fillDirectory(db)
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_invitations')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', c => c.notNull().check(sql`role in ('admin', 'user')`))
    .addColumn('language', 'text')
    .addColumn('message', 'text')
    // Of the link that is valid; null before the first email.
    .addColumn('link_id', 'text', c => c.unique())
    .addColumn('sent_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute()
}

/** New addresses that are not confirmed yet, one per user. */
async function createEmailChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('email_changes')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('link_id', 'text', c => c.notNull().unique())
    .addColumn('email', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .execute()
}

/** Imports, bulk actions and deletions that a job runs. */
async function createTasks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_tasks')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', c => c.notNull().check(sql`kind in ('deletion', 'import', 'bulk')`))
    .addColumn('state', 'text', c =>
      c.notNull().check(sql`state in ('waiting', 'running', 'finished', 'failed')`),
    )
    // The input of the task, as JSON.
    .addColumn('work', 'text', required)
    .addColumn('actor_id', 'text', required)
    .addColumn('done', 'integer', counter)
    .addColumn('total', 'integer', counter)
    .addColumn('skipped_total', 'integer', counter)
    // The first skipped ones, as JSON.
    .addColumn('skipped', 'text', c => c.notNull().defaultTo('[]'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .execute()
  await createIndex(db, 'user_tasks_unfinished', 'user_tasks', ['created_at'], {
    where: sql`finished_at is null`,
  })
  // Users of a bulk action, or rows of an import, until they are done.
  await db.schema
    .createTable('user_task_rows')
    .addColumn('task_id', 'text', cascading('user_tasks.id'))
    .addColumn('number', 'integer', required)
    .addColumn('row', 'text', required)
    .addPrimaryKeyConstraint('user_task_rows_pkey', ['task_id', 'number'])
    .execute()
}

/** Every order that the list of users offers; the last column breaks ties. */
const ORDERS = {
  name: ['name_key', 'user_id'],
  email: ['email_key', 'user_id'],
  role: ['role', 'name_key', 'user_id'],
  state: ['state', 'name_key', 'user_id'],
  two_factor: ['two_factor', 'name_key', 'user_id'],
  storage: ['storage_rank', 'user_id'],
  seen: ['last_seen_at', 'user_id'],
  created: ['created_at', 'user_id'],
}

/**
 * One narrow row per user that is listed, with everything that the list filters and sorts by, so that
 * each order has one index that answers filters as well.
 */
async function createDirectory(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const byCodePoint: RawBuilder<unknown> = kind === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('user_directory')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('name_key', byCodePoint, required)
    .addColumn('email_key', byCodePoint, required)
    .addColumn('role', 'integer', counter)
    .addColumn('state', 'integer', counter)
    .addColumn('two_factor', 'integer', counter)
    .addColumn('storage_level', 'integer', counter)
    // Increases with the used bytes in steps of 0.1 %, so that most uploads do not change it.
    .addColumn('storage_rank', 'integer', counter)
    .addColumn('last_seen_at', 'bigint', counter)
    .addColumn('created_at', 'bigint', required)
    // Role, state, two-factor and storage level in one number.
    .addColumn('facet', 'integer', counter)
    .execute()
  for (const [name, columns] of Object.entries(ORDERS))
    await createIndex(db, `user_directory_by_${name}`, 'user_directory', [...columns, 'facet'])
  // PostgreSQL sorts the matches of a facet from its index alone: they are all over the table.
  const sorted = Object.values(ORDERS).flat()
  await createIndex(db, 'user_directory_by_facet', 'user_directory', ['facet', 'user_id'], {
    include: kind === 'postgres' ? [...new Set(sorted)].filter(name => name !== 'user_id') : [],
  })
  await db.schema
    .createTable('user_directory_tokens')
    .addColumn('token', byCodePoint, required)
    .addColumn('user_id', 'text', cascading('user_directory.user_id'))
    .addPrimaryKeyConstraint('user_directory_tokens_pkey', ['token', 'user_id'])
    .execute()
  await createIndex(db, 'user_directory_tokens_by_user', 'user_directory_tokens', [
    'user_id',
    'token',
  ])
  // Changes are added up when they are read, so that users created at once do not wait for each other.
  await db.schema
    .createTable('user_counts')
    .addColumn('facet', 'integer', required)
    .addColumn('change', 'integer', required)
    .execute()
}

interface Tables {
  users: { id: string; name: string; email: string }
  user_directory: { user_id: string; name_key: string; email_key: string; created_at: number }
  user_directory_tokens: { user_id: string; token: string }
  account_deletions: { user_id: string }
}

const BATCH_SIZE = 500

/** Adds the users that exist; triggers fill in everything but names. */
async function fillDirectory(anyDb: Kysely<unknown>): Promise<void> {
  const db = anyDb as Kysely<Tables>
  for (let after = ''; ; ) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('id', '>', after)
      .where('id', 'not in', db.selectFrom('account_deletions').select('user_id'))
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    const last = users.at(-1)
    if (!last) return
    await db
      .insertInto('user_directory')
      .values(users.map(user => ({ ...directoryEntry(user), created_at: 0 })))
      .execute()
    await db
      .insertInto('user_directory_tokens')
      .values(users.flatMap(user => nameTokens(user).map(token => ({ user_id: user.id, token }))))
      .execute()
    after = last.id
  }
}
