import { type ColumnDataType, type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** Better Auth writes ISO text and 0/1 on SQLite, and Date and boolean on PostgreSQL. */
const columnTypes = (dialect: DatabaseKind) => ({
  time: (dialect === 'postgres' ? 'timestamptz' : 'text') as ColumnDataType,
  flag: (dialect === 'postgres' ? 'boolean' : 'integer') as ColumnDataType,
  off: dialect === 'postgres' ? sql`false` : sql`0`,
  on: dialect === 'postgres' ? sql`true` : sql`1`,
})

/** What Better Auth keeps, in our names, and the counters of the rate limits. */
export async function createAccounts(db: Kysely<unknown>, dialect: DatabaseKind): Promise<void> {
  const types = columnTypes(dialect)
  await createUsers(db, types)
  await createSessions(db, types)
  await createProviderAccounts(db, types)
  await createVerifications(db, types)
  await createTwoFactors(db, types)
  await createPasskeys(db, types)
  await createRateLimits(db)
}

type Types = ReturnType<typeof columnTypes>

async function createUsers(db: Kysely<unknown>, { time, flag, off }: Types): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('email', 'text', c => c.notNull().unique())
    .addColumn('email_verified', flag, c => c.notNull().defaultTo(off))
    .addColumn('image', 'text')
    .addColumn('role', 'text', c =>
      c.notNull().defaultTo('user').check(sql`role in ('admin', 'user')`),
    )
    .addColumn('two_factor_enabled', flag, c => c.notNull().defaultTo(off))
    .addColumn('created_at', time, c => c.notNull())
    .addColumn('updated_at', time, c => c.notNull())
    .execute()
}

async function createSessions(db: Kysely<unknown>, { time }: Types): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token', 'text', c => c.notNull().unique())
    .addColumn('expires_at', time, c => c.notNull())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', time, c => c.notNull())
    .addColumn('updated_at', time, c => c.notNull())
    .execute()
  await index(db, 'sessions', 'user_id')
  // For the job that clears what has expired.
  await index(db, 'sessions', 'expires_at')
}

async function createProviderAccounts(db: Kysely<unknown>, { time }: Types): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider_id', 'text', c => c.notNull())
    .addColumn('account_id', 'text', c => c.notNull())
    .addColumn('password', 'text')
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', time)
    .addColumn('refresh_token_expires_at', time)
    .addColumn('scope', 'text')
    .addColumn('created_at', time, c => c.notNull())
    .addColumn('updated_at', time, c => c.notNull())
    .addUniqueConstraint('accounts_provider_unique', ['provider_id', 'account_id'])
    .execute()
  await index(db, 'accounts', 'user_id')
}

async function createVerifications(db: Kysely<unknown>, { time }: Types): Promise<void> {
  await db.schema
    .createTable('verifications')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('identifier', 'text', c => c.notNull())
    .addColumn('value', 'text', c => c.notNull())
    .addColumn('expires_at', time, c => c.notNull())
    .addColumn('created_at', time, c => c.notNull())
    .addColumn('updated_at', time, c => c.notNull())
    .execute()
  await index(db, 'verifications', 'identifier')
}

async function createTwoFactors(db: Kysely<unknown>, { time, flag, on }: Types): Promise<void> {
  await db.schema
    .createTable('two_factors')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', c => c.notNull())
    .addColumn('backup_codes', 'text', c => c.notNull())
    .addColumn('verified', flag, c => c.notNull().defaultTo(on))
    .addColumn('failed_verification_count', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('locked_until', time)
    .execute()
  await index(db, 'two_factors', 'user_id')
}

async function createPasskeys(db: Kysely<unknown>, { time, flag }: Types): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('public_key', 'text', c => c.notNull())
    .addColumn('credential_id', 'text', c => c.notNull().unique())
    .addColumn('counter', 'integer', c => c.notNull())
    .addColumn('device_type', 'text', c => c.notNull())
    .addColumn('backed_up', flag, c => c.notNull())
    .addColumn('transports', 'text')
    .addColumn('aaguid', 'text')
    .addColumn('created_at', time)
    .execute()
  await index(db, 'passkeys', 'user_id')
}

async function createRateLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', c => c.primaryKey())
    .addColumn('count', 'integer', c => c.notNull())
    .addColumn('resets_at', 'bigint', c => c.notNull())
    .execute()
}

const index = (db: Kysely<unknown>, table: string, column: string): Promise<void> =>
  db.schema.createIndex(`${table}_${column}_index`).on(table).column(column).execute()
