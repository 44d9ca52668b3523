import { TLSSocket } from 'node:tls'
import { POSTGRES_VERSION_MIN } from '@coffer/contract/setup-database'
import type { Client } from 'pg'

const CONNECT_MS = 8_000
const STATEMENT_MS = 15_000

/** Version, rights and contents of a PostgreSQL database, read without changing it. */
export interface PostgresFacts {
  /** `server_version_num`: 150018 for 15.18. */
  versionNumber: number
  version: string
  encoding: string
  /** The TLS version, or `off`. */
  encryption: string
  isReadOnly: boolean
  /** May create tables in the current schema, and a schema for the queue. */
  canCreate: boolean
  /** Tables outside of the system's schemas. */
  tables: number
  /** All relations outside of the system's schemas. */
  relations: number
  answerMs: number
  /** Names of applied migrations; undefined without a migrations table of Coffer's shape. */
  migrations: string[] | undefined
  isInstalled: boolean
  /** As JSON; null before a server has used the database. */
  secretFingerprint: string | null
}

const SERVER = `select current_setting('server_version_num')::int as version_number,
  current_setting('server_version') as version,
  current_setting('server_encoding') as encoding,
  (pg_is_in_recovery() or current_setting('transaction_read_only') = 'on') as is_read_only,
  (has_database_privilege(current_database(), 'CREATE')
    or exists (select 1 from pg_namespace where nspname = 'pgboss')) as can_create_schema,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as can_create_table`

/** Relations of extensions, such as those of PostGIS, belong to the server. */
const RELATIONS = `select count(*)::int as relations,
  count(*) filter (where c.relkind in ('r', 'p'))::int as tables
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'
    and not exists (select 1 from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Other products also have a table with this name, but not with these columns. */
const MIGRATIONS_TABLE = `select string_agg(a.attname || ' ' || format_type(a.atttypid, null), ','
    order by a.attnum) as columns
  from pg_attribute a
  where a.attrelid = to_regclass(quote_ident(current_schema()) || '.migrations')
    and a.attnum > 0 and not a.attisdropped`
const MIGRATIONS_COLUMNS = /^name text,applied_at bigint(,floor text)?$/

const INSTALLED = `select exists (select 1 from users)
  or exists (select 1 from settings where name = 'installed_at' and value <> 'null') as installed`

const FINGERPRINT = "select value from settings where name = 'secret_fingerprint'"

/** Rolled back, so that it leaves nothing. */
const TRIAL = [
  'begin',
  'create table coffer_setup_trial (id text primary key)',
  "insert into coffer_setup_trial values ('trial')",
  'rollback',
]

const NOT_INSTALLED = { isInstalled: false, secretFingerprint: null }

async function findMigrations(client: Client): Promise<string[] | undefined> {
  const { rows } = await client.query(MIGRATIONS_TABLE)
  if (!MIGRATIONS_COLUMNS.test(rows[0]?.columns ?? '')) return undefined
  const applied = await client.query('select name from migrations order by name')
  return applied.rows.map(row => String(row.name))
}

async function findInstallation(
  client: Client,
): Promise<Pick<PostgresFacts, 'isInstalled' | 'secretFingerprint'>> {
  const { rows } = await client.query(
    "select to_regclass('users') is not null and to_regclass('settings') is not null as exist",
  )
  if (!rows[0]?.exist) return NOT_INSTALLED
  const { installed } = (await client.query(INSTALLED)).rows[0]
  const { value } = (await client.query(FINGERPRINT)).rows[0] ?? {}
  return { isInstalled: Boolean(installed), secretFingerprint: value ?? null }
}

async function measure(client: Client): Promise<number> {
  const started = performance.now()
  await client.query('select 1')
  return performance.now() - started
}

async function inspect(client: Client): Promise<PostgresFacts> {
  const server = (await client.query(SERVER)).rows[0]
  // pg's types do not declare its socket.
  const { stream } = (client as unknown as { connection: { stream: unknown } }).connection
  const facts = {
    versionNumber: server.version_number,
    version: String(server.version).split(' ')[0] ?? '',
    encoding: server.encoding,
    encryption: stream instanceof TLSSocket ? (stream.getProtocol() ?? 'TLS') : 'off',
    isReadOnly: server.is_read_only,
    canCreate: server.can_create_schema && server.can_create_table,
  }
  // An old version may lack what the other statements need.
  if (server.version_number < POSTGRES_VERSION_MIN) return { ...facts, ...UNKNOWN_CONTENTS }
  const { relations, tables } = (await client.query(RELATIONS)).rows[0]
  const migrations = await findMigrations(client)
  return {
    ...facts,
    tables,
    relations,
    answerMs: await measure(client),
    migrations,
    ...(migrations?.length ? await findInstallation(client) : NOT_INSTALLED),
  }
}

const UNKNOWN_CONTENTS = {
  tables: 0,
  relations: 0,
  answerMs: 0,
  migrations: undefined,
  ...NOT_INSTALLED,
}

/** Servers of other protocols end the connection after our first message. */
function requirePostgres(cause: Error): never {
  const isEnded = /^Connection terminated unexpectedly|ECONNRESET/.test(cause.message)
  throw isEnded ? new Error('received invalid response: the connection was ended') : cause
}

/**
 * Connects on a connection of its own and looks at the server and the database.
 * @param onFacts called with what was found before an empty database is written to as a trial
 * @throws the error of the driver or of PostgreSQL
 */
export async function inspectPostgres(
  url: string,
  onFacts: (facts: PostgresFacts) => boolean,
): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
  })
  // Without a listener a lost connection would end the process; its query fails anyway.
  client.on('error', () => undefined)
  try {
    await client.connect().catch(requirePostgres)
    if (onFacts(await inspect(client))) for (const statement of TRIAL) await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}
