import { z } from 'zod'

/** Up to this number of users SQLite is recommended. */
export const SQLITE_USERS_MAX = 2000

/** Oldest supported major version of PostgreSQL. */
export const POSTGRES_MAJOR_MIN = 14
/** 140000 for 14. */
export const POSTGRES_VERSION_MIN = POSTGRES_MAJOR_MIN * 10_000

/** TLS of a connection to PostgreSQL: not at all, without or with checking the certificate. */
export const DATABASE_ENCRYPTIONS = ['off', 'required', 'verified'] as const
export type DatabaseEncryption = (typeof DATABASE_ENCRYPTIONS)[number]

/** Why a database cannot be used. Each has the texts `setup_database.problem_<code>`. */
const DATABASE_PROBLEMS = [
  'address_invalid',
  'host_not_found',
  'refused',
  'timeout',
  'not_postgres',
  'password_wrong',
  'database_missing',
  'not_allowed',
  'tls_unsupported',
  'tls_required',
  'certificate_invalid',
  'too_many_connections',
  'too_old',
  'encoding',
  'read_only',
  'no_rights',
  'foreign_tables',
  'newer_version',
  'other_secret',
  'connection_lost',
  'unknown',
] as const
export type DatabaseProblem = (typeof DATABASE_PROBLEMS)[number]

/** Contents of a database: nothing, Coffer's tables without users, or an installed Coffer. */
const DATABASE_CONTENTS = ['empty', 'prepared', 'installed'] as const
export type DatabaseContents = (typeof DATABASE_CONTENTS)[number]

const Name = z.string().trim().min(1, 'validation.required').max(255)

const Fields = z.strictObject({
  connection: z.literal('postgres'),
  host: Name,
  port: z.coerce.number().int().min(1).max(65_535).default(5432),
  name: Name,
  username: Name,
  password: z.string().max(1024).default(''),
  encryption: z.enum(DATABASE_ENCRYPTIONS).default('required'),
})
export type DatabaseFields = z.output<typeof Fields>

const Address = z.strictObject({
  connection: z.literal('postgres-address'),
  /** `postgres://user:password@host:5432/name`. */
  address: z
    .string()
    .trim()
    .max(2048)
    .regex(/^postgres(ql)?:\/\/[^\s]+$/, 'validation.invalid'),
})

/**
 * SETUP-4: SQLite in the data folder, or PostgreSQL by fields or by address. A misspelled field is
 * refused, since its default would be used instead.
 */
export const DatabaseChoice = z.discriminatedUnion('connection', [
  z.strictObject({ connection: z.literal('sqlite') }),
  Fields,
  Address,
])
export type DatabaseChoice = z.output<typeof DatabaseChoice>

/** The result of a test, which changes nothing in the database. */
export const DatabaseTest = z.object({
  passed: z.boolean(),
  problem: z.enum(DATABASE_PROBLEMS).nullable(),
  /** The translated problem with what to do about it. */
  message: z.string().nullable(),
  contents: z.enum(DATABASE_CONTENTS).nullable(),
  took_ms: z.number(),
  /** Found before the first problem; null when unknown. */
  facts: z.object({
    version: z.string().nullable(),
    encoding: z.string().nullable(),
    /** The TLS version, or `off`. */
    encryption: z.string().nullable(),
    can_create: z.boolean().nullable(),
    tables: z.int().nullable(),
    answer_ms: z.number().nullable(),
  }),
})
export type DatabaseTest = z.infer<typeof DatabaseTest>

/** The database in use and the chosen one, without credentials. */
export const DatabaseState = z.object({
  kind: z.enum(['sqlite', 'postgres']),
  /** `environment` is `DATABASE_URL`, which cannot be changed in the wizard. */
  origin: z.enum(['default', 'stored', 'environment']),
  /** Whether this server already runs on the chosen database. */
  is_open: z.boolean(),
  host: z.string().nullable(),
  port: z.int().nullable(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  encryption: z.enum(DATABASE_ENCRYPTIONS).nullable(),
  /** Why the last chosen database could not be opened. */
  failure: z.string().nullable(),
})
export type DatabaseState = z.infer<typeof DatabaseState>
