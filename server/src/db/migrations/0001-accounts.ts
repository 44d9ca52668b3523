import { type ColumnDataType, type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'
import { cascading, counter, createIndex, primaryKey, required } from './columns.ts'

/** Better Auth writes ISO text and 0/1 on SQLite, and timestamps and booleans on PostgreSQL. */
const columnTypes = (kind: DatabaseKind) => ({
  time: (kind === 'postgres' ? 'timestamptz' : 'text') as ColumnDataType,
  flag: (kind === 'postgres' ? 'boolean' : 'integer') as ColumnDataType,
  off: kind === 'postgres' ? sql`false` : sql`0`,
  on: kind === 'postgres' ? sql`true` : sql`1`,
})

type ColumnTypes = ReturnType<typeof columnTypes>

/** Users and everything they sign in with. */
export async function createAccounts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const types = columnTypes(kind)
  await createUsers(db, types)
  await createSessions(db, types)
  await createProviderAccounts(db, types)
  await createVerifications(db, types)
  await createTwoFactors(db, types)
  await createPasskeys(db, types)
  await createEmailLinks(db)
  await createAccessTokens(db)
  await createRateLimits(db)
}

async function createUsers(db: Kysely<unknown>, { time, flag, off }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', c => c.notNull().unique())
    .addColumn('email_verified', flag, c => c.notNull().defaultTo(off))
    .addColumn('image', 'text')
    .addColumn('role', 'text', c =>
      c.notNull().defaultTo('user').check(sql`role in ('admin', 'user')`),
    )
    .addColumn('two_factor_enabled', flag, c => c.notNull().defaultTo(off))
    .addColumn('two_factor_confirmed_at', time)
    .addColumn('signed_in_at', 'bigint')
    .addColumn('spoken_language', 'text')
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
}

async function createSessions(db: Kysely<unknown>, { time }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('token', 'text', c => c.notNull().unique())
    .addColumn('expires_at', time, required)
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await createIndex(db, 'sessions_by_user', 'sessions', ['user_id'])
  // A job deletes expired sessions.
  await createIndex(db, 'sessions_by_expiry', 'sessions', ['expires_at'])
}

async function createProviderAccounts(db: Kysely<unknown>, { time }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('provider_id', 'text', required)
    .addColumn('account_id', 'text', required)
    .addColumn('password', 'text')
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', time)
    .addColumn('refresh_token_expires_at', time)
    .addColumn('scope', 'text')
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .addUniqueConstraint('accounts_provider_unique', ['provider_id', 'account_id'])
    .execute()
  await createIndex(db, 'accounts_by_user', 'accounts', ['user_id'])
}

async function createVerifications(db: Kysely<unknown>, { time }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('verifications')
    .addColumn('id', 'text', primaryKey)
    .addColumn('identifier', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('expires_at', time, required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute()
  await createIndex(db, 'verifications_by_identifier', 'verifications', ['identifier'])
}

async function createTwoFactors(
  db: Kysely<unknown>,
  { time, flag, on }: ColumnTypes,
): Promise<void> {
  await db.schema
    .createTable('two_factors')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('secret', 'text', required)
    .addColumn('backup_codes', 'text', required)
    .addColumn('verified', flag, c => c.notNull().defaultTo(on))
    .addColumn('failed_verification_count', 'integer', counter)
    .addColumn('locked_until', time)
    .execute()
  await createIndex(db, 'two_factors_by_user', 'two_factors', ['user_id'])
  // Each code of an authenticator app is accepted once.
  await db.schema
    .createTable('used_codes')
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('code', 'text', required)
    .addColumn('used_at', 'bigint', required)
    .addPrimaryKeyConstraint('used_codes_pkey', ['user_id', 'code'])
    .execute()
}

async function createPasskeys(db: Kysely<unknown>, { time, flag }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('name', 'text')
    .addColumn('public_key', 'text', required)
    .addColumn('credential_id', 'text', c => c.notNull().unique())
    .addColumn('counter', 'integer', required)
    .addColumn('device_type', 'text', required)
    .addColumn('backed_up', flag, required)
    .addColumn('transports', 'text')
    .addColumn('aaguid', 'text')
    .addColumn('created_at', time)
    .addColumn('last_used_at', time)
    .execute()
  await createIndex(db, 'passkeys_by_user', 'passkeys', ['user_id'])
}

/** Links that verify an address or reset a password, and sign-ups that a job has yet to process. */
async function createEmailLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('email_links')
    .addColumn('id', 'text', primaryKey)
    .addColumn('purpose', 'text', c =>
      c.notNull().check(sql`purpose in ('verification', 'password_reset')`),
    )
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('email', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .execute()
  await createIndex(db, 'email_links_by_user', 'email_links', ['user_id', 'purpose'])
  await db.schema
    .createTable('sign_ups')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
}

/** Only the hash of a personal access token is stored. */
async function createAccessTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('access_tokens')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('token_hash', 'text', c => c.notNull().unique())
    .addColumn('may_write', 'integer', required)
    .addColumn('may_administer', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint')
    .execute()
  await createIndex(db, 'access_tokens_by_user', 'access_tokens', ['user_id', 'created_at'])
}

async function createRateLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', primaryKey)
    .addColumn('count', 'integer', required)
    .addColumn('resets_at', 'bigint', required)
    .execute()
}
