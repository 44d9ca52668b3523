import {
  type DatabaseChoice,
  type DatabaseContents,
  type DatabaseEncryption,
  type DatabaseFields,
  type DatabaseProblem,
  POSTGRES_VERSION_MIN,
} from '@coffer/contract/setup-database'
import type { PostgresFacts } from '../../db/inspect-postgres.ts'

const FIRST_MIGRATION = '0001-accounts'

const SSL_MODES: Record<DatabaseEncryption, string> = {
  off: 'disable',
  required: 'no-verify',
  verified: 'verify-full',
}

function urlOfFields(fields: DatabaseFields): string {
  const { host, port, name, username, password, encryption } = fields
  const url = new URL('postgres://host')
  // IPv6 addresses are typed without brackets.
  url.hostname = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  url.port = String(port)
  url.username = encodeURIComponent(username)
  url.password = encodeURIComponent(password)
  url.pathname = `/${encodeURIComponent(name)}`
  url.searchParams.set('sslmode', SSL_MODES[encryption])
  return url.href
}

/** The URL of a chosen database; undefined for SQLite, null for an invalid address. */
export function urlOf(choice: DatabaseChoice): string | null | undefined {
  if (choice.connection === 'sqlite') return undefined
  const url = choice.connection === 'postgres' ? urlOfFields(choice) : choice.address
  const parsed = URL.parse(url)
  return parsed && (parsed.hostname !== '' || parsed.searchParams.has('host')) ? url : null
}

const encryptionOf = (mode: string | null): DatabaseEncryption => {
  if (mode === 'no-verify' || mode === 'require' || mode === 'prefer') return 'required'
  return mode === null || mode === 'disable' ? 'off' : 'verified'
}

/** The parts of a database URL that may be shown. */
export function describeUrl(url: string) {
  const { hostname, port, pathname, username, searchParams } = new URL(url)
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || '5432'),
    name: decodeURIComponent(pathname.slice(1)),
    username: decodeURIComponent(username),
    encryption: encryptionOf(searchParams.get('sslmode')),
  }
}

/** By code of Node.js or SQLSTATE of PostgreSQL. */
const PROBLEMS: Record<string, DatabaseProblem> = {
  ERR_INVALID_URL: 'address_invalid',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  ENOENT: 'refused',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  '28P01': 'password_wrong',
  '3D000': 'database_missing',
  '42501': 'no_rights',
  '25006': 'read_only',
  '53300': 'too_many_connections',
  '57P01': 'connection_lost',
  '57P02': 'connection_lost',
  '57P03': 'refused',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_invalid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_invalid',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_invalid',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_invalid',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_invalid',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_invalid',
  CERT_HAS_EXPIRED: 'certificate_invalid',
  CERT_NOT_YET_VALID: 'certificate_invalid',
}

/** Errors without a code. */
const MESSAGES: readonly (readonly [RegExp, DatabaseProblem])[] = [
  [/does not support SSL/i, 'tls_unsupported'],
  // The server asks for a password, and none was given.
  [/client password must be a string/i, 'password_wrong'],
  [/establishing an SSL|invalid response|SASL/i, 'not_postgres'],
  [/timeout/i, 'timeout'],
  [/^Connection terminated|is not queryable$/i, 'connection_lost'],
]

/** The server refused to sign in, other than for a wrong password. */
function problemOfRefusal(message: string): DatabaseProblem {
  if (/no encryption|SSL off/i.test(message)) return 'tls_required'
  return /pg_hba/.test(message) ? 'not_allowed' : 'password_wrong'
}

/** Finds out why a connection or a statement failed. */
export function problemOfError(error: unknown): DatabaseProblem {
  if (!(error instanceof Error)) return 'unknown'
  // One error per address of the host.
  if (error instanceof AggregateError && error.errors.length > 0)
    return problemOfError(error.errors[0])
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '28000') return problemOfRefusal(error.message)
  // Our own errors name the error of the driver as their cause.
  if (code === '' && error.cause instanceof Error) return problemOfError(error.cause)
  const known = PROBLEMS[code]
  return known ?? MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'unknown'
}

/** Whether the tables were created by Coffer. */
const isOurs = ({ migrations }: PostgresFacts): boolean =>
  migrations?.includes(FIRST_MIGRATION) ?? false

/** The first reason against using a database. */
export function problemOfFacts(
  facts: PostgresFacts,
  knownMigrations: readonly string[],
): DatabaseProblem | undefined {
  if (facts.versionNumber < POSTGRES_VERSION_MIN) return 'too_old'
  if (facts.encoding !== 'UTF8') return 'encoding'
  if (!isOurs(facts) && !isEmpty(facts)) return 'foreign_tables'
  if (facts.migrations?.some(name => !knownMigrations.includes(name))) return 'newer_version'
  if (facts.isReadOnly) return 'read_only'
  if (!facts.canCreate) return 'no_rights'
  return undefined
}

/** A start that was killed early may leave an empty migrations table. */
function isEmpty({ relations, migrations }: PostgresFacts): boolean {
  return relations === 0 || (relations === 1 && migrations?.length === 0)
}

export const contentsOf = (facts: PostgresFacts): DatabaseContents => {
  if (facts.isInstalled) return 'installed'
  return isOurs(facts) ? 'prepared' : 'empty'
}
